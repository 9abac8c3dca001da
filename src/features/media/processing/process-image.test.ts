import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openS3, type S3Server } from '../../../../sandbox/s3/server.ts';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { bucketEnv } from '../../../../test/storage.ts';
import { plainPicture, upload } from '../../../../test/uploads.ts';
import type { Storage } from '../../../platform/storage/create-storage.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Media } from '../contract.server.ts';
import { imagesByUrl } from '../store.server.ts';
import { deleteOrphanedUploads } from './delete-orphans.server.ts';
import { encodeUpload } from './process-image.server.ts';

let s3: S3Server;
let app: TestApp;
let host: Browser;
beforeAll(async () => {
  s3 = await openS3();
  app = await testApp({ env: bucketEnv(s3) });
  host = await signedInBrowser(app, 'host@example.com');
  // These tests ignore the mail with the sign-in code.
  await app.platform.pool.query('delete from graphile_worker._private_jobs');
});
afterEach(() => s3.faults.splice(0));
afterAll(async () => {
  await app.close();
  await s3.close();
});

async function newPicture(width = 500): Promise<Media> {
  const response = await upload(host, 'media', await plainPicture(width, 300).png().toBuffer());
  expect(response.status).toBe(200);
  return ((await response.json()) as { media: Media }).media;
}

const keysOf = ({ id }: Media): string[] => [...s3.objects.keys()].filter((key) => key.includes(id)).sort();

const rowOf = async ({ id }: Media) =>
  (await app.platform.pool.query('select status, error, widths from media where id = $1', [id])).rows[0];

const jobs = async () =>
  (await app.platform.pool.query('select key, attempts, last_error from graphile_worker.jobs')).rows;

test('encodeUpload makes all sizes in a bucket, too, and removes the original', async () => {
  const media = await newPicture();
  const at = `beach-files/site/media/${media.id}`;
  expect(keysOf(media)).toEqual([`${at}/500.jpg`, `beach-files/site/originals/${media.id}/picture.bin`]);
  expect(await runQueuedJobs(app.platform)).toBe(0);
  expect(await rowOf(media)).toEqual({ status: 'ready', error: '', widths: [480, 500] });
  const names = [480, 500].flatMap((width) =>
    ['avif', 'jpg', 'webp'].map((type) => `${at}/${width}.${type}`),
  );
  expect(keysOf(media)).toEqual(names);
  expect([...s3.objects.values()].map(({ type }) => type)).toContain('image/avif');
  expect(await readdir(path.join(app.platform.settings.dataDir, 'tmp'))).toEqual([]);
});

test('every process is notified when an image is ready, and pages offer it only then', async () => {
  const { content, db } = app.platform;
  await expect.poll(() => content.version()).not.toBeNull();
  const media = await newPicture(301);
  expect(await imagesByUrl(db, [media.url])).toEqual(new Map());
  const before = content.version() ?? 0;
  await runQueuedJobs(app.platform);
  await expect.poll(() => content.version()).toBeGreaterThan(before);
  expect([...(await imagesByUrl(db, [media.url])).keys()]).toEqual([media.url]);
});

test('encodeUpload retries while the bucket is unavailable', async () => {
  const media = await newPicture(302);
  s3.faults.push(503, 503, 503);
  expect(await runQueuedJobs(app.platform)).toBe(1);
  expect(await jobs()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('out of reach') }]);
  expect(await rowOf(media)).toMatchObject({ status: 'processing' });
  expect(await runQueuedJobs(app.platform)).toBe(0);
  expect(await rowOf(media)).toMatchObject({ status: 'ready' });
});

test('encodeUpload fails an image without an original with a message, and keeps its one size', async () => {
  const media = await newPicture(303);
  s3.objects.delete(`beach-files/site/originals/${media.id}/picture.bin`);
  for (const waiting of [1, 1, 0]) expect(await runQueuedJobs(app.platform)).toBe(waiting);
  expect(await rowOf(media)).toEqual({
    status: 'failed',
    error: 'Its other sizes could not be made. Please upload it again.',
    widths: [303],
  });
  expect(keysOf(media)).toEqual([`beach-files/site/media/${media.id}/303.jpg`]);
  expect(await imagesByUrl(app.platform.db, [media.url])).toEqual(new Map());
});

