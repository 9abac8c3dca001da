import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type StubPage, stubBuild } from '../../../test/pages-build.ts';
import { createSite } from '../../app.server.ts';
import { createPageCache } from '../cache/page-cache.server.ts';
import { createWebServer, listen, type WebServer } from '../http/node-server.server.ts';
import { createStaticFiles } from '../http/static-files.server.ts';
import { createPageRenderer } from '../render-page.server.ts';
import { createLog } from './logger.server.ts';
import { createMetrics } from './metrics.server.ts';

let written = '';
const log = createLog('info', {
  write(line: string) {
    written += line;
  },
});
interface Line {
  requestId: string;
  method: string;
  route: string;
  status?: number;
  ms: number;
  aborted?: boolean;
}
const requestLines = (): Line[] =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request');

let app: TestApp;
let web: WebServer;
let folder: string;
let release: () => void;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-request-log-'));
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  const read = <T>(_: string, load: () => Promise<T>) => load();
  app = await testApp({
    log,
    content: {
      read,
      version: () => 1,
      get: () => undefined,
      set: () => {},
      clear: () => {},
      close: async () => {},
    },
  });
  const { platform, api } = app;
  const cache = createPageCache(platform.content);
  const build = stubBuild(showPage);
  const site = createSite({
    platform,
    api,
    metrics: createMetrics(),
    isReady: async () => true,
    renderPage: createPageRenderer({ platform, build, cache, api: api.fetch }),
    serveStatic: createStaticFiles(folder, {}),
  });
  web = createWebServer(site, cache, log, {});
  await listen(web.server, 0);
});
beforeEach(() => {
  written = '';
});
afterAll(async () => {
  web.server.closeAllConnections();
  await web.drain();
  await app.close();
  await rm(folder, { recursive: true });
});

async function showPage(request: Request, { api }: StubPage): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.includes('broken')) throw new Error('a bug');
  if (pathname === '/slow') await new Promise<void>((resolve) => (release = resolve));
  if (pathname === '/guarded') await api('/api/tables/products');
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  return new Response('<!doctype html>', { headers, status: pathname === '/none' ? 404 : 200 });
}

