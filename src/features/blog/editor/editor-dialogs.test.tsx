import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SaveStatus } from './draft-status.tsx';
import { LeaveEffect } from './editor-dialogs.tsx';

test.each([
  [false, false, 'What you typed is kept', 'is lost'],
  [false, true, 'What you typed could not be saved, and is lost if you leave.', 'is kept'],
  [true, false, 'What you typed now is lost, because an older draft still waits', 'is kept'],
])(
  'the leave dialog while autosave is paused (%s) or failed (%s) shows "%s"',
  (isPaused, isLost, shown, hidden) => {
    const html = renderToStaticMarkup(<LeaveEffect isPaused={isPaused} isLost={isLost} />);
    expect(html).toContain(shown);
    expect(html).not.toContain(hidden);
  },
);

test('a paused autosave names the older draft as its reason', () => {
  const html = renderToStaticMarkup(<SaveStatus state={{ kind: 'untouched' }} isPaused />);
  expect(html).toContain('Paused: an older draft waits above');
});

test.each([
  ['', 'Not saved: trying again'],
  ['The draft is too large.', 'The draft is too large.'],
])('a draft that failed with the message "%s" shows "%s"', (message, shown) => {
  const state = { kind: 'failed', message } as const;
  const html = renderToStaticMarkup(<SaveStatus state={state} isPaused={false} />);
  expect(html).toContain(`<span>${shown}</span>`);
});
