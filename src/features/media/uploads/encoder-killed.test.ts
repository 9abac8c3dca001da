import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { killingChildren } from '../../../../test/children.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { plainPicture, upload } from '../../../../test/uploads.ts';
import type { Media } from '../contract.server.ts';
import { encodeUpload } from '../processing/process-image.server.ts';

let app: TestApp;
let host: Browser;
beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
  await app.platform.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => app.close());

const large = () => plainPicture(5_000, 4_000).png().toBuffer();

const unavailable = {
  code: 'unavailable',
  message: 'This picture could not be worked on just now. Please try again.',
};

async function newPicture(): Promise<Media> {
  const response = await upload(host, 'media', await large());
  expect(response.status).toBe(200);
  return ((await response.json()) as { media: Media }).media;
}

const rowOf = async ({ id }: Media) =>
  (await app.platform.pool.query('select status, error from media where id = $1', [id])).rows[0];

test('an upload whose encoder is killed gets 503, and nothing of it stays', async () => {
  const picture = await large();
  const response = await killingChildren('encode-image.worker', () => upload(host, 'media', picture));
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(await response.json()).toMatchObject(unavailable);
  const { rows } = await app.platform.pool.query('select id from media where uploaded_by is not null');
  expect(rows).toEqual([]);
  expect(await readdir(path.join(app.platform.settings.dataDir, 'tmp'))).toEqual([]);
  expect((await upload(host, 'media', picture)).status).toBe(200);
});

test('a later attempt makes the sizes after a killed encoder', async () => {
  const media = await newPicture();
  for (const number of [1, 3, 9]) {
    const work = () => encodeUpload(app.ctx, media.id, { number, maxAttempts: 10 });
    await expect(killingChildren('encode-image.worker', work)).rejects.toMatchObject(unavailable);
  }
  expect(await rowOf(media)).toMatchObject({ status: 'processing' });
  while ((await runQueuedJobs(app.platform)) > 0);
  expect(await rowOf(media)).toMatchObject({ status: 'ready' });
});

test('an image that kills the encoder at every attempt fails with a message', async () => {
  const media = await newPicture();
  await killingChildren('encode-image.worker', () =>
    encodeUpload(app.ctx, media.id, { number: 10, maxAttempts: 10 }),
  );
  expect(await rowOf(media)).toEqual({
    status: 'failed',
    error: 'Its other sizes could not be made. Please upload it again.',
  });
});