const get = (place: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(web.server.address() as AddressInfo).port}${place}`, init);

/** The line that a request logs, once its connection knows that everything is sent. */
async function lineOf(response: Response): Promise<Line> {
  await response.text();
  await expect.poll(requestLines).toHaveLength(1);
  const [line] = requestLines() as [Line];
  written = '';
  return line;
}

test.each<[string, string, string, number, RequestInit?]>([
  ['a page', '/hosts', '*', 200],
  ['a post', '/blog/a-secret-slug', '/blog/:slug', 200],
  ['a page with a query', '/blog/x?token=secret', '/blog/:slug', 200],
  ['a page that is not there', '/none', '*', 404],
  ['a call', '/api/amenities?token=secret', '/api/amenities', 200],
  ['a call with a parameter', '/api/blog/no-secret', '/api/blog/:key', 404],
  ['a call that no one knows', '/api/secret/secret', '/api/*', 404],
  ['a refused call', '/api/tables/secret', '/api/tables/:table', 401],
  ['a call from another site', '/api/verify-otp', '/api/verify-otp', 403, fromAbroad()],
  ['a call without JSON', '/api/forms/submit', '/api/forms/submit', 415, { method: 'POST', body: 'secret' }],
  ['a bug', '/broken', '*', 500],
  ['the link of a review', `/api/reviews/${'secret-'.repeat(7).slice(0, 43)}`, '/api/reviews/:token', 404],
  ['a feed', '/sitemap.xml', '/sitemap.xml', 200],
])('%s leaves one line with its route: %s is %s (%i)', async (_, place, route, status, init) => {
  const response = await get(place, init);
  const line = await lineOf(response);
  expect(line).toMatchObject({ method: init?.method ?? 'GET', route, status });
  expect(line.ms).toBeGreaterThan(0);
  expect(line.requestId).toBe(response.headers.get('X-Request-Id'));
  expect(JSON.stringify(line)).not.toContain('secret');
});

function fromAbroad(): RequestInit {
  return { method: 'POST', headers: { Origin: 'https://evil.example' }, body: '{}' };
}

test('a page or a call that fails is logged with its route, without the secret in its address', async () => {
  const { pool } = app.platform;
  for (const [place, route] of [
    ['/blog/broken-secret', '/blog/:slug'],
    [`/api/offers/${'secret-'.repeat(7).slice(0, 43)}`, '/api/offers/:token'],
  ] as const) {
    await pool.query('alter table offers rename to offers_elsewhere');
    const response = await get(place).finally(() =>
      pool.query('alter table offers_elsewhere rename to offers'),
    );
    await response.text();
    expect(response.status).toBe(500);
    await expect.poll(requestLines).toHaveLength(1);
    const failures = written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 50);
    expect(failures).toMatchObject([{ route, requestId: response.headers.get('X-Request-Id') }]);
    expect(written).not.toContain('secret');
    written = '';
  }
});

test('a browser’s report about a page is logged with the page’s pattern', async () => {
  const page = 'http://localhost/blog/a-secret-slug';
  const violation = { 'document-uri': page, 'effective-directive': 'img-src', 'blocked-uri': 'inline' };
  const error = {
    kind: 'caught',
    message: `No answer at ${page}`,
    componentStack: '',
    path: '/blog/a-secret-slug',
  };
  for (const [place, type, body] of [
    ['/api/csp-reports', 'application/csp-report', { 'csp-report': violation }],
    ['/api/client-errors', 'application/json', error],
  ] as const) {
    const headers = { 'Content-Type': type };
    expect((await get(place, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(204);
  }
  await expect.poll(requestLines).toHaveLength(2);
  expect(written.match(/"path":"\/blog\/:slug"/g)).toHaveLength(2);
  expect(written).not.toContain('secret');
});

test('a cached page is logged with its request id', async () => {
  const rendered = await get('/blog/cached');
  const first = await lineOf(rendered);
  const response = await get('/blog/cached');
  expect(response.headers.get('Cache-Control')).toContain('public');
  const second = await lineOf(response);
  expect(second).toMatchObject({ method: 'GET', route: '/blog/:slug', status: 200 });
  expect(second.requestId).toBe(response.headers.get('X-Request-Id'));
  expect(second.requestId).not.toBe(first.requestId);
  const known = { headers: { 'If-None-Match': response.headers.get('ETag') ?? '' } };
  const unchanged = await get('/blog/cached', known);
  expect(await lineOf(unchanged)).toMatchObject({
    route: '/blog/:slug',
    status: 304,
    requestId: unchanged.headers.get('X-Request-Id'),
  });
});

test.each(['/healthz', '/readyz', '/metrics', '/favicon.svg', '/media/any/1.jpg'])(
  '%s leaves no line',
  async (place) => {
    await (await get(place)).text();
    await lineOf(await get('/hosts'));
    expect(requestLines()).toEqual([]);
  },
);

test('an aborted request is logged without a status', async () => {
  const socket = connect((web.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => release).toBeDefined();
  socket.destroy();
  await expect.poll(requestLines).toHaveLength(1);
  expect(requestLines()[0]).toMatchObject({ route: '*', aborted: true });
  expect(requestLines()[0]).not.toHaveProperty('status');
  release();
});

test('in-process calls have the page’s request id', async () => {
  const response = await get('/guarded?once');
  await response.text();
  await expect.poll(requestLines).toHaveLength(1);
  const lines = written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 40, event: 'refused', route: '/api/tables/:table' },
    { level: 30, msg: 'request', route: '*' },
  ]);
  const id = response.headers.get('X-Request-Id');
  expect(lines.map(({ requestId }) => requestId)).toEqual([id, id]);
});

test('T-106: no input of a visitor begins a log line or is in one: 0 hits', async () => {
  const socket = connect((web.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    [
      'GET /blog/%0a%7B%22level%22:60%7D?otp=secret HTTP/1.1',
      'Host: secret.example',
      'Cookie: session=secret',
      'Authorization: Bearer secret',
      'Referer: http://secret.example/',
      'User-Agent: secret',
      'X-Request-Id: secret',
      'Connection: close',
      '\r\n',
    ].join('\r\n'),
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  await expect.poll(requestLines).toHaveLength(1);
  expect(written.trimEnd().split('\n')).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
  expect(written.trimEnd()).not.toMatch(/secret|level":60|[\x00-\x1f]/);
  expect(answer).not.toMatch(/x-request-id: secret/i);
});
