import type { S3Settings } from '../env.server.ts';
import { createDiskStorage } from './storage-disk.server.ts';
import { createS3Storage } from './storage-s3.server.ts';

/** What to store: bytes, or a finished file of this machine, which is read as it is sent. */
export type StorageBody = Buffer | { file: string };

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A stored file. */
interface StoredFile {
  /** Bytes of the whole file. */
  size: number;
  etag: string;
  /** Opens the file, or a part of it. */
  stream(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

/** A key that is in use, as a listing tells it. */
export interface StoredKey {
  key: string;
  changedAt: Date;
}

/**
 * Files under keys such as `media/0198…/960.avif`, on a disk or in a bucket. Every call may throw an AppError
 * `unavailable` while the bucket cannot be reached; nothing then counts as written, removed or missing.
 */
export interface Storage {
  /** Whoever reads meanwhile finds the old file or the new one, never a part. */
  put(key: string, body: StorageBody, type: string): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** A key that is not there is no error. */
  remove(key: string): Promise<void>;
  /** @param folder for instance `media/`; every key below it, in no order */
  list(folder: string): AsyncIterable<StoredKey>;
}

/** Lower-case folders and one extension: no key leads out of its storage, and none means anything to a shell or a URL. */
const keyForm = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/**
 * @param url `file:/absolute/folder`, or the `s3:` address that `s3` was parsed from
 * @throws Error naming STORAGE_URL for any other scheme
 */
export function createStorage(url: string, s3: S3Settings | null = null): Storage {
  if (!s3 && !url.startsWith('file:')) throw new Error('STORAGE_URL must start with file: or s3:');
  const storage = s3 ? createS3Storage(s3) : createDiskStorage(url);
  const checked = (key: string): string => {
    if (!keyForm.test(key)) throw new Error(`Not a storage key: ${key}`);
    return key;
  };
  return {
    put: async (key, body, type) => storage.put(checked(key), body, type),
    get: async (key) => (keyForm.test(key) ? storage.get(key) : null),
    remove: async (key) => storage.remove(checked(key)),
    async *list(folder) {
      for await (const found of storage.list(folder)) if (keyForm.test(found.key)) yield found;
    },
  };
}
