import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A stored file, or a part of it. */
interface StoredFile {
  /** Opens the bytes that were asked for. */
  stream(): ReadableStream<Uint8Array>;
  /** Bytes of the whole file. */
  size: number;
  etag: string;
}

/** Files under keys such as `media/0198…/960.avif`. */
export interface Storage {
  put(key: string, body: Buffer, type: string): Promise<void>;
  /** @param range first and last byte, both included */
  get(key: string, range?: { start: number; end: number }): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
}

const keyForm = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/**
 * @param url `file:/absolute/folder`
 * @throws Error naming STORAGE_URL for any other scheme
 */
export function createStorage(url: string): Storage {
  if (!url.startsWith('file:')) throw new Error('STORAGE_URL must start with file:');
  const folder = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
  const place = (key: string): string => {
    if (!keyForm.test(key)) throw new Error(`Not a storage key: ${key}`);
    return path.join(folder, key);
  };
  return {
    async put(key, body) {
      const target = place(key);
      await mkdir(path.dirname(target), { recursive: true });
      const unfinished = `${target}.${randomUUID()}.tmp`;
      try {
        await writeFile(unfinished, body, { flag: 'wx', flush: true });
        await rename(unfinished, target);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      if (!keyForm.test(key)) return null;
      const info = await stat(place(key)).catch(() => null);
      if (!info?.isFile()) return null;
      return {
        size: info.size,
        etag: `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
        stream: () => Readable.toWeb(createReadStream(place(key), range)) as ReadableStream<Uint8Array>,
      };
    },
    remove: async (key) => rm(place(key), { force: true }),
  };
}
