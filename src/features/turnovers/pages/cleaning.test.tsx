import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { ErrorBoundary } from './cleaning.tsx';

test('a link of a cleaner that fails keeps the place to which "Skip to content" leads', () => {
  const { html, text } = renderPage(<ErrorBoundary error={new Error('A test')} />);
  expect(html).toContain('<main id="main"');
  expect(text).toContain('Something went wrong');
});
