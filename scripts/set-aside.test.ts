import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertNoMountPoint } from './set-aside.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-aside-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refusal = 'STORAGE_URL names a mount point, which cannot be set aside: let it name a folder inside it.';
/** A machine with a volume at `/srv/files`. */
const device = async (file: string) => (file.startsWith('/srv/files') ? 2 : 1);

test('a restore rejects a storage folder that is a mount point, and accepts one inside it', async () => {
  await expect(assertNoMountPoint('/srv/files', device)).rejects.toThrow(refusal);
  await assertNoMountPoint('/srv/files/storage', device);
});

test('a restore accepts a folder, a missing one and a symbolic link, which can be renamed', async () => {
  await mkdir(path.join(folder, 'storage'));
  await symlink('/proc', path.join(folder, 'link'));
  for (const name of ['storage', 'missing', 'missing/below', 'link'])
    await assertNoMountPoint(path.join(folder, name));
});
