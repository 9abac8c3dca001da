import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createStorage } from '../../../platform/storage/create-storage.server.ts';
import { serveMedia } from './serve-media.server.ts';

const id = '0198aaaa-0000-7000-8000-000000000000';
const bytes = '0123456789';

let folder: string;
let site: Hono<ApiEnv>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-media-'));
  const storage = createStorage(`file:${folder}/files`);
  await storage.put(`media/${id}/tour.mp4`, Buffer.from(bytes), 'video/mp4');
  await storage.put(`media/${id}/960.avif`, Buffer.from('picture'), 'image/avif');
  await storage.put(`media/${id}/960.jpg`, Buffer.from('picture'), 'image/jpeg');
  await storage.put(`media/${id}/page.html`, Buffer.from('<script>'), 'text/html');
  await storage.put(`media/${id}/drawing.svg`, Buffer.from('<svg/>'), 'image/svg+xml');
  await writeFile(path.join(folder, 'secret.jpg'), 'secret');
  site = new Hono<ApiEnv>().get('/media/:id/:name', (c) =>
    serveMedia(c, storage, { 'X-Content-Type-Options': 'nosniff' }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.request(`/media/${id}/${name}`, { headers, method });

test('GET /media sends an image whole and immutable', async () => {
  const response = await ask('960.avif');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/avif',
    'content-length': '7',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^".+"$/),
  });
  expect(await response.text()).toBe('picture');
});

test('JPEGs may be shown by the mail programs of others, other formats only here', async () => {
  const policy = async (name: string) => (await ask(name)).headers.get('Cross-Origin-Resource-Policy');
  expect(await policy('960.jpg')).toBe('cross-origin');
  expect(await policy('960.avif')).toBeNull();
});

test.each([
  ['bytes=0-3', 'bytes 0-3/10', '0123'],
  ['bytes=4-', 'bytes 4-9/10', '456789'],
  ['bytes=-3', 'bytes 7-9/10', '789'],
  ['bytes=9-9', 'bytes 9-9/10', '9'],
  ['bytes=5-500', 'bytes 5-9/10', '56789'],
  ['bytes=-500', 'bytes 0-9/10', bytes],
])('GET /media sends the range %s of a video', async (Range, range, body) => {
  const response = await ask('tour.mp4', { Range });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(range);
  expect(response.headers.get('Content-Length')).toBe(String(body.length));
  expect(response.headers.get('Content-Type')).toBe('video/mp4');
  expect(await response.text()).toBe(body);
});

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])(
  'GET /media rejects the range %s with 416',
  async (Range) => {
    const response = await ask('tour.mp4', { Range });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */10');
    expect(await response.text()).toBe('');
  },
);

test.each(['bytes=0-1,4-5', 'bytes=7-3', 'bytes=90-10', 'bytes=-', 'items=0-1', 'bytes=a-b', 'bytes 0-1'])(
  'for %s the whole video is sent',
  async (Range) => {
    const response = await ask('tour.mp4', { Range });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(bytes);
  },
);

test('GET /media returns 304 for a matching ETag', async () => {
  const etag = (await ask('960.avif')).headers.get('ETag') ?? '';
  const response = await ask('960.avif', { 'If-None-Match': etag });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
});

test('HEAD /media sends no body', async () => {
  const response = await ask('tour.mp4', {}, 'HEAD');
  expect(response.headers.get('Content-Length')).toBe('10');
  expect(await response.text()).toBe('');
});

test.each([
  'missing.jpg',
  'page.html',
  'drawing.svg',
  '960',
  '960.avif.exe',
  '.avif',
  '..%2f..%2f..%2fsecret.jpg',
  '%2e%2e%2f%2e%2e%2fsecret.jpg',
  '..%5c..%5csecret.jpg',
  '960.avif%00.jpg',
  '960.AVIF',
  'constructor',
  'x.constructor',
  'x.__proto__',
])('GET /media returns 404 for %s', async (name) => {
  const response = await ask(name);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('There is no such picture.');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('GET /media reaches no other folder through the id', async () => {
  for (const place of ['..', '%2e%2e', '..%2f..', '.', `${id}%2f..%2f..`]) {
    expect((await site.request(`/media/${place}/secret.jpg`)).status).toBe(404);
  }
});
