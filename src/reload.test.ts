import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnChange } from './reload.ts';

const reload = vi.fn();
let answer: () => Response | Promise<never>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async (place: string, options: RequestInit) => {
    expect([place, options.cache]).toEqual(['/build-id.txt', 'no-store']);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
});

test('the page is loaded anew when the build has another name, and not while the site is away', async () => {
  answer = () => new Response('first');
  reloadOnChange();
  await vi.advanceTimersByTimeAsync(3_000);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(2_000);
  answer = () => new Response('Not found', { status: 404 });
  await vi.advanceTimersByTimeAsync(2_000);
  answer = () => new Response('first');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).not.toHaveBeenCalled();
  answer = () => new Response('second');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
