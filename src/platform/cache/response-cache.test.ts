import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '../http/app-env.server.ts';
import { cacheUntilContentChanges, readThroughCache } from './response-cache.server.ts';

/** An API that counts its responses, and a content cache whose version the test sets. */
function setUp() {
  let calls = 0;
  const entries = new Map<string, unknown>();
  const content = {
    now: 1 as number | null,
    version: () => content.now,
    get: (key: string) => (content.now === null ? undefined : entries.get(`${content.now} ${key}`)),
    set(key: string, value: unknown, version: number | null) {
      if (version !== null && version === content.now) entries.set(`${version} ${key}`, value);
    },
  };
  const api = new Hono<ApiEnv>()
    .get('/homes', cacheUntilContentChanges, (c) => c.json({ calls: ++calls, homes: [{ id: 1 }] }))
    .get('/me', (c) => c.json({ calls: ++calls }))
    .get('/broken', cacheUntilContentChanges, (c) => c.json({ calls: ++calls }, 500));
  const call = (path: string) => readThroughCache(content, path, async () => api.request(path));
  return { content, api, call, numberOf: async (path: string) => (await (await call(path)).json()).calls };
}

test('readThroughCache calls a marked route once', async () => {
  const { numberOf, api } = setUp();
  expect((await api.request('/homes')).headers.get('Cache-Control')).toBe('public, no-cache');
  const first = await numberOf('/homes');
  expect(await numberOf('/homes')).toBe(first);
});

test('readThroughCache calls an unmarked route each time', async () => {
  const { numberOf } = setUp();
  const first = await numberOf('/me');
  expect(await numberOf('/me')).toBe(first + 1);
});

test('readThroughCache neither caches nor marks a failure', async () => {
  const { call, numberOf } = setUp();
  const failure = await call('/broken');
  expect(failure.status).toBe(500);
  expect(failure.headers.get('Cache-Control')).toBeNull();
  const first = await numberOf('/broken');
  expect(await numberOf('/broken')).toBe(first + 1);
});

test('readThroughCache calls again after a content change', async () => {
  const { content, numberOf } = setUp();
  const first = await numberOf('/homes');
  content.now = 2;
  expect(await numberOf('/homes')).toBe(first + 1);
});

test('readThroughCache caches nothing during a change or without notifications', async () => {
  const { content, api, numberOf } = setUp();
  await readThroughCache(content, '/homes', async () => {
    const response = await api.request('/homes');
    content.now = 2;
    return response;
  });
  content.now = 1;
  const first = await (await readThroughCache(content, '/homes', async () => api.request('/homes'))).json();
  expect(first.calls).toBe(2);

  content.now = null;
  const unheard = await numberOf('/homes');
  expect(await numberOf('/homes')).toBe(unheard + 1);
});

test('cached values are frozen', async () => {
  const { call } = setUp();
  const shared = await (await call('/homes')).json();
  expect(() => shared.homes.push({ id: 2 })).toThrow(TypeError);
  expect(() => {
    shared.homes[0].id = 2;
  }).toThrow(TypeError);
});
