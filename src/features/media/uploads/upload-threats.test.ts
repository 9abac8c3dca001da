import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { killingChildren } from '../../../../test/children.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { fromOwnPage, plainPicture, upload } from '../../../../test/uploads.ts';
import { createSite } from '../../../app.server.ts';
import { createWebServer, listen, type WebServer } from '../../../platform/http/node-server.server.ts';
import { createMetrics } from '../../../platform/observability/metrics.server.ts';
import type { Media } from '../contract.server.ts';

let app: TestApp;
let host: Browser;
let web: WebServer;
let port: number;

beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
  const site = createSite({
    platform: app.platform,
    api: app.api,
    renderPage: async () => new Response('a page'),
    serveStatic: async () => null,
    metrics: createMetrics(),
    isReady: async () => true,
  });
  const noCache = { serve: () => false, store: async () => {} };
  web = createWebServer(site, noCache, app.platform.log, {});
  await listen(web.server, 0);
  port = (web.server.address() as AddressInfo).port;
});
afterAll(async () => {
  web.server.closeAllConnections();
  web.server.close();
  await app.close();
});

let rowsBefore: number;
const rows = async () => (await app.platform.pool.query('select id from media')).rows.length;
beforeEach(async () => {
  rowsBefore = await rows();
});

const temporaryFiles = () => readdir(path.join(app.platform.settings.dataDir, 'tmp')).catch(() => []);

async function nothingIsLeft(): Promise<void> {
  await expect.poll(temporaryFiles).toEqual([]);
  expect(await rows()).toBe(rowsBefore);
}

const open = (place: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${place}`, { method });

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
/** An ID3 tag longer than the part of a file's beginning that is examined. */
const longTag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x27\x08', 'latin1'), Buffer.alloc(5_000)]);
const scripts: [string, string | Buffer][] = [
  ['drawing.svg', svg],
  ['drawing.svg.png', `<?xml version="1.0"?>\n${svg}`],
  ['drawing.svgz', gzipSync(svg)],
  ['page.html', '<!doctype html><script>alert(1)</script>'],
  ['page.jpg', '\ufeff \n<html><body onload=alert(1)>'],
  ['page.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
  ['sheet.xml', '<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ['a.mhtml', `MIME-Version: 1.0\0<script>alert(1)</script>`],
  ['flash.swf', Buffer.from('FWS\x09\0\0\0\0', 'latin1')],
  ['program.pdf.exe', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ['photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  [
    'song.png',
    Buffer.concat([longTag, Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(99)]),
  ],
  ['photo.tiff', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
];

test.each(scripts)('uploads reject the script %s as image and as file (T-80)', async (name, content) => {
  for (const kind of ['media', 'file'] as const) {
    const response = await upload(host, kind, content, name);
    expect([400, 415]).toContain(response.status);
    expect(((await response.json()) as { message: string }).message).toMatch(/^(Please choose|This file)/);
  }
  await nothingIsLeft();
});

test('re-encoding strips a script from a polyglot image (T-80)', async () => {
  const gif = await plainPicture(20, 20).gif().toBuffer();
  const both = Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/=1;alert(1)')]);
  const { media } = (await (await upload(host, 'media', both, 'x.js')).json()) as { media: Media };
  const response = await open(media.url);
  expect(response.headers.get('Content-Type')).toBe('image/jpeg');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(await response.text()).not.toContain('alert');
  const original = app.platform.storage.get(`originals/${media.id}/picture.bin`);
  expect(await original).not.toBeNull();
  for (const place of [`/originals/${media.id}/picture.bin`, `/media/${media.id}/picture.bin`])
    expect(await (await open(place)).text()).not.toContain('alert');
});

const pdf =
  '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj<script>alert(1)</script>';
const downloads: [string, string, string, string][] = [
  ['prices.pdf', pdf, 'application/pdf', 'prices.pdf'],
  ['prices.html', pdf, 'application/pdf', 'prices.html.pdf'],
  ['list.csv', 'a,b\n=1,<script>', 'text/csv', 'list.csv'],
  ['rules.html', 'Rules: <script>alert(1)</script>', 'text/plain', 'rules.html.txt'],
];

test.each(downloads)('%s is served as an attachment only (T-80)', async (name, content, type, saved) => {
  const { media } = (await (await upload(host, 'file', content, name)).json()) as { media: Media };
  for (const method of ['GET', 'HEAD']) {
    const response = await open(media.url, method);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment; filename="[a-z0-9.-]+"; filename\*=UTF-8''/),
      'content-security-policy': expect.stringMatching(/^sandbox;/),
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(content)),
    });
    expect(response.headers.get('Content-Disposition')).toContain(`''${saved}`);
    expect(await response.text()).toBe(method === 'GET' ? content : '');
  }
});

test('a file is served at one URL: no other name, kind or id', async () => {
  const { media } = (await (await upload(host, 'file', 'text', 'rules.txt')).json()) as { media: Media };
  expect(media.url).toBe(`/files/${media.id}/rules.txt`);
  const picture = (await (
    await upload(host, 'media', await plainPicture(20, 20).png().toBuffer())
  ).json()) as {
    media: Media;
  };
  for (const place of [
    `/files/${media.id}/rules.html`,
    `/files/${media.id}/content.bin`,
    `/media/${media.id}/rules.txt`,
    `/files/${picture.media.id}/20.jpg`,
    '/files/x/rules.txt',
    `/files/${media.id}%2f..%2fx/rules.txt`,
  ]) {
    const { status, headers } = await open(place);
    expect([status, headers.get('Cache-Control')], place).toEqual([404, 'no-store']);
  }
});

const names = [
  '../../etc/passwd',
  '..\\..\\boot.ini',
  'a\0b',
  'CON',
  'x'.repeat(300),
  '\u202egpj.exe',
  '🏖️',
  '',
  '.',
];

test.each(names)('the file name %j cannot escape its folder (T-83)', async (name) => {
  const response = await upload(host, 'file', 'text', name);
  if (name === '') return expect([200, 400]).toContain(response.status);
  const { media } = (await response.json()) as { media: Media };
  expect(media.url).toMatch(/^\/files\/[0-9a-f-]{36}\/[a-z0-9-]{1,60}\.txt$/);
  expect(media.originalName).toMatch(/^[^/\\\p{Cc}\p{Cf}]{1,205}\.txt$/u);
  const stored: string[] = [];
  for await (const { key } of app.platform.storage.list('files/')) stored.push(key);
  expect(stored).toContain(`files/${media.id}/content.bin`);
  const disposition = (await open(media.url)).headers.get('Content-Disposition');
  expect(disposition).toMatch(/^attachment; filename="[a-z0-9-]+\.txt"; filename\*=UTF-8''[\w.~%-]+$/);
});

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const blackPixels = (side: number): Buffer => deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));

const blackPng = (side: number, pixels = blackPixels(side)): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
};

/** Uploads an image that no process can decode, since each that begins is killed. */
async function expectTooLarge(picture: Buffer, name: string, message: string): Promise<void> {
  const response = await killingChildren('encode-image.worker', async () => {
    const since = performance.now();
    const rejected = await upload(host, 'media', picture, name);
    console.info(`T-81: rejected after ${Math.round(performance.now() - since)} ms`);
    return rejected;
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ message });
  await nothingIsLeft();
}

test.each([16_000, 20_000])(
  'T-81: a bomb of %i² pixels is rejected by reading only its header',
  async (side) => {
    const message = 'This picture has more than 50 megapixels. Please choose a smaller one.';
    await expectTooLarge(blackPng(side), 'flood.png', message);
    await expectTooLarge(blackPng(side, Buffer.from('no pixels')), 'flood.png', message);
  },
);

test('T-81: an AVIF of 36 megapixels is rejected by reading only its header, with a helpful message', async () => {
  const avif = await plainPicture(64, 64).avif({ effort: 0 }).toBuffer();
  for (const place of [8, 12]) avif.writeUInt32BE(6_000, avif.indexOf('ispe') + place);
  const message =
    'An AVIF may have at most 24 megapixels; this one has 36. Save it as JPEG or WebP and try again.';
  await expectTooLarge(avif, 'large.avif', message);
});

/** A form by hand, on a connection of its own. */
const openForm = (kind: string, headers: Record<string, string>) =>
  http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/upload/${kind}`,
    agent: false,
    headers: {
      ...fromOwnPage,
      ...headers,
      'Content-Type': 'multipart/form-data; boundary=xyz',
      Cookie: [...host.jar].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });

