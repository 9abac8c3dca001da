import { expect, test } from 'vitest';
import { statusText } from './reason-text.ts';

test.each([
  ['Planned', { status: 'planned' }],
  ['Waits: not all is paid yet', { status: 'planned', reason: 'not_paid' }],
  ['Will not go out: the guest has no e-mail address', { status: 'planned', reason: 'no_address' }],
  ['Sent', { status: 'sent' }],
  [
    'Not delivered: the mail server did not take it. Please reach the guest in another way.',
    { status: 'sent', isUndeliverable: true },
  ],
  ['Skipped: a host skipped it', { status: 'skipped', reason: 'by_host' }],
] as const)('a message reads “%s”', (text, message) => {
  expect(statusText({ isUndeliverable: false, ...message })).toBe(text);
});
