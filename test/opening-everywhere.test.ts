import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createApi } from '../src/api.ts';
import { createSite } from '../src/app.server.ts';
import { createClosedFront } from '../src/features/opening/closed-gate.server.ts';
import { watchOpening } from '../src/features/opening/watch-opening.server.ts';
import { createContentCache } from '../src/platform/cache/content-cache.server.ts';
import { createPageCache, type PageCache } from '../src/platform/cache/page-cache.server.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { createWebServer, listen } from '../src/platform/http/node-server.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { createMetrics } from '../src/platform/observability/metrics.server.ts';
import { testAppForFile } from './app.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { openPlatform } from './platform.ts';

const app = await testAppForFile();
const { pool, settings } = app.platform;
/** The connection of the second process that listens for changes leads through this proxy. */
const proxy = await openDatabaseProxy(settings.databaseUrl);
const second = await openPlatform(settings);
await second.content.close();
second.content = createContentCache(proxy.url, second.pool, createLog('silent'));
afterAll(async () => {
  await second.content.close();
  await second.pool.end();
  await proxy.close();
});

interface Process {
  platform: Platform;
  /** Loads the home page as a stranger. */
  load(): Promise<{ status: number; isCached: boolean }>;
}

/** Serves a platform as a process does: caches of pages in front, the site behind. */
async function serve(platform: Platform): Promise<Process> {
  let rendered = 0;
  const cache = createPageCache(platform.content);
  const site = createSite({
    platform,
    api: createApi(platform),
    async renderPage() {
      rendered += 1;
      const html = '<p>Sandpiper</p>';
      await cache.store(
        '/',
        { html, headers: { 'Content-Type': 'text/html' }, route: '/' },
        platform.content.version(),
      );
      return new Response(html);
    },
    serveStatic: async () => null,
    metrics: createMetrics(),
    isReady: async () => true,
  });
  const isClosedSent = createClosedFront(platform);
  const front: Pick<PageCache, 'serve'> = {
    serve: (...request) => isClosedSent(...request) || cache.serve(...request),
  };
  const web = createWebServer(site, front, platform.log, {});
  await listen(web.server, 0);
  const stopWatching = watchOpening(platform);
  afterAll(async () => {
    stopWatching();
    await web.drain();
  });
  const url = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}/`;
  return {
    platform,
    async load() {
      const before = rendered;
      const { status } = await fetch(url);
      return { status, isCached: rendered === before };
    },
  };
}

const processes = [await serve(app.platform), await serve(second)];

/** What a check does: no process is notified but by the database. */
const setOpen = (isOpen: boolean) =>
  pool.query('update site_settings set opened_at = $1', [isOpen ? new Date() : null]);
/** The limit is for what never comes. */
const untilAll = (expected: { status: number; isCached: boolean }) =>
  expect
    .poll(() => Promise.all(processes.map(({ load }) => load())), { timeout: 20_000 })
    .toEqual(processes.map(() => expected));

beforeEach(async () => {
  await setOpen(true);
  await untilAll({ status: 200, isCached: true });
});

test('closing and opening are true in both processes, which then serve no cached page', async () => {
  await setOpen(false);
  await untilAll({ status: 503, isCached: true });
  await setOpen(true);
  await untilAll({ status: 200, isCached: true });
});

test('a process whose listening connection is dead without a sign closes and opens, too', async () => {
  proxy.freeze();
  await setOpen(false);
  await untilAll({ status: 503, isCached: true });
  await setOpen(true);
  await untilAll({ status: 200, isCached: true });
});

test('a process that cannot listen at all closes and opens, too', async () => {
  proxy.cut();
  await setOpen(false);
  await untilAll({ status: 503, isCached: true });
  await setOpen(true);
  const status = async () => Promise.all(processes.map(async ({ load }) => (await load()).status));
  await expect.poll(status, { timeout: 20_000 }).toEqual([200, 200]);
  proxy.restore();
});
