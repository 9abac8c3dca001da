import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { AppError } from '../../shared/errors.ts';
import { isSystemError } from '../storage/storage.server.ts';
import { type BackupIndex, indexName, storagePrefix } from './backup-form.server.ts';
import { BackupKeyError, decryptBackup } from './encryption.server.ts';

const damaged = 'The backup is damaged or incomplete; nothing was changed.';

interface UnpackOptions {
  /** The key of an encrypted backup; `null` if there is none. */
  key?: Buffer | null;
  /** Whether stored files are compared with their checksums and not written. */
  rowsOnly?: boolean;
}

/**
 * Writes the archive's files below a new folder that only its owner may enter, and compares each with its checksum.
 * @throws BackupKeyError when it is encrypted and the key is missing or another
 * @throws Error when a file is missing, changed or would lie outside the folder; a file system's errors and those of the source
 * pass as they are, because they say nothing of the backup
 */
export async function unpackBackup(
  source: Readable,
  folder: string,
  { key = null, rowsOnly = false }: UnpackOptions = {},
): Promise<BackupIndex> {
  const checksums: Record<string, string> = {};
  let sourceError: unknown;
  source.on('error', (error) => {
    sourceError = error;
  });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const entries = extract();
    let hasIndex = false;
    const reading = pipeline(decryptBackup(source, key), createGunzip(), entries);
    reading.catch(() => {});
    for await (const entry of entries) {
      const { name } = entry.header;
      const target = path.join(folder, name);
      if (!target.startsWith(folder + path.sep)) throw new Error(damaged);
      const isStored = name.startsWith(storagePrefix);
      const isWritten = !isStored || !rowsOnly;
      if (isWritten) await mkdir(path.dirname(target), { recursive: true });
      const hash = createHash('sha256');
      // The entry's data flows from here on.
      entry.on('data', (chunk) => hash.update(chunk as Buffer));
      // Stored files keep the mode that the site gives them; rows hold guests' addresses.
      const mode = isStored ? 0o644 : 0o600;
      if (isWritten) await pipeline(entry, createWriteStream(target, { mode, flush: true }));
      else await pipeline(entry, discard);
      if (name === indexName) hasIndex = true;
      else checksums[name] = hash.digest('hex');
    }
    await reading;
    if (!hasIndex) throw new Error(damaged);
    const index = JSON.parse(await readFile(path.join(folder, indexName), 'utf8')) as BackupIndex;
    const names = Object.keys(index.checksums);
    const isComplete = names.length === Object.keys(checksums).length;
    if (!isComplete || names.some((name) => checksums[name] !== index.checksums[name]))
      throw new Error(damaged);
    return index;
  } catch (error) {
    source.destroy();
    if (sourceError) throw toSourceError(sourceError);
    if (error instanceof BackupKeyError || isSystemError(error)) throw error;
    throw new Error(damaged, { cause: error });
  }
}

/** A bucket's connection that breaks is an error without a system call. */
function toSourceError(error: unknown): unknown {
  if (isSystemError(error) || error instanceof AppError) return error;
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return new Error(`The backup could not be read to its end (${reason}); nothing was changed.`, {
    cause: error,
  });
}

async function discard(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}
