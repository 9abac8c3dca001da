import { expect, test } from 'vitest';
import { blockedText } from './mail-notice.tsx';

test('mail that stands still says since when: today by the clock, before by the date', () => {
  const now = Date.parse('2026-06-05T20:00:00Z');
  expect(blockedText('2026-06-05T19:05:00Z', now)).toBe('2:05 PM');
  expect(blockedText('2026-06-03T19:05:00Z', now)).toBe('June 3, 2026, 2:05 PM CDT');
});
