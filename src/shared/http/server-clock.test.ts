import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestOk } from './request.ts';
import { onServerClock, serverNow, setClockByResponse, setServerClock } from './server-clock.ts';

const device = Date.parse('2027-03-08T12:00:00Z');
const atServer = (hours: number) => new Date(device + hours * 3_600_000);
const response = (date: Date, cacheControl: string) =>
  new Response('{}', { headers: { Date: date.toUTCString(), 'Cache-Control': cacheControl } });

beforeEach(() => {
  vi.useFakeTimers({ now: device });
});
afterEach(() => {
  setServerClock(new Date().toISOString());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([2, -2])('a device whose clock is wrong by %i hours has the server’s time', (hours) => {
  const changed = vi.fn();
  const end = onServerClock(changed);
  setServerClock(atServer(hours).toISOString());
  expect(serverNow()).toBe(atServer(hours).getTime());
  expect(changed).toHaveBeenCalledOnce();
  end();
});

test('the duration of a response does not count as a wrong clock', () => {
  setServerClock(new Date(device - 59_000).toISOString());
  expect(serverNow()).toBe(device);
  setServerClock('');
  expect(serverNow()).toBe(device);
});

test('a clock that is put right counts again', () => {
  setServerClock(atServer(2).toISOString());
  vi.setSystemTime(atServer(2));
  setServerClock(atServer(2).toISOString());
  expect(serverNow()).toBe(atServer(2).getTime());
});

test('a response from a cache does not set the clock', () => {
  setClockByResponse(response(atServer(-3), 'public, max-age=3600'));
  expect(serverNow()).toBe(device);
  setClockByResponse(response(atServer(-3), 'private, no-store'));
  expect(serverNow()).toBe(atServer(-3).getTime());
});

test('the browser’s calls set the clock, the server’s own do not', async () => {
  const fetch = async () => response(atServer(2), 'private, no-store');
  await requestOk(fetch, '/api/users/me', '');
  expect(serverNow()).toBe(device);
  vi.stubGlobal('document', {});
  await requestOk(fetch, '/api/users/me', '');
  expect(serverNow()).toBe(atServer(2).getTime());
});
