import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { BackupPlaceSettings } from '../../env.server.ts';
import { folderOfUrl } from '../storage/disk.server.ts';
import { createS3Storage } from '../storage/s3.server.ts';
import { isLeftover, nameTime } from './backup-name.ts';

/** A folder or a bucket that holds backups under the names of `dailyName`. */
export interface BackupPlace {
  /** A folder in which a backup is written until it is complete. */
  workFolder: string;
  /** Moves a finished local file there, where it appears as a whole. */
  save(file: string, name: string): Promise<void>;
  open(name: string): Promise<Readable>;
  /** The names of its backups, the oldest first. */
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** The URL of one backup, which `npm run restore` reads. */
  toUrl(name: string): string;
}

/** @param workFolder for the backups of a bucket until they are there */
export function openBackupPlace({ url, s3 }: BackupPlaceSettings, workFolder: string): BackupPlace {
  return s3 ? openBucket(url, createS3Storage(s3), workFolder) : openFolder(url);
}

/** Makes the folder, and deletes what killed backups left in it. */
export async function prepareWorkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (isLeftover(name)) await rm(path.join(folder, name), { force: true });
}

function openFolder(url: string): BackupPlace {
  const folder = folderOfUrl(url);
  return {
    workFolder: folder,
    save: (file, name) => rename(file, path.join(folder, name)),
    open: async (name) => createReadStream(path.join(folder, name)),
    names: async () => (await readdir(folder)).filter((name) => nameTime(name)).sort(),
    remove: (name) => rm(path.join(folder, name), { force: true }),
    toUrl: (name) => `${url.replace(/\/+$/, '')}/${name}`,
  };
}

type Bucket = ReturnType<typeof createS3Storage>;

/** The maximum size of one upload to a bucket. */
const maxBucketBytes = 5_000_000_000;

export const isTooLargeForBucket = (bytes: number): boolean => bytes > maxBucketBytes;

function openBucket(url: string, bucket: Bucket, workFolder: string): BackupPlace {
  const [address = '', query] = url.split('?');
  return {
    workFolder,
    save: (file, name) => bucket.put(name, { file }, 'application/octet-stream'),
    async open(name) {
      const stored = await bucket.get(name);
      if (!stored) throw new Error(`There is no backup ${name} in the bucket.`);
      return Readable.fromWeb((await stored.stream()) as Parameters<typeof Readable.fromWeb>[0]);
    },
    async names() {
      const names: string[] = [];
      for await (const { key } of bucket.list('site-')) if (nameTime(key)) names.push(key);
      return names.sort();
    },
    remove: (name) => bucket.remove(name),
    toUrl: (name) => `${address.replace(/\/+$/, '')}/${name}${query ? `?${query}` : ''}`,
  };
}

interface NamedBackup {
  /** URL of the place. */
  url: string;
  /** `null`: the newest there. */
  name: string | null;
}

/** Divides a URL into a place and the backup that it names, if it names one. */
export function splitBackupUrl(url: string): NamedBackup {
  const [address = '', query] = url.split('?');
  const end = address.lastIndexOf('/');
  const name = address.slice(end + 1);
  if (!nameTime(name)) return { url, name: null };
  return { url: `${address.slice(0, end)}${query ? `?${query}` : ''}`, name };
}
