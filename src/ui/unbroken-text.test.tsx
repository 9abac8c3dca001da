import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UnbrokenText } from './unbroken-text.tsx';

const kept = (part: string) => `<span class="inline-block max-w-full">${part}</span>`;

test.each([
  ['The Beachcomber', 'The Beachcomber'],
  ['Kid-Friendly, Steps', `${kept('Kid-Friendly,')} Steps`],
  ['Steps to Pools — Weekend', `Steps to ${kept('Pools —')} Weekend`],
  ['A dash – in between', `A ${kept('dash –')} in between`],
  ['Ends with a dash —', 'Ends with a dash —'],
])('%s is divided between whole words only', (title, html) => {
  expect(renderToStaticMarkup(<UnbrokenText>{title}</UnbrokenText>)).toBe(html);
});
