import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import { isMissing, storageAway, storageFault } from './faults.server.ts';
import type { Storage, StorageBody, StorageEntry } from './storage.server.ts';

/**
 * Files in a folder.
 * @param url `file:/absolute/folder`; keys have been checked by the caller
 */
export function createDiskStorage(url: string): Storage {
  const folder = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
  const place = (key: string): string => path.join(folder, key);
  return {
    async put(key, body) {
      const target = place(key);
      const unfinished = `${target}.${randomUUID()}.tmp`;
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await write(body, unfinished);
        await rename(unfinished, target);
      } catch (error) {
        // Should that fail, too, the listing deletes it a day later.
        await rm(unfinished, { force: true }).catch(() => {});
        throw storageFault(error);
      }
    },
    async get(key) {
      const info = await existing(stat(place(key)));
      if (!info?.isFile()) return null;
      return {
        size: info.size,
        etag: `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
        async stream(range) {
          const handle = await open(place(key)).catch((error) => {
            throw storageAway(error);
          });
          return Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>;
        },
      };
    },
    async remove(key) {
      await existing(rm(place(key)));
    },
    list: (below) => keysBelow(folder, below),
  };
}

/** A file beside its final place, safe on the disk. */
const write = (body: StorageBody, file: string): Promise<void> =>
  Buffer.isBuffer(body)
    ? writeFile(file, body, { flag: 'wx', flush: true })
    : pipeline(createReadStream(body.file), createWriteStream(file, { flags: 'wx', flush: true }));

/** What a call says about a file or folder, or `null` where there is none. @throws AppError `unavailable` */
const existing = <Result>(call: Promise<Result>): Promise<Result | null> =>
  call.catch((error) => {
    if (isMissing(error)) return null;
    throw storageAway(error);
  });

/** Files that are still being written end in `.tmp`; those that a killed process left behind are deleted on the way. */
async function* keysBelow(folder: string, below: string): AsyncGenerator<StorageEntry> {
  const entries = await existing(opendir(path.join(folder, below), { recursive: true }));
  try {
    for await (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const info = await existing(stat(file));
      if (!info) continue;
      const isAbandoned = entry.name.endsWith('.tmp') && Date.now() - info.mtimeMs > abandonedAfterMs;
      if (isAbandoned) await existing(rm(file));
      else yield { key: path.relative(folder, file).split(path.sep).join('/'), changedAt: info.mtime };
    }
  } catch (error) {
    throw error instanceof AppError ? error : storageAway(error);
  }
}

const abandonedAfterMs = dayMs;
