import type { S3Settings } from '../../env.server.ts';
import { createDiskStorage } from './disk.server.ts';
import { createS3Storage } from './s3.server.ts';
import type { Storage } from './storage.server.ts';

export type { Storage } from './storage.server.ts';

/** Lower-case folders and one extension: no key leads out of its storage or has a meaning in a shell or a URL. */
const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;
const maxKeyLength = 200;
const isKey = (key: string): boolean => key.length <= maxKeyLength && keyPattern.test(key);

/** @param url `file:/absolute/folder`, or the `s3:` URL that `s3` was parsed from */
export function createStorage(url: string, s3: S3Settings | null = null): Storage {
  if (!s3 && !url.startsWith('file:')) throw new Error('STORAGE_URL must start with file: or s3:');
  const storage = s3 ? createS3Storage(s3) : createDiskStorage(url);
  const checked = (key: string): string => {
    if (!isKey(key)) throw new Error(`Not a storage key: ${key}`);
    return key;
  };
  return {
    put: async (key, body, type) => storage.put(checked(key), body, type),
    get: async (key) => (isKey(key) ? storage.get(key) : null),
    remove: async (key) => storage.remove(checked(key)),
    async *list(folder) {
      for await (const entry of storage.list(folder)) if (isKey(entry.key)) yield entry;
    },
  };
}
