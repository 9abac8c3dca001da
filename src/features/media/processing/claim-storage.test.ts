import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { createStorage } from '../../../platform/storage/create-storage.server.ts';
import { storageAway } from '../../../platform/storage/storage.server.ts';
import { installationId } from '../store.server.ts';
import { claimStorage, isOtherStorage } from './storage-owner.server.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-claim-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const app = await testAppForFile();
const { pool, db } = app.platform;
const withFolder = (name: string) => ({ ...app.platform, storage: createStorage(`file:${folder}/${name}`) });

test('a database leaves its mark in its storage, also where another one left its own', async () => {
  const own = withFolder('own');
  await own.storage.put('installations/another.txt', Buffer.from('another'), 'text/plain');
  await claimStorage(own);
  await claimStorage(own);
  expect(await isOtherStorage(own)).toBe(false);
  expect(await own.storage.get(`installations/${await installationId(db)}.txt`)).not.toBeNull();
});

test('a database with uploads does not start with a storage that lacks its mark', async () => {
  await expect(claimStorage(withFolder('other'))).rejects.toThrow(
    /^The files of this site lie in another storage than .*: let STORAGE_URL name the one that all machines share/,
  );
  expect(await isOtherStorage(withFolder('other'))).toBe(true);
  await pool.query('update installation set storage_marked_at = null');
  await claimStorage(withFolder('other'));
});

test('two first processes that start concurrently both start', async () => {
  await pool.query('update installation set storage_marked_at = null');
  const shared = withFolder('shared');
  let isFirst = true;
  await claimStorage({
    ...shared,
    storage: {
      ...shared.storage,
      // The other process writes the mark while this one checks for it.
      async get(key) {
        const mark = await shared.storage.get(key);
        if (isFirst) {
          isFirst = false;
          await claimStorage(shared);
        }
        return mark;
      },
    },
  });
  expect(await isOtherStorage(shared)).toBe(false);
});

test('a database without uploads starts with any storage', async () => {
  await pool.query('delete from media');
  await claimStorage(withFolder('third'));
});

test('a storage that is away does not keep the site from starting', async () => {
  const away = withFolder('away');
  await claimStorage({
    ...away,
    storage: {
      ...away.storage,
      get: async () => {
        throw storageAway(new Error('away'));
      },
    },
  });
});
