import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '../http/app-env.server.ts';
import { cacheUntilContentChanges, createResponseCache } from './response-cache.server.ts';

/** An API whose answers count how often they were made, and a content whose generation the test turns. */
function setUp() {
  let asked = 0;
  const content = { now: 1 as number | null, generation: () => content.now };
  const api = new Hono<ApiEnv>()
    .get('/homes', cacheUntilContentChanges, (c) => c.json({ asked: ++asked, homes: [{ id: 1 }] }))
    .get('/me', (c) => c.json({ asked: ++asked }))
    .get('/broken', cacheUntilContentChanges, (c) => c.json({ asked: ++asked }, 500));
  const remembered = createResponseCache(content);
  const call = (path: string) => remembered(path, async () => api.request(path));
  return { content, api, call, numberOf: async (path: string) => (await (await call(path)).json()).asked };
}

test('an answer that is the same for everyone is made once', async () => {
  const { numberOf, api } = setUp();
  expect((await api.request('/homes')).headers.get('Cache-Control')).toBe('public, no-cache');
  const first = await numberOf('/homes');
  expect(await numberOf('/homes')).toBe(first);
});

test('an answer that is not marked is made for each visitor', async () => {
  const { numberOf } = setUp();
  const first = await numberOf('/me');
  expect(await numberOf('/me')).toBe(first + 1);
});

test('a failure is not remembered, and not marked', async () => {
  const { call, numberOf } = setUp();
  const failure = await call('/broken');
  expect(failure.status).toBe(500);
  expect(failure.headers.get('Cache-Control')).toBeNull();
  const first = await numberOf('/broken');
  expect(await numberOf('/broken')).toBe(first + 1);
});

test('changed content is asked for anew', async () => {
  const { content, numberOf } = setUp();
  const first = await numberOf('/homes');
  content.now = 2;
  expect(await numberOf('/homes')).toBe(first + 1);
});

test('an answer during which content changed, or while changes cannot be heard, is not kept', async () => {
  const { content, api, numberOf } = setUp();
  const remembered = createResponseCache(content);
  await remembered('/homes', async () => {
    const response = await api.request('/homes');
    content.now = 2;
    return response;
  });
  content.now = 1;
  const first = await (await remembered('/homes', async () => api.request('/homes'))).json();
  expect(first.asked).toBe(2);

  content.now = null;
  const unheard = await numberOf('/homes');
  expect(await numberOf('/homes')).toBe(unheard + 1);
});

test('no page can change what all pages share', async () => {
  const { call } = setUp();
  const shared = await (await call('/homes')).json();
  expect(() => shared.homes.push({ id: 2 })).toThrow(TypeError);
  expect(() => {
    shared.homes[0].id = 2;
  }).toThrow(TypeError);
});
