import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { openDatabaseProxy } from '../../../test/database-proxy.ts';
import { createLog } from '../observability/logger.server.ts';
import { type ContentCache, createContentCache } from './content-cache.server.ts';

let app: TestApp;
const open: ContentCache[] = [];
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => Promise.all(open.splice(0).map((cache) => cache.close())));
afterAll(() => app.close());

/** A cache as another process would have it. */
function cacheOfAnotherProcess(url = app.platform.settings.databaseUrl): ContentCache {
  const cache = createContentCache(url, app.platform.pool, createLog('silent'));
  open.push(cache);
  return cache;
}
const hearing = (cache: ContentCache) => expect.poll(() => cache.version()).not.toBeNull();
const change = (name: string) =>
  app.platform.pool.query('update amenities set name = $1 where id = (select min(id) from amenities)', [
    name,
  ]);
const hangUp = () =>
  app.platform.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pcb-content-changes' and datname = current_database()",
  );
function counter() {
  let loads = 0;
  return async () => {
    loads += 1;
    return loads;
  };
}

test('read loads a key once, also for concurrent readers', async () => {
  const cache = cacheOfAnotherProcess();
  await hearing(cache);
  const load = counter();
  expect(await Promise.all([cache.read('a', load), cache.read('a', load)])).toEqual([1, 1]);
  expect(await cache.read('a', load)).toBe(1);
  expect(await cache.read('b', load)).toBe(2);
});

test('a change in one process clears the cache of all others', async () => {
  const caches = [cacheOfAnotherProcess(), cacheOfAnotherProcess()];
  for (const cache of caches) {
    await hearing(cache);
    const load = counter();
    await cache.read('a', load);
    const before = cache.version();
    await change('Sandy toes');
    await expect.poll(() => cache.version()).toBeGreaterThan(before ?? Number.NaN);
    expect(await cache.read('a', load)).toBe(2);
  }
});

test('the process that changes content clears its own cache at once', async () => {
  const cache = cacheOfAnotherProcess();
  await hearing(cache);
  const load = counter();
  await cache.read('a', load);
  cache.clear();
  expect(await cache.read('a', load)).toBe(2);
});

test('a rolled-back change does not clear the cache', async () => {
  const cache = cacheOfAnotherProcess();
  await hearing(cache);
  const before = cache.version();
  const client = await app.platform.pool.connect();
  await client.query("begin; update amenities set name = 'never'; rollback");
  client.release();
  await change('Real');
  await expect.poll(() => cache.version()).toBe((before ?? Number.NaN) + 1);
});

test.each(['site_settings', 'media', 'properties', 'amenities', 'reviews', 'products', 'blog_posts'])(
  'a change of %s is heard',
  async (table) => {
    const cache = cacheOfAnotherProcess();
    await hearing(cache);
    const before = cache.version();
    await app.platform.pool.query(`delete from ${table} where false`);
    await expect.poll(() => cache.version()).toBeGreaterThan(before ?? Number.NaN);
  },
);

test('read does not cache a value loaded during a change', async () => {
  const cache = cacheOfAnotherProcess();
  await hearing(cache);
  const before = cache.version();
  let finish = (_: string) => {};
  const slow = cache.read('a', () => new Promise<string>((resolve) => (finish = resolve)));
  await change('Changed');
  await expect.poll(() => cache.version()).toBeGreaterThan(before ?? Number.NaN);
  finish('old');
  expect(await slow).toBe('old');
  expect(await cache.read('a', async () => 'new')).toBe('new');
});

test('read does not cache a failure', async () => {
  const cache = cacheOfAnotherProcess();
  await hearing(cache);
  await expect(cache.read('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.read('a', async () => 'there')).toBe('there');
});

test('nothing is cached while notifications are lost, and listening resumes by itself', async () => {
  const cache = cacheOfAnotherProcess();
  await hearing(cache);
  const load = counter();
  await cache.read('a', load);
  await hangUp();
  await expect.poll(() => cache.version(), { interval: 5 }).toBeNull();
  expect(await cache.read('a', load)).toBe(2);
  expect(await cache.read('a', load)).toBe(3);

  await expect.poll(() => cache.version()).not.toBeNull();
  expect(await cache.read('a', load)).toBe(4);
  expect(await cache.read('a', load)).toBe(4);
  const before = cache.version();
  await change('Heard again');
  await expect.poll(() => cache.version()).toBeGreaterThan(before ?? Number.NaN);
});

test('without a database nothing is cached, and close resolves', async () => {
  const cache = cacheOfAnotherProcess('postgres://nobody@127.0.0.1:9/nowhere');
  const load = counter();
  expect([await cache.read('a', load), await cache.read('a', load)]).toEqual([1, 2]);
  expect(cache.version()).toBeNull();
});

test('behind a pooler that drops notifications nothing is cached, and the log has the reason', async () => {
  const proxy = await openDatabaseProxy(app.platform.settings.databaseUrl);
  proxy.dropNotifications();
  let written = '';
  const write = (line: string) => {
    written += line;
  };
  const cache = createContentCache(proxy.url, app.platform.pool, createLog('warn', { write }));
  const load = counter();
  await expect.poll(() => written).toContain('not to a pooler');
  expect([await cache.read('a', load), await cache.read('a', load)]).toEqual([1, 2]);
  expect(cache.version()).toBeNull();
  await cache.close();
  await proxy.close();
});
