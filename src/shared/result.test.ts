import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toResult, withServerTimeout } from './result.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('toResult returns the value of a success and the message of a failure', async () => {
  expect(await toResult(Promise.resolve(7), 'unused')).toEqual({ value: 7 });
  expect(await toResult(Promise.reject(new Error('No room')), 'unused')).toEqual({ failure: 'No room' });
});

test('toResult falls back for a failure without a message', async () => {
  expect(await toResult(Promise.reject(null), 'Failed to load')).toEqual({ failure: 'Failed to load' });
  expect(await toResult(Promise.reject(new Error('')), 'Failed to load')).toEqual({
    failure: 'Failed to load',
  });
});

test('withServerTimeout returns pending for a slow call', async () => {
  const slow = withServerTimeout(new Promise<{ value: number }>(() => {}));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await slow).toEqual({ pending: true });
  expect(await withServerTimeout(Promise.resolve({ value: 1 }))).toEqual({ value: 1 });
});
