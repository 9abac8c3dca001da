import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStorage, type Storage } from './storage.server.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'storage-'));
  storage = createStorage(`file:${folder}/files`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = async (key: string, range?: { start: number; end: number }) =>
  new Response((await storage.get(key, range))?.stream()).text();

describe('disk storage', () => {
  test('what is put can be read back, whole or in part', async () => {
    await storage.put('media/a-1/tour.mp4', Buffer.from('0123456789'), 'video/mp4');
    expect(await read('media/a-1/tour.mp4')).toBe('0123456789');
    expect(await read('media/a-1/tour.mp4', { start: 2, end: 4 })).toBe('234');
    expect((await storage.get('media/a-1/tour.mp4', { start: 2, end: 4 }))?.size).toBe(10);
  });

  test('a second put replaces the file and its tag, and leaves nothing half done', async () => {
    await storage.put('a/b.jpg', Buffer.from('old'), 'image/jpeg');
    const before = await storage.get('a/b.jpg');
    await Promise.all(
      Array.from({ length: 8 }, () => storage.put('a/b.jpg', Buffer.from('newer'), 'image/jpeg')),
    );
    expect(await read('a/b.jpg')).toBe('newer');
    expect((await storage.get('a/b.jpg'))?.etag).not.toBe(before?.etag);
    expect(await readdir(path.join(folder, 'files', 'a'))).toEqual(['b.jpg']);
  });

  test('a file that is not there is null, and removing it is no error', async () => {
    expect(await storage.get('a/none.jpg')).toBeNull();
    await storage.remove('a/none.jpg');
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    await storage.remove('a/b.jpg');
    expect(await storage.get('a/b.jpg')).toBeNull();
  });

  test('no key leads out of the folder', async () => {
    await writeFile(path.join(folder, 'secret.txt'), 'secret');
    const odd = [
      '../secret.txt',
      'a/../../secret.txt',
      '/etc/passwd',
      '..\\secret.txt',
      'a//b.jpg',
      'a.jpg\0',
      'A/B.jpg',
      'a/b',
      '',
      '.env',
    ];
    for (const key of odd) {
      expect(await storage.get(key)).toBeNull();
      await expect(async () => storage.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow(
        'Not a storage key',
      );
      await expect(async () => storage.remove(key)).rejects.toThrow('Not a storage key');
    }
  });

  test('an unknown kind of storage is named at once', () => {
    expect(() => createStorage('s3://bucket/prefix')).toThrow('STORAGE_URL');
  });
});
