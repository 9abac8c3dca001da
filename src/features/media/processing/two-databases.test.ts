import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openS3, type S3Server } from '../../../../sandbox/s3/server.ts';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { bucketEnv } from '../../../../test/storage.ts';
import { plainPicture, upload } from '../../../../test/uploads.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Media } from '../contract.server.ts';
import { deleteMediaFiles, deleteOrphanedUploads } from './delete-orphans.server.ts';

const dayMs = 86_400_000;

let folder: string;
let s3: S3Server;
let now: Date;
let apps: TestApp[];
beforeAll(async () => {
  s3 = await openS3();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-two-'));
  now = new Date();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  s3.objects.clear();
  await rm(folder, { recursive: true });
});
afterAll(() => s3.close());

const kinds: [string, () => Record<string, string>][] = [
  ['a folder', () => ({ STORAGE_URL: `file:${folder}/files` })],
  ['a bucket', () => bucketEnv(s3)],
];

describe.each(kinds)('two databases with the same storage in %s', (_, env) => {
  async function siteWithDatabaseOfItsOwn(): Promise<TestApp> {
    const app = await testApp({ env: env(), now: () => now });
    apps.push(app);
    return app;
  }

  /** Uploads an image and a file as a host of a site does. */
  async function uploadTwo(app: TestApp): Promise<string[]> {
    now = new Date();
    const host = await signedInBrowser(app, 'host@example.com');
    const picture = await upload(host, 'media', await plainPicture(30, 30).png().toBuffer());
    const file = await upload(host, 'file', 'Rules', 'rules.txt');
    const ids = [];
    for (const response of [picture, file]) {
      expect(response.status).toBe(200);
      ids.push(((await response.json()) as { media: Media }).media.id);
    }
    await runQueuedJobs(app.platform);
    return ids;
  }

  const keysOf = async ({ platform }: TestApp, ids: string[]): Promise<string[]> => {
    const keys: string[] = [];
    for (const place of ['media/', 'files/', 'originals/'])
      for await (const { key } of platform.storage.list(place)) keys.push(key);
    return keys.filter((key) => ids.some((id) => key.includes(id))).sort();
  };

  /** What the queue does every hour, for some months. */
  async function sweepForMonths({ ctx }: TestApp): Promise<void> {
    for (const days of [0, 1.5, 40, 90]) {
      now = new Date(Date.now() + days * dayMs);
      await deleteOrphanedUploads(ctx);
    }
    now = new Date();
  }

  test.each([true, false])(
    'an empty database on an old storage removes nothing, and going back finds everything (swept before: %s)',
    async (isSweptBefore) => {
      const old = await siteWithDatabaseOfItsOwn();
      const uploads = await uploadTwo(old);
      if (isSweptBefore) await deleteOrphanedUploads(old.ctx);
      const before = await keysOf(old, uploads);
      expect(before).toHaveLength(4);

      const fresh = await siteWithDatabaseOfItsOwn();
      await sweepForMonths(fresh);
      expect(await keysOf(old, uploads)).toEqual(before);

      await sweepForMonths(old);
      expect(await keysOf(old, uploads)).toEqual(before);
    },
  );

  test('two sites that share a storage keep the uploads of both', async () => {
    const production = await siteWithDatabaseOfItsOwn();
    const staging = await siteWithDatabaseOfItsOwn();
    for (const app of [production, staging]) await deleteOrphanedUploads(app.ctx);
    const uploads = [...(await uploadTwo(production)), ...(await uploadTwo(staging))];
    const before = await keysOf(production, uploads);
    for (const app of [production, staging, production]) await sweepForMonths(app);
    // Images of the first start have the same ids in both.
    await deleteMediaFiles(staging.ctx, uploads);
    expect(await keysOf(production, uploads)).toEqual(before);
  });

  test("orphans are removed once the other database's mark is deleted", async () => {
    const site = await siteWithDatabaseOfItsOwn();
    await deleteOrphanedUploads(site.ctx);
    const other = `installations/${newId()}.txt`;
    await site.platform.storage.put(other, Buffer.from('another database'), 'text/plain');
    const orphan = newId();
    await site.platform.storage.put(`files/${orphan}/content.bin`, Buffer.from('x'), 'text/plain');
    await sweepForMonths(site);
    expect(await keysOf(site, [orphan])).toHaveLength(1);
    await site.platform.storage.remove(other);
    await sweepForMonths(site);
    expect(await keysOf(site, [orphan])).toEqual([]);
  });
});
