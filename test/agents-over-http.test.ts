import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createSite } from '../src/app.server.ts';
import { createWebServer, listen } from '../src/platform/http/node-server.server.ts';
import { createMetrics } from '../src/platform/observability/metrics.server.ts';
import { callTool, connectAgent, eras } from './agent-client.ts';
import { testAppForFile } from './app.ts';
import { addProperty } from './bookings.ts';
import { postMessage } from './mcp.ts';
import { anyAddress } from './shop.ts';

const app = await testAppForFile({
  now: () => new Date('2027-05-20T17:00:00Z'),
  env: { TRUST_PROXY: '127.0.0.1' },
});
const { db, log } = app.platform;
const home = await addProperty(db);
const metrics = createMetrics();
const site = createSite({
  platform: app.platform,
  api: app.api,
  renderPage: async () => new Response('a page'),
  serveStatic: async () => null,
  metrics,
  isReady: async () => true,
});
const web = createWebServer(site, { serve: () => false }, log, {});
await listen(web.server, 0);
afterAll(async () => {
  web.server.closeAllConnections();
  await web.drain();
});
const url = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`;

/** Sends requests as the proxy forwards those of a client. */
const behindProxy =
  (address: string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('X-Forwarded-For', address);
    return fetch(input, { ...init, headers });
  };

const connect = (revision?: string, address = anyAddress()) =>
  connectAgent(url, { revision, fetch: behindProxy(address) });

test.each(eras)(
  'over HTTP the official client of revision %s gets the totals of the page',
  async (revision) => {
    const client = await connect(revision);
    const stay = { property: home.slug, checkin: '2027-07-05', guests: 2 };
    for (const checkout of ['2027-07-06', '2027-07-10', '2027-07-19']) {
      const [tool, page] = await Promise.all([
        callTool(client, 'get_quote', { ...stay, checkout }),
        app.request('POST', '/api/quotes', { json: { ...stay, checkout }, from: anyAddress() }),
      ]);
      expect(tool.content.total).toBe(((await page.json()) as { total: number }).total);
    }
    await client.close();
  },
);

test('clients behind the proxy have a limit each, and a wrong one does not stop the server', async () => {
  // The minute of the limit does not end in between.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const [busy, other] = [anyAddress(), anyAddress()];
  const client = await connect(undefined, busy);
  const calls = await Promise.all(
    Array.from({ length: 70 }, () => callTool(client, 'get_home', { property: home.slug })),
  );
  expect(calls.filter(({ isError }) => !isError)).toHaveLength(60);
  const to = (_: string | URL | Request, init?: RequestInit) => behindProxy(other)(`${url}/mcp`, init);
  expect((await postMessage(to, '{"jsonrpc":')).status).toBe(400);
  const { isError } = await callTool(await connect(undefined, other), 'get_home', { property: home.slug });
  expect(isError).toBe(false);
});

test('the metrics count what agents send, and pages are none of it', async () => {
  await connect();
  expect(await metrics.text()).toMatch(/^http_responses_total\{.*route="\/mcp".*\} [1-9]/m);
  expect((await fetch(`${url}/mcp`)).status).toBe(405);
});
