import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiEnv } from './app-env.server.ts';
import { compress } from './compress.server.ts';

const page = `<!doctype html><title>Homes</title>${'<p>A home at the beach</p>'.repeat(200)}`;
const rows = Array.from({ length: 100 }, (_, n) => ({ n, name: 'A home at the beach' }));

let isCancelled = false;
let sendRest: () => void = () => {};

const site = new Hono<ApiEnv>();
site.use(compress);
site.get('/homes', (c) => c.html(page));
site.get('/short', (c) => c.html('<p>Short</p>'));
site.get('/api/rows', (c) => c.json(rows));
site.get('/api/bookings/:code', (c) => c.json(rows));
site.get('/trips/:code', (c) => c.html(page, 200, { 'Cache-Control': 'private, no-store' }));
site.get('/book/:code', (c) => c.html(page));
site.get('/book', (c) => c.html(page));
site.get('/offers/:token', (c) => c.html(page));
site.get('/reviews/:token', (c) => c.html(page));
site.get('/api/reviews', (c) => c.json(rows));
site.get('/login', (c) => c.html(page));
site.get('/tagged', (c) => {
  if (c.req.header('If-None-Match') === 'W/"one"') return c.body(null, 304, { ETag: '"one"' });
  return c.html(page, 200, { ETag: '"one"', Vary: 'Cookie' });
});
site.get('/encoded', (c) => c.html(page, 200, { 'Content-Encoding': 'br' }));
site.get('/part', (c) => c.body(page, 206, { 'Content-Type': 'text/plain', 'Content-Range': 'bytes 0-9/9' }));
site.get('/image', (c) => c.body(page, 200, { 'Content-Type': 'image/webp' }));
site.get('/export', (c) => c.json(rows, 200, { 'Content-Disposition': 'attachment; filename="rows.json"' }));
site.get('/streamed', (c) => {
  const text = new TextEncoder();
  return c.body(
    new ReadableStream({
      async start(controller) {
        controller.enqueue(text.encode('<p>the shell</p>'));
        await new Promise<void>((resolve) => {
          sendRest = resolve;
        });
        controller.enqueue(text.encode(page));
        controller.close();
      },
    }),
    200,
    { 'Content-Type': 'text/html' },
  );
});
site.get('/endless', (c) =>
  c.body(
    new ReadableStream({
      async pull(controller) {
        await sleep(5);
        controller.enqueue(new TextEncoder().encode(page));
      },
      cancel() {
        isCancelled = true;
      },
    }),
    200,
    { 'Content-Type': 'text/html' },
  ),
);
site.get('/broken', (c) => {
  let chunks = 0;
  return c.body(
    new ReadableStream({
      async pull(controller) {
        await sleep(5);
        chunks += 1;
        if (chunks > 2) throw new Error('the database has gone');
        controller.enqueue(new TextEncoder().encode(page));
      },
    }),
    200,
    { 'Content-Type': 'text/html' },
  );
});

let server: Server;
beforeAll(async () => {
  server = createServer(
    getRequestListener(site.fetch, { errorHandler: () => new Response(null, { status: 500 }) }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { request, response };
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { response } = await open(path, headers, method);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const any = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0.1, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])('a page for a client that accepts %s is sent as %s', async (accepted, encoding, read) => {
  const { headers, body } = await get('/homes?checkin=2027-05-01', { 'Accept-Encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('Accept-Encoding');
  expect(Number(headers['content-length'])).toBe(body.length);
  expect(headers['content-type']).toMatch('text/html');
  expect(read(body).toString()).toBe(page);
});

test('JSON of more than 1 KB is compressed, a short page is not', async () => {
  const json = await get('/api/rows', any);
  expect(json.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(json.body).toString())).toEqual(rows);
  const short = await get('/short', any);
  expect(short.headers).not.toHaveProperty('content-encoding');
  expect(short.headers.vary).toBe('Accept-Encoding');
  expect(short.body.toString()).toBe('<p>Short</p>');
});

test('HEAD responds with the headers of GET', async () => {
  const [head, full] = [await get('/homes', any, 'HEAD'), await get('/homes', any)];
  expect(head.body).toHaveLength(0);
  const { date: _, connection: __, ...lasting } = full.headers;
  expect(head.headers).toMatchObject(lasting);
});

test('a compressed page has a weak ETag, which is found unchanged', async () => {
  const { headers } = await get('/tagged', any);
  expect(headers).toMatchObject({ etag: 'W/"one"', vary: 'Cookie, Accept-Encoding' });
  const again = await get('/tagged', { ...any, 'If-None-Match': 'W/"one"' });
  expect(again.status).toBe(304);
  expect(again.headers.vary).toBe('Accept-Encoding');
  expect((await get('/tagged')).headers.etag).toBe('"one"');
});

test.each(['/part', '/image', '/export'])('%s is sent as it is', async (path) => {
  expect((await get(path, any)).headers).not.toHaveProperty('content-encoding');
});

test('compressed content is not compressed again', async () => {
  const { headers, body } = await get('/encoded', any);
  expect(headers['content-encoding']).toBe('br');
  expect(body.toString()).toBe(page);
});

test.each([
  '/trips/ABC234',
  '/book/ABC234?x=1',
  '/offers/some-token',
  '/reviews/some-token',
  '/login?returnUrl=%2Faccount',
  '/api/bookings/ABC234',
  '/homes?key=secret',
  '/homes?token=secret',
])('%s, opened by a key, is compressed neither here nor by a proxy', async (path) => {
  const { headers, body } = await get(path, any);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers['cache-control']).toMatch(/no-transform$/);
  expect(body.length).toBeGreaterThan(1024);
});

test('the search for homes is compressed, though a booking lies below it', async () => {
  expect((await get('/book?checkin=2027-05-01', any)).headers['content-encoding']).toBe('br');
  expect((await get('/api/reviews', any)).headers['content-encoding']).toBe('br');
});

test.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
])('the beginning of a streamed page arrives in %s before its end is made', async (encoding, decompress) => {
  const { response } = await open('/streamed', { 'Accept-Encoding': encoding });
  expect(response.headers['content-encoding']).toBe(encoding);
  const chunks = response.pipe(decompress())[Symbol.asyncIterator]();
  expect(String((await chunks.next()).value)).toBe('<p>the shell</p>');
  sendRest();
  let rest = '';
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) rest += String(next.value);
  expect(rest).toBe(page);
});

test('a client that goes away ends its stream and its compressor', async () => {
  const { request, response } = await open('/endless', any);
  await once(response, 'data');
  request.destroy();
  await expect.poll(() => isCancelled).toBe(true);
});

test('a stream that breaks off ends the connection, not with a complete page', async () => {
  const { response } = await open('/broken', any);
  response.resume();
  const [error] = (await once(response, 'error')) as [Error];
  expect(error.message).toBe('aborted');
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});
