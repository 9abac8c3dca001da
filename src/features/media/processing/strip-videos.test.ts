import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { filmWithPlace, upload } from '../../../../test/uploads.ts';
import type { Media } from '../contract.server.ts';
import { mediaById } from '../store.server.ts';
import { stripStoredVideos } from './strip-videos.server.ts';

let app: TestApp;
let host: Browser;
beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
});
afterAll(() => app.close());

const place = '+30.1766-085.8055/';
const keyOf = (id: string) => `media/${id}/video.mp4`;

async function stored(id: string): Promise<string> {
  const file = await app.platform.storage.get(keyOf(id));
  return file ? Buffer.from(await new Response(await file.stream()).arrayBuffer()).toString('latin1') : '';
}

/** A video as it was stored before its upload was stripped. */
async function storedBefore(content: Buffer): Promise<string> {
  const response = await upload(host, 'media', filmWithPlace(place), 'tour.mp4');
  const { media } = (await response.json()) as { media: Media };
  await app.platform.pool.query('delete from stripped_videos where media_id = $1', [media.id]);
  await app.platform.storage.put(keyOf(media.id), content, 'video/mp4');
  return media.id;
}

test('videos that were stored before are stripped once', async () => {
  const id = await storedBefore(filmWithPlace(place));
  await stripStoredVideos(app.ctx);
  expect(await stored(id)).toContain('the film itself');
  expect(await stored(id)).not.toContain('30.17');
  expect((await mediaById(app.ctx.db, id))?.status).toBe('ready');
  await app.platform.storage.put(keyOf(id), filmWithPlace(place), 'video/mp4');
  await stripStoredVideos(app.ctx);
  expect(await stored(id)).toContain(place);
});

test('a stored video that cannot be read is named in the library, and stays', async () => {
  const id = await storedBefore(Buffer.from(`no film ${place}`));
  await stripStoredVideos(app.ctx);
  expect(await mediaById(app.ctx.db, id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('may hold the place where it was taken'),
  });
  expect(await stored(id)).toContain('no film');
});

test('a video that an earlier version stripped, or could not read, is stripped again', async () => {
  const id = await storedBefore(Buffer.from(`no film ${place}`));
  await stripStoredVideos(app.ctx);
  expect((await mediaById(app.ctx.db, id))?.status).toBe('failed');
  await app.platform.storage.put(keyOf(id), filmWithPlace(place), 'video/mp4');
  await app.platform.pool.query('update stripped_videos set version = 1 where media_id = $1', [id]);
  await stripStoredVideos(app.ctx);
  expect(await stored(id)).toContain('the film itself');
  expect(await stored(id)).not.toContain('30.17');
  expect(await mediaById(app.ctx.db, id)).toMatchObject({ status: 'ready', error: '' });
});

test('videos whose files are missing do not hold up an older one', async () => {
  const older = await storedBefore(filmWithPlace(place));
  for (let count = 0; count < 6; count += 1)
    await app.platform.storage.remove(keyOf(await storedBefore(filmWithPlace(place))));
  await stripStoredVideos(app.ctx);
  expect(await stored(older)).not.toContain('30.17');
});

test('a video that is too large for the disk holds up no older one, and is stripped once there is space', async () => {
  const older = await storedBefore(filmWithPlace(place));
  const large: string[] = [];
  for (let count = 0; count < 6; count += 1) large.push(await storedBefore(filmWithPlace(place)));
  const setSize = (bytes: number) =>
    app.platform.pool.query('update media set size_bytes = $1 where id = any($2)', [bytes, large]);
  await setSize(Number.MAX_SAFE_INTEGER);
  await expect(stripStoredVideos(app.ctx)).rejects.toThrow('failed');
  expect(await stored(older)).not.toContain('30.17');
  for (const id of large) expect(await stored(id)).toContain(place);
  await setSize(1_000);
  await stripStoredVideos(app.ctx);
  await stripStoredVideos(app.ctx);
  for (const id of large) expect(await stored(id)).not.toContain('30.17');
});

test('a video whose file is missing waits', async () => {
  const id = await storedBefore(filmWithPlace(place));
  await app.platform.storage.remove(keyOf(id));
  await stripStoredVideos(app.ctx);
  await app.platform.storage.put(keyOf(id), filmWithPlace(place), 'video/mp4');
  await stripStoredVideos(app.ctx);
  expect(await stored(id)).not.toContain('30.17');
});

test('an uploaded video is stripped as it comes', async () => {
  const response = await upload(host, 'media', filmWithPlace(place), 'tour.mp4');
  const { media } = (await response.json()) as { media: Media };
  const { rows } = await app.platform.pool.query('select from stripped_videos where media_id = $1', [
    media.id,
  ]);
  expect(rows).toHaveLength(1);
});
