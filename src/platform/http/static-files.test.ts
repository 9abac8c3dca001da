import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticFiles, type ServeStatic } from './static-files.server.ts';

const script = 'export const beach = "white sand";\n'.repeat(50);
const guard = { 'X-Content-Type-Options': 'nosniff' };

let folder: string;
let serve: ServeStatic;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-static-'));
  await mkdir(path.join(folder, 'site', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  for (const [name, body] of [
    ['assets/home-abc.js', script],
    ['assets/font-abc.woff2', 'font'],
    ['favicon.svg', '<svg/>'],
    ['notes.md', 'no type of ours'],
  ] as const) {
    await writeFile(path.join(folder, 'site', name), body);
  }
  serve = createStaticFiles(path.join(folder, 'site'), guard);
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (place: string, headers: Record<string, string> = {}, method = 'GET') =>
  serve(new Request(`http://localhost${place}`, { headers, method }));

test('built files are immutable, others are cached for an hour', async () => {
  const asset = await ask('/assets/home-abc.js');
  expect(asset?.status).toBe(200);
  expect(Object.fromEntries(asset?.headers ?? [])).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(script.length),
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(await asset?.text()).toBe(script);
  const icon = await ask('/favicon.svg');
  expect(icon?.headers.get('Cache-Control')).toBe('public, max-age=3600');
  expect(icon?.headers.get('Content-Type')).toBe('image/svg+xml');
});

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a browser that accepts %s gets %s', async (accepted, encoding, unpack) => {
  const response = await ask('/assets/home-abc.js', { 'Accept-Encoding': accepted });
  const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
  expect(response?.headers.get('Content-Encoding')).toBe(encoding);
  expect(response?.headers.get('Content-Length')).toBe(String(body.length));
  expect(body.length).toBeLessThan(script.length / 5);
  expect(unpack(body).toString()).toBe(script);
});

test('compressed types are sent unchanged', async () => {
  const response = await ask('/assets/font-abc.woff2', { 'Accept-Encoding': 'br, gzip' });
  expect(response?.headers.get('Content-Encoding')).toBeNull();
  expect(response?.headers.get('Content-Type')).toBe('font/woff2');
  expect(await response?.text()).toBe('font');
});

test('a matching If-None-Match responds 304', async () => {
  const etag = (await ask('/favicon.svg'))?.headers.get('ETag') ?? '';
  const response = await ask('/favicon.svg', { 'If-None-Match': etag });
  expect(response?.status).toBe(304);
  expect(await response?.text()).toBe('');
  expect(response?.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect((await ask('/favicon.svg', { 'If-None-Match': '"other"' }))?.status).toBe(200);
});

test('HEAD responds without the body', async () => {
  const response = await ask('/assets/home-abc.js', {}, 'HEAD');
  expect(response?.headers.get('Content-Length')).toBe(String(script.length));
  expect(await response?.text()).toBe('');
});

test.each([
  '/',
  '/assets',
  '/assets/',
  '/notes.md',
  '/secret.txt',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '//secret.txt',
  '/assets//home-abc.js',
  '/ASSETS/home-abc.js',
  '/favicon.svg%00',
  '/favicon.svg/',
  '/assets/%',
])('%s is no file of the site', async (place) => {
  expect(await ask(place)).toBeNull();
});

test('static files reject other methods', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) expect(await ask('/favicon.svg', {}, method)).toBeNull();
});
