import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnChange } from './reload.ts';

const reload = vi.fn();
let response: () => Response | Promise<never>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async (place: string, options: RequestInit) => {
    expect([place, options.cache]).toEqual(['/build-id.txt', 'no-store']);
    return response();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
});

test('the page reloads when the build changes, and not while the site is down', async () => {
  response = () => new Response('first');
  reloadOnChange();
  await vi.advanceTimersByTimeAsync(3_000);
  response = () => Promise.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(2_000);
  response = () => new Response('Not found', { status: 404 });
  await vi.advanceTimersByTimeAsync(2_000);
  response = () => new Response('first');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).not.toHaveBeenCalled();
  response = () => new Response('second');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