test('a bucket that is unavailable at the last attempt fails no image: the clean-up enqueues it', async () => {
  const media = await newPicture(304);
  await app.platform.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1');
  s3.faults.push(500, 500, 500);
  await runQueuedJobs(app.platform);
  expect(await rowOf(media)).toMatchObject({ status: 'processing' });
  expect(keysOf(media)).toHaveLength(2);
  expect(await jobs()).toMatchObject([{ attempts: 10 }]);
  await deleteOrphanedUploads({ ...app.ctx, now: () => new Date(Date.now() + 2 * 3_600_000) });
  await runQueuedJobs(app.platform);
  expect(await rowOf(media)).toMatchObject({ status: 'ready' });
  // The job that has given up stays in the queue's tables, and is never run again.
  await app.platform.pool.query('delete from graphile_worker._private_jobs');
});

test('job and row are committed together: a rolled-back upload enqueues nothing', async () => {
  await app.platform.pool.query('delete from graphile_worker._private_jobs');
  await app.platform.pool.query(`alter table media add constraint none check (original_name <> 'none.jpg')`);
  const before = s3.objects.size;
  const picture = await plainPicture(40, 40).png().toBuffer();
  expect((await upload(host, 'media', picture, 'none.jpg')).status).toBe(500);
  expect(await jobs()).toEqual([]);
  expect(s3.objects.size).toBe(before);
});

test('an unavailable bucket rejects the upload, and nothing of it stays', async () => {
  const { rows: before } = await app.platform.pool.query('select count(*) from media');
  s3.faults.push(503, 503, 503);
  const response = await upload(host, 'file', 'Rules', 'rules.txt');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(await response.json()).toMatchObject({
    message: 'The pictures and files are out of reach for a moment. Please try again.',
  });
  const { rows: after } = await app.platform.pool.query('select count(*) from media');
  expect(after).toEqual(before);
  expect(await readdir(path.join(app.platform.settings.dataDir, 'tmp'))).toEqual([]);
});

test('encodeUpload ignores an image that was deleted while it waited', async () => {
  const media = await newPicture(305);
  await app.platform.pool.query('delete from media where id = $1', [media.id]);
  expect(await runQueuedJobs(app.platform)).toBe(0);
  expect(keysOf(media)).toHaveLength(2);
});

test.each([1, 10])(
  'an image that is deleted while it is processed keeps its original in the trash (attempt %i)',
  async (number) => {
    const media = await newPicture(305 + number);
    let trashId = '';
    const storage: Storage = {
      ...app.platform.storage,
      async put(...file) {
        const response = await host.request('DELETE', `/api/tables/media/${media.id}`);
        ({ trashId = trashId } = (await response.json()) as { trashId?: string });
        if (number === 10) throw new AppError('invalid', 'Not this one.');
        await app.platform.storage.put(...file);
      },
    };
    await encodeUpload({ ...app.ctx, storage }, media.id, { number, maxAttempts: 10 });
    const back = await host.request('POST', `/api/admin/trash/${trashId}/restore`);
    expect(back.status).toBe(200);
    await deleteOrphanedUploads({ ...app.ctx, now: () => new Date(Date.now() + 2 * 3_600_000) });
    while ((await runQueuedJobs(app.platform)) > 0);
    expect(await rowOf(media)).toMatchObject({ status: 'ready' });
  },
);

test('encodeUpload works on two images at once and puts off the others', async () => {
  const many = await Promise.all([1, 2, 3, 4, 5].map((number) => newPicture(310 + number)));
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  let ended = 0;
  const storage: Storage = {
    ...app.platform.storage,
    async get(key) {
      begun += 1;
      await gate.promise;
      return app.platform.storage.get(key);
    },
  };
  const working = many.map(async ({ id }) => {
    await encodeUpload({ ...app.ctx, storage }, id, { number: 1, maxAttempts: 10 });
    ended += 1;
  });
  // The order is open: jobs that are put off may be the first to be done.
  await expect.poll(() => [begun, ended]).toEqual([2, 3]);
  gate.resolve();
  await Promise.all(working);
  const states = await Promise.all(many.map(async (media) => (await rowOf(media)).status));
  expect(states.filter((status) => status === 'ready')).toHaveLength(2);
  while ((await runQueuedJobs(app.platform)) > 0);
  for (const media of many) expect(await rowOf(media)).toMatchObject({ status: 'ready' });
});
