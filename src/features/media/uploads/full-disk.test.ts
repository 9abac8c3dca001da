import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { plainPicture, upload } from '../../../../test/uploads.ts';
import { createStorage } from '../../../platform/storage/create-storage.server.ts';

let app: TestApp;
let host: Browser;
let folder: string;
/** Files that may still be written before the disk is full. */
let room: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-full-'));
  const disk = createStorage(`file:${folder}`);
  const storage: typeof disk = {
    ...disk,
    async put(...file) {
      if (room === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      room -= 1;
      await disk.put(...file);
    },
  };
  app = await testApp({ storage });
  host = await signedInBrowser(app, 'host@example.com');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const filesBelow = async (place: string): Promise<string[]> =>
  (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test.each([0, 1])(
  'when the disk is full after %i files, a message reports it and nothing stays (T-86)',
  async (files) => {
    room = files;
    const response = await upload(host, 'media', await plainPicture(40, 40).png().toBuffer());
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '300']);
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      message: 'There is no room left for this file on the server. Please try again later.',
    });
    expect(await filesBelow(folder)).toEqual([]);
    expect(await filesBelow(path.join(app.platform.settings.dataDir, 'tmp'))).toEqual([]);
    const { rows } = await app.platform.pool.query('select id from media where uploaded_by is not null');
    expect(rows).toEqual([]);
  },
);