interface Sent {
  status: number;
  body: string;
}

/** Sends a form by hand: in chunks of unknown length, or with the length that it claims. */
async function sendRaw(
  content: (send: (part: Buffer) => Promise<void>) => Promise<void>,
  length?: number,
): Promise<Sent> {
  const request = openForm('file', length === undefined ? {} : { 'Content-Length': String(length) });
  let cut = false;
  request.setMaxListeners(0);
  request.on('error', () => {
    cut = true;
  });
  const answered = once(request, 'response').catch(() => []);
  request.write(`--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`);
  await content(async (part) => {
    if (!cut && !request.write(part)) await Promise.race([once(request, 'drain'), answered, pause(1_000)]);
  });
  if (!cut) request.end();
  const [response] = (await answered) as [http.IncomingMessage?];
  let body = '';
  for await (const chunk of response ?? []) body += chunk;
  return { status: response?.statusCode ?? 0, body };
}

const megabytes = (count: number) => async (send: (part: Buffer) => Promise<void>) => {
  for (let index = 0; index < count; index += 1) await send(Buffer.alloc(1024 * 1024, 'text '));
};

test('bytes are counted while reading, with any Content-Length (T-84)', {
  tags: ['waits'],
}, async () => {
  for (const length of [undefined, 26 * 1024 * 1024 + 400]) {
    const { status, body } = await sendRaw(megabytes(26), length);
    expect([status, JSON.parse(body)]).toMatchObject([413, { message: 'A file may have at most 25 MB.' }]);
    await nothingIsLeft();
  }
});

test('a Content-Length of ten gigabytes is rejected before anything is written (T-84)', async () => {
  const { status } = await sendRaw(async () => {}, 10e9);
  expect(status).toBe(413);
  await nothingIsLeft();
});

test('an aborted upload leaves nothing (T-86)', async () => {
  const request = openForm('media', {});
  request.on('error', () => {});
  request.write(`--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`);
  request.write(Buffer.concat([blackPng(100), Buffer.alloc(200_000)]));
  await expect.poll(temporaryFiles).toHaveLength(1);
  request.destroy();
  await nothingIsLeft();
});
