import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RequestTrace } from '../observability/request-log.server.ts';
import { createPageCache, type PageCache } from './page-cache.server.ts';

const html = `<!doctype html><title>Home</title>${'<p>beach</p>'.repeat(200)}`;
const trace: RequestTrace = { id: 'request-1', startedAt: 0 };
const pageHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'X-Own': 'kept' };

const pageOf = (body: string) => ({ html: body, headers: pageHeaders, route: '/' });

let version: number | null;
let cache: PageCache;
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (!cache.serve(request, response, trace)) response.writeHead(204, { 'X-Rendered': 'anew' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(async () => {
  version = 7;
  cache = createPageCache({ version: () => version });
  await cache.store('/', pageOf(html), version);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function ask(headers: Record<string, string> = {}, method = 'GET', path = '/'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', path, method, headers, agent: false },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) });
      },
    );
    sent.on('error', reject).end();
  });
}
const isCached = async (headers: Record<string, string> = {}, method = 'GET', path = '/') =>
  (await ask(headers, method, path)).headers['x-rendered'] === undefined;

const plain = (body: Buffer) => body.toString();
test.each<[string | undefined, string | undefined, (body: Buffer) => string]>([
  ['gzip, deflate, br, zstd', 'br', (body) => brotliDecompressSync(body).toString()],
  ['gzip', 'gzip', (body) => gunzipSync(body).toString()],
  [undefined, undefined, plain],
])('a browser that accepts %s gets the page in %s', async (accepted, encoding, read) => {
  const { status, headers, body } = await ask(accepted === undefined ? {} : { 'Accept-Encoding': accepted });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(Number(headers['content-length'])).toBe(body.length);
  expect(read(body)).toBe(html);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-own': 'kept',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding, Cookie',
    'x-request-id': 'request-1',
  });
});

test('HEAD responds like GET without the body', async () => {
  const [head, get] = [await ask({}, 'HEAD'), await ask()];
  expect(head.body).toHaveLength(0);
  const { date: _, connection: __, ...lasting } = get.headers;
  expect(head.status).toBe(200);
  expect(head.headers).toMatchObject(lasting);
});

test.each(['br', 'gzip', 'identity'])('a visitor who has the page in %s gets 304', async (encoding) => {
  const accept = { 'Accept-Encoding': encoding };
  const { etag = '' } = (await ask(accept)).headers;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await ask({ ...accept, 'If-None-Match': known });
    expect([known, answer.status]).toEqual([known, 304]);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding, Cookie' });
    expect(answer.headers['content-length']).toBeUndefined();
  }
  expect((await ask({ ...accept, 'If-None-Match': '"other"' })).status).toBe(200);
});

test('each encoding and each content has its own ETag', async () => {
  const etag = async (encoding: string) => (await ask({ 'Accept-Encoding': encoding })).headers.etag;
  const first = await Promise.all(['br', 'gzip', 'identity'].map(etag));
  await cache.store('/', pageOf(`${html}!`), version);
  const second = await Promise.all(['br', 'gzip', 'identity'].map(etag));
  expect(new Set([...first, ...second]).size).toBe(6);
});

test.each([
  ['session=abc', false],
  ['theme=dark; session=abc', false],
  ['__Host-session=abc', false],
  ['a=b;__Host-session=abc', false],
  ['session =abc', false],
  ['a=b;\tSESSION\t=abc', false],
  ['mysession=abc', false],
  ['theme=dark', true],
])('a visitor with the cookie %s gets the kept page: %s', async (Cookie, kept) => {
  expect(await isCached({ Cookie })).toBe(kept);
});

test('serve responds only to GET and HEAD of a cached page', async () => {
  expect(await isCached({}, 'POST')).toBe(false);
  expect(await isCached({}, 'GET', '/shop')).toBe(false);
  expect(await isCached({}, 'GET', '/?utm=1')).toBe(false);
  expect(await isCached()).toBe(true);
});

test('serve sends no page after a content change', async () => {
  version = 8;
  expect(await isCached()).toBe(false);
  await cache.store('/', pageOf(html), 8);
  expect(await isCached()).toBe(true);
});

test('no page is sent or stored while notifications are lost', async () => {
  version = null;
  expect(await isCached()).toBe(false);
  await cache.store('/shop', pageOf(html), null);
  version = 7;
  expect(await isCached({}, 'GET', '/shop')).toBe(false);
});

test('store rejects a page rendered from older content', async () => {
  await cache.store('/shop', pageOf('old'), 6);
  expect(await isCached({}, 'GET', '/shop')).toBe(false);
  const compressing = cache.store('/shop', pageOf('old'), 7);
  version = 8;
  await compressing;
  expect(await isCached({}, 'GET', '/shop')).toBe(false);
});

test('a slowly compressed old page does not replace a newer one', async () => {
  const slow = cache.store('/', pageOf(`old ${randomBytes(400_000).toString('hex')}`), 7);
  version = 8;
  await cache.store('/', pageOf('new'), 8);
  await slow;
  expect((await ask()).body.toString()).toBe('new');
});

test('the number of cached pages is bounded', async () => {
  for (let n = 0; n < 510; n += 1) await cache.store(`/blog/${n}`, pageOf('x'), 7);
  expect(await isCached({}, 'GET', '/blog/0')).toBe(false);
  expect(await isCached({}, 'GET', '/blog/509')).toBe(true);
});

test('a page whose time is over is no longer sent, though content is the same', async () => {
  const page = { html, headers: pageHeaders, route: '/' };
  await cache.store('/soon', { ...page, expiresAt: Date.now() + 60_000 }, 7);
  await cache.store('/over', { ...page, expiresAt: Date.now() - 1 }, 7);
  expect(await isCached({}, 'GET', '/soon')).toBe(true);
  expect(await isCached({}, 'GET', '/over')).toBe(false);
});
