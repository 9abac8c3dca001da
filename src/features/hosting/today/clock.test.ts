import { expect, test } from 'vitest';
import { formatClock, formatDuration } from './clock.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test.each([
  [0, 'less than a minute'],
  [59_999, 'less than a minute'],
  [minute, '1 minute'],
  [59 * minute, '59 minutes'],
  [hour, '1 hour'],
  [hour + minute, '1 hour 1 minute'],
  [3 * hour + 10 * minute, '3 hours 10 minutes'],
  [day - 1, '23 hours 59 minutes'],
  [day, '1 day'],
  [day + 59 * minute, '1 day'],
  [2 * day + hour, '2 days 1 hour'],
  [-2 * hour, '2 hours'],
])('%i ms are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test('a deadline is ahead or passed', () => {
  const now = Date.parse('2030-03-01T18:00:00Z');
  const at = (ms: number) => formatClock(new Date(now + ms).toISOString(), now);
  expect([at(3 * hour), at(0), at(-minute), at(-25 * hour)]).toEqual([
    '3 hours left',
    'less than a minute left',
    '1 minute late',
    '1 day 1 hour late',
  ]);
});
