import { expect, test } from 'vitest';
import { codeQuota } from './code-policy.ts';
import { verifyRequest } from './contract.server.ts';

const minute = 60_000;
const now = new Date('2026-05-01T12:00:00Z');
const ago = (...minutes: number[]) => minutes.map((count) => new Date(now.getTime() - count * minute));

const email = 'ann@guests.example';

test('a code may be grouped by spaces and hyphens', () => {
  for (const otp of ['123456', ' 123 456 ', '123-456', '1 2 3 4 5 6', '123\u00a0456\n'])
    expect(verifyRequest.parse({ email, otp })).toEqual({ email, otp: '123456' });
});

test('anything but six digits is no code', () => {
  for (const text of [
    '',
    '12345',
    '1234567',
    '12345a',
    '１２３４５６',
    '1e5',
    ' '.repeat(1e6),
    '-'.repeat(41),
  ])
    expect(() => verifyRequest.parse({ email, otp: text })).toThrow('Invalid OTP. Please try again.');
});

test('codeQuota grants five codes in 70 minutes with twenty wrong guesses together', () => {
  const guesses = [];
  for (let sent = 0; sent < 5; sent += 1) {
    const quota = codeQuota(ago(...Array<number>(sent).fill(1)), now);
    guesses.push('guesses' in quota ? quota.guesses : 0);
  }
  expect(guesses).toEqual([5, 5, 5, 3, 2]);
  expect(codeQuota(ago(3, 2, 2, 1, 1), now)).toEqual({ retryAfterSeconds: 67 * 60 });
  expect(codeQuota(ago(60, 2, 2, 1, 1), now)).toEqual({ retryAfterSeconds: 10 * 60 });
  expect(codeQuota(ago(70, 2, 2, 1, 1), now)).toEqual({ guesses: 2 });
});

test('codeQuota allows at most 20 guesses in any hour, however late each code is used', () => {
  for (const intervalMinutes of [1, 5, 7, 11, 13, 14, 15, 17, 23]) {
    const sent: { at: number; guesses: number }[] = [];
    for (let at = 0; at < 24 * 60; at += intervalMinutes) {
      const sentAt = sent.map((code) => new Date(now.getTime() + code.at * minute));
      const quota = codeQuota(sentAt, new Date(now.getTime() + at * minute));
      if ('guesses' in quota) sent.push({ at, guesses: quota.guesses });
    }
    for (let from = 0; from < 24 * 60; from += 1) {
      const usable = sent.filter(({ at }) => at > from - 10 && at < from + 60);
      expect(usable.reduce((sum, { guesses }) => sum + guesses, 0)).toBeLessThanOrEqual(20);
    }
  }
});

test('codeQuota allows at most 90 wrong guesses a day: a chance below 0.01 %', () => {
  const sent: Date[] = [];
  let guesses = 0;
  for (let at = now.getTime(); at < now.getTime() + 24 * 60 * minute; at += minute) {
    const quota = codeQuota(sent, new Date(at));
    if ('guesses' in quota) {
      sent.push(new Date(at));
      guesses += quota.guesses;
    }
  }
  expect(sent).toHaveLength(30);
  expect(guesses).toBeLessThanOrEqual(90);
  expect(guesses / 1e6).toBeLessThan(0.0001);
});

test('codeQuota rejects a 31st code until the first is a day old', () => {
  const sent = Array.from({ length: 30 }, (_, index) => (30 - index) * 40 + 100);
  expect(codeQuota(ago(...sent), now)).toEqual({ retryAfterSeconds: (24 * 60 - 1300) * 60 });
});
