import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { encryptBackup } from './encryption.server.ts';
import { type ArchiveSource, writeArchive } from './write-archive.server.ts';

interface Written {
  bytes: number;
  fileCount: number;
}

/**
 * Writes a compressed backup of the site, which may be running, into a new file that only its owner may read.
 * @param key encrypts it; `null`: plain
 */
export async function writeBackup(
  file: string,
  source: ArchiveSource,
  key: Buffer | null,
  signal?: AbortSignal,
): Promise<Written> {
  const rowsFile = `${file.replace(/\.unfinished$/, '')}.rows`;
  const destination = createWriteStream(file, { flags: 'w', mode: 0o600, flush: true });
  const archive = pack();
  const writing = writeArchive(archive, source, rowsFile).catch((error: Error) => {
    archive.destroy(error);
    throw error;
  });
  const zipped = createGzip();
  const options = { signal };
  const saving = key
    ? pipeline(archive, zipped, (bytes: Readable) => encryptBackup(bytes, key), destination, options)
    : pipeline(archive, zipped, destination, options);
  try {
    const [fileCount] = await Promise.all([writing, saving]);
    return { bytes: (await stat(file)).size, fileCount };
  } finally {
    await rm(rowsFile, { force: true });
  }
}
