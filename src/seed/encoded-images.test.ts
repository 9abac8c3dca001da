import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { buildImages, readImage } from './encoded-images.server.ts';

const temporary = await mkdtemp(path.join(os.tmpdir(), 'images-'));
const folder = pathToFileURL(`${temporary}/`);
afterAll(() => rm(temporary, { recursive: true }));

test('an image of the build is what the encoder makes now, and a later build keeps it and nothing else', async () => {
  const now = await readImage('guest-05', folder);
  await buildImages(folder, ['guest-05']);
  const [key, ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(await readImage('guest-05', folder)).toEqual(now);
  expect(now.files.map(({ name }) => name)).toContain(`${now.width}.avif`);
  await mkdir(new URL('of-an-older-drawing', folder));
  await buildImages(folder, ['guest-05']);
  expect(await readdir(folder)).toEqual([key]);
});

test('every user of the machine may read the images of the build', async () => {
  const [key] = await readdir(folder);
  expect((await stat(new URL(`${key}/`, folder))).mode & 0o777).toBe(0o755);
});

test('an image that was not built whole is made now', async () => {
  const now = await readImage('guest-05', folder);
  await rm(new URL(`${(await readdir(folder))[0]}/image.json`, folder));
  expect(await readImage('guest-05', folder)).toEqual(now);
});
