import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openS3, type S3Server } from '../../../sandbox/s3/server.ts';
import { bucketEnv, storageWith } from '../../../test/storage.ts';
import { createStorage, type Storage } from './create-storage.server.ts';
import type { ByteRange } from './storage.server.ts';

const away = { code: 'unavailable', retryAfterSeconds: 10 };

let folder: string;
let s3: S3Server;
let storage: Storage;

beforeAll(async () => {
  s3 = await openS3();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'storage-'));
});
afterEach(async () => {
  s3.objects.clear();
  s3.faults.splice(0);
  s3.requests.splice(0);
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => s3.close());

const read = async (key: string, range?: ByteRange) =>
  new Response(await (await storage.get(key))?.stream(range)).text();

const listed = async (below: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(below)) keys.push(key);
  return keys;
};

const kinds: [string, () => Storage][] = [
  ['a folder', () => storageWith({ STORAGE_URL: `file:${folder}/files` })],
  ['a bucket', () => storageWith(bucketEnv(s3))],
];

describe.each(kinds)('storage in %s', (_, create) => {
  beforeEach(() => {
    storage = create();
  });

  test('get reads what put stored, whole or in part', async () => {
    await storage.put('media/a-1/tour.mp4', Buffer.from('0123456789'), 'video/mp4');
    expect(await read('media/a-1/tour.mp4')).toBe('0123456789');
    expect(await read('media/a-1/tour.mp4', { start: 2, end: 4 })).toBe('234');
    expect((await storage.get('media/a-1/tour.mp4'))?.size).toBe(10);
  });

  test('put stores a local file unchanged', async () => {
    const file = path.join(folder, 'upload');
    const body = Buffer.alloc(3_000_001, 'beach');
    await writeFile(file, body);
    await storage.put('media/a-1/video.mp4', { file }, 'video/mp4');
    expect(Buffer.from(await read('media/a-1/video.mp4')).equals(body)).toBe(true);
  });

  test('put stores an empty file', async () => {
    await storage.put('a/b.bin', Buffer.alloc(0), 'text/plain');
    expect((await storage.get('a/b.bin'))?.size).toBe(0);
    expect(await read('a/b.bin')).toBe('');
  });

  test('a second put replaces the file and its ETag', async () => {
    await storage.put('a/b.jpg', Buffer.from('old'), 'image/jpeg');
    const before = await storage.get('a/b.jpg');
    await Promise.all(
      Array.from({ length: 8 }, () => storage.put('a/b.jpg', Buffer.from('newer'), 'image/jpeg')),
    );
    expect(await read('a/b.jpg')).toBe('newer');
    expect((await storage.get('a/b.jpg'))?.etag).not.toBe(before?.etag);
    expect(await listed('a/')).toEqual(['a/b.jpg']);
  });

  test('get of a missing file is null, and remove does not throw', async () => {
    expect(await storage.get('a/none.jpg')).toBeNull();
    await storage.remove('a/none.jpg');
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    await storage.remove('a/b.jpg');
    expect(await storage.get('a/b.jpg')).toBeNull();
  });

  test('list yields the keys below a folder with their change times', async () => {
    const keys = [1, 2, 3, 4, 5, 6, 7].map((n) => `media/m-${n}/480.jpg`);
    for (const key of [...keys, 'files/f.pdf']) await storage.put(key, Buffer.from('x'), 'image/jpeg');
    expect((await listed('media/')).sort()).toEqual(keys);
    expect(await listed('nothing/')).toEqual([]);
    for await (const { changedAt } of storage.list('media/'))
      expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
  });

  test('no key leads out of the storage', async () => {
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
      'a/b.jpg?x',
      'a%2fb.jpg',
      'ä/b.jpg',
      `a/${'b'.repeat(300)}.jpg`,
    ];
    for (const key of odd) {
      expect(await storage.get(key)).toBeNull();
      await expect(storage.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('Not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('Not a storage key');
    }
    expect(s3.requests).toEqual([]);
  });
});

describe('disk', () => {
  test('list omits unfinished files and deletes them after a day', async () => {
    storage = createStorage(`file:${folder}/files`);
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    for (const name of ['c.jpg.1.tmp', 'd.jpg.2.tmp']) await writeFile(`${folder}/files/a/${name}`, 'half');
    await utimes(`${folder}/files/a/c.jpg.1.tmp`, 1e9, 1e9);
    expect(await listed('a/')).toEqual(['a/b.jpg']);
    expect((await readdir(`${folder}/files/a`)).sort()).toEqual(['b.jpg', 'd.jpg.2.tmp']);
  });

  describe('that fails', () => {
    // A link to itself fails even for the superuser, who may otherwise read everything.
    const loopAt = async (place: string): Promise<void> => {
      await mkdir(path.dirname(`${folder}/files/${place}`), { recursive: true });
      await symlink(path.basename(place), `${folder}/files/${place}`);
    };
    beforeEach(() => {
      storage = createStorage(`file:${folder}/files`);
    });

    test('is away: no file counts as missing', async () => {
      await loopAt('a/b.jpg');
      await loopAt('media');
      for (const key of ['a/b.jpg', 'media/m-1/480.jpg'])
        await expect(storage.get(key)).rejects.toMatchObject(away);
    });

    test('is away: no file counts as written or removed', async () => {
      await loopAt('media');
      const put = storage.put('media/m-1/480.jpg', Buffer.from('x'), 'image/jpeg');
      await expect(put).rejects.toMatchObject(away);
      await expect(storage.remove('media/m-1/480.jpg')).rejects.toMatchObject(away);
    });

    test('is away: no folder counts as empty', async () => {
      await loopAt('media');
      await expect(listed('media/')).rejects.toMatchObject(away);
      await writeFile(`${folder}/files/originals`, 'a file in the place of a folder');
      expect(await listed('originals/')).toEqual([]);
      await loopAt('files/f-1/content.bin');
      await storage.put('files/f-2/content.bin', Buffer.from('x'), 'text/plain');
      expect(await listed('files/')).toEqual(['files/f-2/content.bin']);
    });

    test('is away for who found a file that cannot be opened', async () => {
      await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
      const found = await storage.get('a/b.jpg');
      await rm(`${folder}/files/a/b.jpg`);
      await loopAt('a/b.jpg');
      await expect(found?.stream()).rejects.toMatchObject(away);
    });

    test('is away where a file lies in the place of its folder', async () => {
      await writeFile(`${folder}/files`, '');
      const put = storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
      await expect(put).rejects.toMatchObject(away);
      expect(await storage.get('a/b.jpg')).toBeNull();
      await storage.remove('a/b.jpg');
      expect(await listed('a/')).toEqual([]);
    });

    test('reports an upload that is gone before it is stored', async () => {
      const put = storage.put('a/b.jpg', { file: path.join(folder, 'no-upload') }, 'image/jpeg');
      await expect(put).rejects.toMatchObject(away);
      expect(await readdir(`${folder}/files/a`)).toEqual([]);
    });
  });

  test('createStorage rejects an unknown scheme', () => {
    expect(() => createStorage('ftp://files/prefix')).toThrow('STORAGE_URL');
    expect(() => createStorage('s3://bucket/prefix')).toThrow('STORAGE_URL');
  });
});

describe('bucket', () => {
  beforeEach(() => {
    storage = storageWith(bucketEnv(s3));
  });

  test('keys lie below the configured folder, each with its type', async () => {
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    expect([...s3.objects.keys()]).toEqual(['beach-files/site/a/b.jpg']);
    expect(s3.objects.get('beach-files/site/a/b.jpg')?.type).toBe('image/jpeg');
  });

  test('a transient failure is retried', async () => {
    s3.faults.push(503, 'reset');
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    expect(s3.requests).toHaveLength(3);
    expect(await read('a/b.jpg')).toBe('x');
  });

  test('every call to an unreachable bucket throws unavailable', async () => {
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    const away3 = () => s3.faults.push(500, 429, 'reset');
    away3();
    await expect(storage.get('a/b.jpg')).rejects.toMatchObject(away);
    away3();
    await expect(storage.remove('a/b.jpg')).rejects.toMatchObject(away);
    away3();
    await expect(storage.put('a/b.jpg', Buffer.from('y'), 'image/jpeg')).rejects.toMatchObject(away);
    away3();
    await expect(listed('a/')).rejects.toMatchObject(away);
    expect(await read('a/b.jpg')).toBe('x');
  });

  test('rejected credentials are not retried', async () => {
    storage = storageWith({ ...bucketEnv(s3), AWS_SECRET_ACCESS_KEY: 'another' });
    await expect(storage.get('a/b.jpg')).rejects.toMatchObject(away);
    await expect(storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(away);
    expect(s3.requests).toHaveLength(2);
    expect(s3.objects.size).toBe(0);
  });

  test('redirects are not followed', async () => {
    s3.faults.push('redirect');
    await expect(storage.get('a/b.jpg')).rejects.toMatchObject(away);
    expect(s3.requests).toHaveLength(1);
  });

  test('the stand-in rejects unsigned and changed requests', async () => {
    expect((await fetch(`${s3.url}/beach-files/site/a.jpg`)).status).toBe(403);
    await storage.put('a/b.jpg', Buffer.from('x'), 'image/jpeg');
    expect((await fetch(`${s3.url}/beach-files/?list-type=2`)).status).toBe(403);
  });
});
