import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { fromOwnPage, plainPicture, upload } from '../../../../test/uploads.ts';
import { inUploadQueue } from './upload-queue.server.ts';

const app = await testAppForFile();
const { pool, settings } = app.platform;
const host = await signedInBrowser(app, 'host@example.com');

/** Everything an upload leaves: rows and files. */
const traces = async () => ({
  rows: (await pool.query('select count(*) from media')).rows[0].count,
  files: (await readdir(settings.dataDir, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  ).length,
});
const answer = async (response: Response) => ({
  http: response.status,
  ...((await response.json()) as { code: string; message: string; fields?: object }),
});
const picture = await plainPicture(40, 30).png().toBuffer();
const narrow = (width: number, height: number) => plainPicture(width, height).png().toBuffer();
const noPicture = 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture, or an MP4 or WebM video.';
const noFile =
  'Please choose a PDF, text, CSV, Word, Excel, PowerPoint, OpenDocument or ZIP file, or a picture.';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';
const tiff = await sharp(picture).tiff().toBuffer();

test.each<[string, 'media' | 'file', Uint8Array | string, number, string]>([
  ['a text among the pictures', 'media', 'Rules of the house', 415, noPicture],
  ['a drawing among the pictures', 'media', svg, 415, noPicture],
  ['a PDF among the pictures', 'media', '%PDF-1.7\n', 415, noPicture],
  ['a picture that sites cannot show', 'media', tiff, 415, noPicture],
  ['a picture that sites cannot show, as a file', 'file', tiff, 415, noFile],
  ['a web page as a file', 'file', '<!doctype html><p>Hello', 415, noFile],
  ['a drawing as a file', 'file', svg, 415, noFile],
  ['a program as a file', 'file', Buffer.from('7f454c46020101', 'hex'), 415, noFile],
  ['bytes without a type as a file', 'file', Buffer.from([1, 2, 3, 0, 4]), 415, noFile],
  ['nothing', 'media', '', 400, 'This file is empty.'],
  ['nothing as a file', 'file', '', 400, 'This file is empty.'],
  [
    'a film that is none',
    'media',
    '\0\0\0\x18ftypisom\0\0\0\0isommp42',
    400,
    'This file could not be read as a video.',
  ],
  [
    'a picture that ends early',
    'media',
    picture.subarray(0, 60),
    400,
    'This file could not be read as a picture.',
  ],
])('%s is rejected with a message, and nothing of it stays', async (_, kind, content, http, message) => {
  const before = await traces();
  expect(await answer(await upload(host, kind, content, 'upload.bin'))).toMatchObject({ http, message });
  expect(await traces()).toEqual(before);
});

test('an image too long and narrow is rejected in both orientations, also as a file', async () => {
  const before = await traces();
  for (const [width, height] of [
    [9_000, 1],
    [1, 9_000],
  ] as const)
    for (const kind of ['media', 'file'] as const)
      expect(await answer(await upload(host, kind, await narrow(width, height)))).toMatchObject({
        http: 400,
        code: 'invalid',
        message: 'This picture is too long and narrow.',
      });
  expect(await traces()).toEqual(before);
});

test.each(['media', 'file'] as const)(
  'an alternative text of 500 characters is stored by /upload/%s, and one more is rejected',
  async (kind) => {
    const before = await traces();
    const long = await upload(host, kind, picture, 'a.png', { alt: 'é'.repeat(501) });
    const message = 'Maximum length is 500';
    expect(await answer(long)).toMatchObject({ http: 400, message, fields: { alt: message } });
    expect(await traces()).toEqual(before);
    const fits = await upload(host, kind, picture, 'a.png', { alt: ` ${'é'.repeat(500)}\n` });
    expect(fits.status).toBe(200);
    const { media } = (await fits.json()) as { media: { alt: string } };
    expect([...media.alt]).toHaveLength(500);
  },
);

test('a body that is no form, or has two files or another text, is rejected with a message', async () => {
  const before = await traces();
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    host.request('POST', '/api/upload/media', { body, headers: { ...fromOwnPage, ...headers } }).then(answer);
  const form = (...parts: [string, string | File][]) => {
    const data = new FormData();
    for (const [name, value] of parts) data.append(name, value);
    return data;
  };
  const file = new File([new Uint8Array(picture)], 'a.png');
  const noForm = 'Please send the file as multipart/form-data.';
  expect(await send('{}', { 'Content-Type': 'application/json' })).toMatchObject({
    http: 415,
    message: noForm,
  });
  expect(await send(new Uint8Array(picture), { 'Content-Type': 'image/png' })).toMatchObject({
    http: 415,
    message: noForm,
  });
  const oneFile = { http: 400, message: 'Please send exactly one file.' };
  expect(await send(form(['alt', 'x']))).toMatchObject(oneFile);
  expect(await send(form(['file', file], ['file', file]))).toMatchObject(oneFile);
  expect(await send(form(['picture', file]))).toMatchObject(oneFile);
  expect(await send(form(['file', file], ['role', 'admin']))).toMatchObject(oneFile);
  expect(await send(form(['file', file], ['alt', 'x'.repeat(2_001)]))).toMatchObject({
    http: 400,
    message: 'A text of this form is too long.',
  });
  expect(await traces()).toEqual(before);
});

test('while three uploads run and forty wait, the next is rejected for ten seconds and leaves nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const under = Array.from({ length: 43 }, () => inUploadQueue(() => promise));
  const before = await traces();
  const response = await upload(host, 'media', picture);
  expect(response.headers.get('Retry-After')).toBe('10');
  expect(await answer(response)).toMatchObject({
    http: 503,
    code: 'unavailable',
    message: 'Many uploads are under way. Please try again in a moment.',
  });
  expect(await traces()).toEqual(before);
  resolve();
  await Promise.all(under);
  expect((await upload(host, 'media', picture)).status).toBe(200);
});

test.each([
  ['page=0', { page: 'Page is a number from 1' }],
  ['page=1000001', { page: 'Page is a number from 1' }],
  ['page=01', { page: 'Page is a number from 1' }],
  ['kind=svg', { kind: 'Kind is one of image, video, file' }],
  ['kind=constructor', { kind: 'Kind is one of image, video, file' }],
  ['unused=1', { unused: 'Unused is true or false' }],
  [`search=${'x'.repeat(201)}`, { search: 'Maximum length is 200' }],
  ['page=x&kind=x', { page: 'Page is a number from 1', kind: 'Kind is one of image, video, file' }],
])('the library rejects ?%s with a message', async (query, fields) => {
  const response = await answer(await host.request('GET', `/api/admin/media?${query}`));
  expect([response.http, response.fields]).toEqual([400, fields]);
});

test.each([`search=${'x'.repeat(200)}`, 'page=1000000', 'unused=false&kind=video', 'search=%00&kind='])(
  'the library accepts ?%s',
  async (query) => {
    expect((await host.request('GET', `/api/admin/media?${query}`)).status).toBe(200);
  },
);

test.each(['uses of', 'x'])(
  'the uses of the unknown upload "%s" are not found, with a message',
  async (id) => {
    const place = `/api/admin/media/${encodeURIComponent(id)}/uses`;
    expect(await answer(await host.request('GET', place))).toMatchObject({
      http: 404,
      message: 'There is no such upload.',
    });
  },
);
