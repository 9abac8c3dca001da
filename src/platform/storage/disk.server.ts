import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import {
  isMissing,
  type Storage,
  type StorageBody,
  type StorageEntry,
  storageAway,
  storageFault,
} from './storage.server.ts';

/** Resolves `file:/absolute/folder` or `file:///absolute/folder`. */
export const folderOfUrl = (url: string): string =>
  url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);

/** Stores files in the folder `file:/absolute/folder`; the caller has checked the keys. */
export function createDiskStorage(url: string): Storage {
  const folder = folderOfUrl(url);
  const toPath = (key: string): string => path.join(folder, key);
  return {
    async put(key, body) {
      const target = toPath(key);
      const unfinished = `${target}.${randomUUID()}.tmp`;
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await write(body, unfinished);
        await rename(unfinished, target);
      } catch (error) {
        // A later listing deletes what stays.
        await rm(unfinished, { force: true }).catch(() => {});
        throw storageFault(error);
      }
    },
    async get(key) {
      const info = await existing(stat(toPath(key)));
      if (!info?.isFile()) return null;
      return {
        size: info.size,
        etag: `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
        async stream(range) {
          const handle = await open(toPath(key)).catch((error) => {
            throw storageAway(error);
          });
          return Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>;
        },
      };
    },
    async remove(key) {
      await existing(rm(toPath(key)));
    },
    list: (below) => keysBelow(folder, below),
  };
}

const write = (body: StorageBody, file: string): Promise<void> =>
  Buffer.isBuffer(body)
    ? writeFile(file, body, { flag: 'wx', flush: true })
    : pipeline(createReadStream(body.file), createWriteStream(file, { flags: 'wx', flush: true }));

/** Resolves to `null` without a file. @throws AppError `unavailable` */
const existing = <Result>(call: Promise<Result>): Promise<Result | null> =>
  call.catch((error) => {
    if (isMissing(error)) return null;
    throw storageAway(error);
  });

/** Deletes unfinished files (`.tmp`) that a killed process left behind a day ago. */
async function* keysBelow(folder: string, below: string): AsyncGenerator<StorageEntry> {
  const entries = await existing(opendir(path.join(folder, below), { recursive: true }));
  try {
    for await (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const info = await existing(stat(file));
      if (!info) continue;
      const isAbandoned = entry.name.endsWith('.tmp') && Date.now() - info.mtimeMs > dayMs;
      if (isAbandoned) await existing(rm(file));
      else yield { key: path.relative(folder, file).split(path.sep).join('/'), changedAt: info.mtime };
    }
  } catch (error) {
    throw error instanceof AppError ? error : storageAway(error);
  }
}
