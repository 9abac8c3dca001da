import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { plainPicture, upload } from '../../../../test/uploads.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Media } from '../contract.server.ts';
import { deleteMediaFiles, deleteOrphanedUploads } from './delete-orphans.server.ts';

let app: TestApp;
let host: Browser;
let now: Date;
beforeAll(async () => {
  app = await testApp({ now: () => now });
  now = new Date();
  host = await signedInBrowser(app, 'host@example.com');
  // The first run marks the storage as this database's.
  await deleteOrphanedUploads(app.ctx);
});
beforeEach(() => {
  now = new Date();
});
afterAll(() => app.close());

const inDays = (days: number) => {
  now = new Date(Date.now() + days * 86_400_000);
};

const keys = async (): Promise<string[]> => {
  const orphans: string[] = [];
  for (const folder of ['media/', 'files/', 'originals/'])
    for await (const { key } of app.platform.storage.list(folder)) orphans.push(key);
  return orphans.sort();
};

async function uploaded(kind: 'media' | 'file', content: Uint8Array | string): Promise<Media> {
  return ((await (await upload(host, kind, content, 'rules.txt')).json()) as { media: Media }).media;
}

const put = (key: string) => app.platform.storage.put(key, Buffer.from('x'), 'image/jpeg');

test('deleteOrphanedUploads removes unneeded originals after a day and files without a row after 30 days', async () => {
  const file = await uploaded('file', 'Rules');
  const picture = await uploaded('media', await plainPicture(30, 30).png().toBuffer());
  await runQueuedJobs(app.platform);
  const trashed = newId();
  await app.platform.pool.query(
    `insert into deleted_rows (id, table_name, row_id, label, row, deleted_by_email, deleted_at, expires_at)
     values (gen_random_uuid(), 'media', $1, 'a', '{"status": "ready"}', 'host@example.com', now(), now())`,
    [trashed],
  );
  const orphan = newId();
  const kept = await keys();
  await put(`media/${trashed}/480.jpg`);
  const orphans = [`media/${orphan}/480.jpg`, `files/${orphan}/content.bin`];
  const unneeded = `originals/${picture.id}/picture.bin`;
  for (const key of [...orphans, unneeded]) await put(key);

  await deleteOrphanedUploads(app.ctx);
  expect(await keys()).toHaveLength(kept.length + 4);
  for (const days of [2, 29]) {
    inDays(days);
    await deleteOrphanedUploads(app.ctx);
    expect(await keys()).toEqual([...kept, ...orphans, `media/${trashed}/480.jpg`].sort());
  }
  inDays(31);
  await deleteOrphanedUploads(app.ctx);
  expect(await keys()).toEqual([...kept, `media/${trashed}/480.jpg`].sort());
  expect(kept).toContain(`files/${file.id}/content.bin`);
});

test('deleteOrphanedUploads keeps all files when most seem orphaned', async () => {
  for (let index = 0; index < 60; index += 1) await put(`media/${newId()}/480.jpg`);
  const before = await keys();
  inDays(40);
  await deleteOrphanedUploads(app.ctx);
  expect(await keys()).toEqual(before);
});

test('deleteOrphanedUploads deletes temporary files of yesterday, not of today', async () => {
  const folder = path.join(app.platform.settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  for (const name of ['old.upload', 'new.upload']) await writeFile(path.join(folder, name), 'half');
  await utimes(path.join(folder, 'old.upload'), 1e9, 1e9);
  await deleteOrphanedUploads(app.ctx);
  expect(await readdir(folder)).toEqual(['new.upload']);
});

test('deleteOrphanedUploads enqueues an image without a job', async () => {
  const picture = await uploaded('media', await plainPicture(31, 31).png().toBuffer());
  await app.platform.pool.query('delete from graphile_worker._private_jobs');
  await deleteOrphanedUploads(app.ctx);
  expect(await runQueuedJobs(app.platform)).toBe(0);
  const status = async () =>
    (await app.platform.pool.query('select status from media where id = $1', [picture.id])).rows[0].status;
  expect(await status()).toBe('processing');
  now = new Date(Date.now() + 2 * 3_600_000);
  await deleteOrphanedUploads(app.ctx);
  await runQueuedJobs(app.platform);
  expect(await status()).toBe('ready');
});

test('purging an upload removes only its files', async () => {
  const file = await uploaded('file', 'More rules');
  const picture = await uploaded('media', await plainPicture(32, 32).png().toBuffer());
  const others = (await keys()).filter((key) => !key.includes(file.id) && !key.includes(picture.id));
  await deleteMediaFiles(app.ctx, [file.id, picture.id, '../../etc', 'x']);
  expect(await keys()).toEqual(others);
});

test('purging continues while files cannot be removed', async () => {
  const storage = { ...app.platform.storage, remove: () => Promise.reject(new Error('away')) };
  const file = await uploaded('file', 'Even more rules');
  await deleteMediaFiles({ ...app.ctx, storage }, [file.id]);
  expect(await keys()).toContain(`files/${file.id}/content.bin`);
});
