import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { createStorage } from './create-storage.server.ts';

let folder: string;
let inside: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-keys-'));
  inside = path.join(folder, 'storage');
  await mkdir(inside);
  await writeFile(path.join(folder, 'secret.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const storage = () => createStorage(`file:${inside}`);
const put = (key: string) => storage().put(key, Buffer.from('x'), 'text/plain');
const everything = () => readdir(folder, { recursive: true });
const hostile = [
  '',
  '.',
  '..',
  'a',
  'a/b',
  '/etc/passwd.txt',
  '../secret.json',
  'a/../../secret.json',
  'a/..\\secret.json',
  './a.jpg',
  'a//b.jpg',
  'a/.jpg',
  '.env',
  'a/.b.jpg',
  'a.b.jpg',
  'A.jpg',
  'a.JPG',
  'a b.jpg',
  'a\n.jpg',
  'a.jpg\n',
  'a\0.jpg',
  'a%2f..%2fb.jpg',
  'é.jpg',
  '~a.jpg',
  '$(a).jpg',
  'a*.jpg',
  'a.jpg/',
  'a.jpg/b',
  `${'a'.repeat(197)}.jpg`,
];

test.each(hostile)('%j is rejected as a key: nothing is written, read or removed', async (key) => {
  const before = await everything();
  await expect(put(key)).rejects.toThrow('Not a storage key');
  await expect(storage().remove(key)).rejects.toThrow('Not a storage key');
  expect(await storage().get(key)).toBeNull();
  expect(await everything()).toEqual(before);
});

test('a key of 200 characters is accepted', async () => {
  const key = `${'a'.repeat(196)}.jpg`;
  await put(key);
  expect((await storage().get(key))?.size).toBe(1);
  await storage().remove(key);
});

test('no key creates a file outside the storage', async () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    'a',
    'b1',
    '-',
    '.jpg',
    '%2e',
    '\0',
    ' ',
    'storage',
    '~',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 7 }), async (parts) => {
      await put(parts.join('')).catch(() => {});
      expect((await readdir(folder)).toSorted()).toEqual(['secret.json', 'storage']);
    }),
    { numRuns: runs(300) },
  );
});

test('a list leaves out files that are no keys, and those of other folders', async () => {
  await rm(inside, { recursive: true });
  await mkdir(path.join(inside, 'media'), { recursive: true });
  for (const name of ['media/a.jpg', 'media/B.jpg', 'media/.hidden', 'media/a.jpg.tmp', 'other.txt'])
    await writeFile(path.join(inside, name), 'x');
  const keys = async (below: string) => {
    const listed: string[] = [];
    for await (const { key } of storage().list(below)) listed.push(key);
    return listed;
  };
  expect(await keys('media')).toEqual(['media/a.jpg']);
  expect(await keys('missing')).toEqual([]);
});

test.each(['', 'ftp://a.example', 'https://a.example/bucket', '/absolute', 's3://bucket'])(
  'the storage URL "%s" is rejected without the settings of a bucket',
  (url) => {
    expect(() => createStorage(url)).toThrow('STORAGE_URL must start with file: or s3:');
  },
);
