import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SaveStatus } from './draft-status.tsx';
import { LeaveEffect } from './editor-dialogs.tsx';

test.each([
  [false, 'What you typed is kept', 'is lost'],
  [true, 'What you typed now is lost, because an older draft still waits', 'is kept'],
])('the leave dialog while autosave is paused (%s) shows "%s"', (isPaused, shown, hidden) => {
  const html = renderToStaticMarkup(<LeaveEffect isPaused={isPaused} />);
  expect(html).toContain(shown);
  expect(html).not.toContain(hidden);
});

test('a paused autosave names the older draft as its reason', () => {
  const html = renderToStaticMarkup(<SaveStatus state={{ kind: 'untouched' }} isPaused />);
  expect(html).toContain('Paused: an older draft waits above');
});
