import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSite, createWorkerSite } from '../src/app.server.ts';
import type { Settings } from '../src/env.server.ts';
import type { PageFailure } from '../src/load-context.ts';
import type { Platform } from '../src/platform/context.server.ts';
import type { ApiEnv } from '../src/platform/http/app-env.server.ts';
import { securityHeaders } from '../src/platform/http/security-headers.server.ts';
import { createStaticFiles } from '../src/platform/http/static-files.server.ts';
import { createMetrics } from '../src/platform/observability/metrics.server.ts';
import { newId } from '../src/shared/uuid.server.ts';
import { type TestApp, testApp } from './app.ts';

let app: TestApp;
let folder: string;
let ready: boolean;
let renderPage: () => Promise<Response>;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-site-'));
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
});
beforeEach(() => {
  ready = true;
  renderPage = async () => new Response('a page', { headers: securityHeaders(app.platform.settings) });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

/** The whole site, with pages that the test supplies. */
const siteWith = (settings: Partial<Settings> = {}, parts: Partial<Platform> = {}): Hono<ApiEnv> => {
  const platform = { ...app.platform, ...parts, settings: { ...app.platform.settings, ...settings } };
  return createSite({
    platform,
    api: app.api,
    renderPage: Object.assign(() => renderPage(), {
      failure: async ({ status, message }: PageFailure) => new Response(message, { status }),
    }),
    serveStatic: createStaticFiles(folder, securityHeaders(platform.settings)),
    metrics: createMetrics(),
    isReady: async () => ready,
  });
};

/** Throws the error of a statement while the database restarts. */
function fail(): never {
  throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
}

/** Sends a request as Node's server hands it over, from an address of the caller's choice. */
function send(
  place: string,
  init: RequestInit & { from?: string; token?: string | null; production?: boolean; host?: string } = {},
) {
  const {
    from = '203.0.113.9',
    token = null,
    production = false,
    host = 'localhost:3000',
    ...request
  } = init;
  const headers = Object.fromEntries(new Headers(request.headers));
  const incoming = { socket: { remoteAddress: from }, headers };
  const env = { incoming } as unknown as ApiEnv['Bindings'];
  const site = siteWith({ metricsToken: token, production });
  return site.fetch(new Request(`http://${host}${place}`, request), env);
}

test('/healthz responds 200, also while the process is not ready', async () => {
  ready = false;
  const response = await send('/healthz');
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});

test.each([
  ['a form of 200,000 bytes', { 'Content-Length': '200000' }, 200],
  ['a form without words', { 'Content-Length': '0' }, 200],
  ['a larger one', { 'Content-Length': '200001' }, 413],
  ['one that does not say how large it is', { 'Transfer-Encoding': 'chunked' }, 413],
])('%s is read only where it is within its limit', async (_, headers, status) => {
  const form = { method: 'POST', headers: headers as Record<string, string> };
  expect((await send('/trips/7K3MQ2XA', form)).status).toBe(status);
  expect((await send('/cleaning/token', form)).status).toBe(200);
});

test('a browser gets a page for what fails before a page is rendered, a program the same in JSON', async () => {
  const tooLarge = { 'Content-Length': '200001' };
  const accept = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await send('/trips/7K3MQ2XA', { method: 'POST', headers: { ...tooLarge, ...accept } });
  const json = await send('/trips/7K3MQ2XA', { method: 'POST', headers: tooLarge });
  const call = await send('/api/offers/no-token', { headers: accept });
  expect([page.status, await page.text()]).toEqual([413, 'This form holds more than it may.']);
  expect([json.status, (await json.json()).message]).toEqual([413, 'This form holds more than it may.']);
  expect(call.headers.get('Content-Type')).toBe('application/json');
});

test('a mailed link followed in an outage shows the page of the failure, which says when to come back', async () => {
  const db = { selectFrom: fail } as never;
  const headers = { Accept: 'text/html' };
  const response = await siteWith({}, { db }).request('/trips/7K3MQ2XA?key=a-key', { headers }, {});
  expect([response.status, await response.text()]).toEqual([
    503,
    'We are back in a moment. Please try again.',
  ]);
  expect(response.headers.get('Retry-After')).toBe('3');
});

test('/readyz responds 200 only while the database does', async () => {
  expect((await send('/readyz')).status).toBe(200);
  ready = false;
  const response = await send('/readyz');
  expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable' }]);
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'this machine (%s) may read the metrics',
  async (from) => {
    const response = await send('/metrics', { from });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await response.text()).toContain('process_resident_memory_bytes');
  },
);

const proxyHeaders = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Client-IP',
];

test.each<[string, Parameters<typeof send>[1]]>([
  ['another machine', { from: '203.0.113.9' }],
  ['a machine that looks like this one', { from: '127.0.0.1.evil.example' }],
  ...proxyHeaders.map((name): [string, Parameters<typeof send>[1]] => [
    `a visitor behind a proxy on this machine that sends ${name}`,
    { from: '::1', headers: { [name]: '203.0.113.9' } },
  ]),
  ['a visitor whose proxy passes on the site’s name', { from: '::1', host: 'site.example' }],
  ['a visitor who asks for a name like this machine’s', { from: '::1', host: 'localhost.site.example' }],
  ['whoever comes from this machine in production', { from: '127.0.0.1', production: true }],
  ['a wrong token', { token: 'open-sesame', headers: { Authorization: 'Bearer open-sesam' } }],
  ['a token in other words', { token: 'open-sesame', headers: { Authorization: 'open-sesame' } }],
])('%s may not read the metrics', async (_, from) => {
  const response = await send('/metrics', from);
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain('process_');
});

test('this machine may read the metrics without the token', async () => {
  expect((await send('/metrics', { from: '127.0.0.1', token: 'open-sesame' })).status).toBe(200);
});

test.each([false, true])(
  'a request with the token may read the metrics from anywhere',
  async (production) => {
    const response = await send('/metrics', {
      token: 'open-sesame',
      production,
      headers: { Authorization: 'Bearer open-sesame' },
    });
    expect(response.status).toBe(200);
  },
);

test('requests are counted by route, not by URL, so that no client can fill the memory', async () => {
  const site = siteWith();
  const env = {
    incoming: { socket: { remoteAddress: '::1' }, headers: {} },
  } as unknown as ApiEnv['Bindings'];
  for (const place of ['/a', '/b/c', '/api/x', '/api/y', '/media/1/2.jpg', '/__proto__'])
    await site.fetch(new Request(`http://localhost:3000${place}`), env);
  const text = await (await site.fetch(new Request('http://localhost:3000/metrics'), env)).text();
  const routes = new Set(
    [...text.matchAll(/http_responses_total\{.*?route="([^"]*)"/g)].map(([, one]) => one),
  );
  expect(routes).toEqual(new Set(['page', '/api', '/media']));
});

const json = { 'Content-Type': 'application/json' };
test.each<[string, number, string, RequestInit?]>([
  ['a page', 200, '/'],
  ['an unknown call', 404, '/api/nothing'],
  ['a call', 200, '/api/amenities'],
  ['a refused call', 400, '/api/forms/submit', { method: 'POST', headers: json, body: '{' }],
  ['a call of another type', 415, '/api/forms/submit', { method: 'POST', body: 'x' }],
  [
    'a call from another site',
    403,
    '/api/forms/submit',
    { method: 'POST', headers: { ...json, Origin: 'https://evil.example' }, body: '{}' },
  ],
  ['a file', 200, '/favicon.svg'],
  ['a missing picture', 404, '/media/x/y.jpg'],
  ['the map', 200, '/embed/map'],
  ['the player', 404, '/embed/video'],
  ['the heartbeat', 200, '/healthz'],
  ['the readiness', 200, '/readyz'],
  ['the metrics', 403, '/metrics'],
])('%s (%i) carries the security headers', async (_, status, place, init) => {
  const response = await send(place, init);
  expect(response.status).toBe(status);
  expectGuarded(response);
});

test('a bug in a page gets a reference number without its message', async () => {
  renderPage = () => Promise.reject(new Error('secret detail'));
  const response = await send('/');
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toMatchObject({
    code: 'internal',
    reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expectGuarded(response);
});

function expectGuarded(response: Response): void {
  const { 'Content-Security-Policy': _, ...others } = securityHeaders(app.platform.settings);
  for (const [name, value] of Object.entries(others)) expect(response.headers.get(name), name).toBe(value);
  const policy = response.headers.get('Content-Security-Policy');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toContain('unsafe');
}

test("an unknown path follows the hosts' redirect; a page of the site does not", async () => {
  await app.platform.db
    .insertInto('redirects')
    .values({ id: newId(), from_path: '/cottage', to_path: '/stays/the-beachcomber' })
    .execute();
  expect((await send('/cottage')).status).toBe(200);
  renderPage = async () => new Response('not here', { status: 404 });
  await expect.poll(async () => (await send('/cottage?guests=4')).status).toBe(301);
  const response = await send('/cottage?guests=4');
  expect(response.headers.get('Location')).toBe('/stays/the-beachcomber?guests=4');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect((await send('/cottage', { method: 'HEAD' })).status).toBe(301);
  expect((await send('/cottage', { method: 'POST' })).status).toBe(404);
  expect((await send('/elsewhere')).status).toBe(404);
});

test('a process that only runs jobs serves only its health checks', async () => {
  const { settings, log } = app.platform;
  const worker = createWorkerSite(log, { settings, metrics: createMetrics(), isReady: async () => ready });
  const statusOf = async (path: string) => (await worker.request(path)).status;
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/readyz')).toBe(200);
  ready = false;
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/metrics')).not.toBe(404);
  for (const path of ['/', '/login', '/api/properties', '/sitemap.xml', '/mcp'])
    expect(await statusOf(path)).toBe(404);
});
