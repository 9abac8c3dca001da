import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Pack } from 'tar-stream';
import {
  type BackupIndex,
  countLedger,
  indexName,
  listDataTables,
  readVersions,
  storagePrefix,
  tableFile,
} from './backup-form.server.ts';

/** The data of a site: its database and the folder of its files. */
export interface ArchiveSource {
  client: pg.Client;
  /** Null where the files lie in a bucket, which has copies of its own. */
  storageFolder: string | null;
  progress?(line: string): void;
}

/**
 * Writes every row and every file of a site into an archive. All rows are of one snapshot; files never change under
 * their name, and those of rows newer than the snapshot do no harm.
 * @param rowsFile holds the rows of one table until their size is known
 * @returns how many files
 */
export async function writeArchive(
  pack: Pack,
  { client, storageFolder, progress = () => {} }: ArchiveSource,
  rowsFile: string,
): Promise<number> {
  const checksums: Checksums = {};
  await client.query('begin isolation level repeatable read, read only');
  // This moment precedes the first read: the backup may lack what happens after it.
  const madeAt = new Date().toISOString();
  await assertNoUnfinishedRestore(client);
  const versions = await readVersions(client);
  if (!versions)
    throw new Error('There is nothing to back up: the site has not been started with this database.');
  const originals = storageFolder ? await openOriginals(storageFolder) : new Map<string, FileHandle>();
  try {
    const rows = await addRows({ pack, client, rowsFile, checksums, progress });
    const files = { pack, originals, checksums, progress };
    const fileCount = storageFolder ? await addFiles(storageFolder, files) : 0;
    const index: BackupIndex = { format: 1, madeAt, versions, ...rows, checksums };
    pack.entry({ name: indexName }, `${JSON.stringify(index, null, 1)}\n`);
    pack.finalize();
    return fileCount;
  } finally {
    for (const handle of originals.values()) await handle.close();
  }
}

type Checksums = BackupIndex['checksums'];
type Rows = Pick<BackupIndex, 'tables' | 'sequences' | 'counts'>;

interface Writing {
  pack: Pack;
  checksums: Checksums;
  progress(line: string): void;
}

interface RowsWriting extends Writing {
  client: pg.Client;
  rowsFile: string;
}

/** Ends the transaction, so that the files are read after the rows. */
async function addRows({ pack, client, rowsFile, checksums, progress }: RowsWriting): Promise<Rows> {
  const tables = await listDataTables(client);
  progress(`Reading ${tables.length} tables`);
  let rowCount = 0;
  for (const table of tables) {
    const rows = client.query(copyStreams.to(`copy ${table.name} (${table.columns.join(', ')}) to stdout`));
    await pipeline(rows, createWriteStream(rowsFile, { mode: 0o600 }));
    rowCount += rows.rowCount;
    const handle = await open(rowsFile);
    try {
      await addFile(pack, tableFile(table), handle, checksums);
    } finally {
      await handle.close();
    }
  }
  const values = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname in ('public', 'graphile_worker')`,
  );
  const counts = { tables: tables.length, rows: rowCount, ...(await countLedger(client)) };
  await client.query('commit');
  return {
    tables,
    sequences: Object.fromEntries(values.rows.map(({ name, value }) => [name, value])),
    counts,
  };
}

interface FilesWriting extends Writing {
  /** Files that were opened before the rows were read. */
  originals: Map<string, FileHandle>;
}

/**
 * Skips a file that is gone when its turn comes: the site deletes files whose rows are gone.
 * @returns how many files
 */
async function addFiles(
  folder: string,
  { pack, originals, checksums, progress }: FilesWriting,
): Promise<number> {
  const keys = [...new Set([...(await storageKeys(folder)), ...originals.keys()])].sort();
  progress(`Reading ${keys.length} files`);
  let count = 0;
  for (const key of keys) {
    const handle = originals.get(key) ?? (await openUnlessGone(path.join(folder, key)));
    if (!handle) continue;
    try {
      await addFile(pack, storagePrefix + key, handle, checksums);
      count += 1;
    } finally {
      originals.delete(key);
      await handle.close();
    }
  }
  return count;
}

const originalsFolder = 'originals/';

/**
 * Opens the uploads whose sizes are not all made. The site deletes them once they are, but the rows of this backup may
 * still need them; an open file can be read after it was deleted.
 */
async function openOriginals(folder: string): Promise<Map<string, FileHandle>> {
  const handles = new Map<string, FileHandle>();
  for (const key of await storageKeys(folder, originalsFolder)) {
    const handle = await openUnlessGone(path.join(folder, key));
    if (handle) handles.set(key, handle);
  }
  return handles;
}

/** Throws during an unfinished restore, whose tables are not those of the site. */
async function assertNoUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_namespace where nspname = 'public_replaced'`);
  if (rowCount)
    throw new Error(
      'A backup is being restored into this database, or that was interrupted: restore it to its end first.',
    );
}

async function openUnlessGone(file: string): Promise<FileHandle | null> {
  try {
    return await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function addFile(pack: Pack, name: string, file: FileHandle, checksums: Checksums): Promise<void> {
  const { size, mtime } = await file.stat();
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Buffer> {
    let byteCount = 0;
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      byteCount += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
    if (byteCount !== size) throw new Error(`${name} changed while it was read: try again.`);
  }
  await pipeline(hashed, pack.entry({ name, size, mtime }));
  checksums[name] = hash.digest('hex');
}

/** Every stored file below a folder; those that are still being written are left out. */
async function storageKeys(folder: string, below = ''): Promise<string[]> {
  const start = path.join(folder, below);
  if (!existsSync(start)) return [];
  const entries = await readdir(start, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
