import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type BackupIndex, indexName, storagePrefix } from './backup-form.ts';

const damaged = 'The backup is damaged or incomplete; nothing was changed.';

/**
 * Writes the archive's files below a new folder that nobody else may enter, and compares each with its checksum.
 * @throws Error when a file is missing, changed or would lie outside the folder
 */
export async function unpackBackup(file: string, folder: string): Promise<BackupIndex> {
  const checksums: Record<string, string> = {};
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const entries = extract();
    const reading = pipeline(createReadStream(file), createGunzip(), entries);
    reading.catch(() => {});
    for await (const entry of entries) {
      const { name } = entry.header;
      const target = path.join(folder, name);
      if (!target.startsWith(folder + path.sep)) throw new Error(damaged);
      await mkdir(path.dirname(target), { recursive: true });
      const hash = createHash('sha256');
      entry.on('data', (chunk) => hash.update(chunk as Buffer));
      // Stored files keep the mode that the site gives them; rows hold guests' addresses.
      const mode = name.startsWith(storagePrefix) ? 0o644 : 0o600;
      await pipeline(entry, createWriteStream(target, { mode, flush: true }));
      if (name !== indexName) checksums[name] = hash.digest('hex');
    }
    await reading;
    const index = JSON.parse(await readFile(path.join(folder, indexName), 'utf8')) as BackupIndex;
    const names = Object.keys(index.checksums);
    const isComplete = names.length === Object.keys(checksums).length;
    if (!isComplete || names.some((name) => checksums[name] !== index.checksums[name]))
      throw new Error(damaged);
    return index;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new Error(damaged, { cause: error });
  }
}
