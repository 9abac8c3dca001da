import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import {
  type BackupIndex,
  indexName,
  listDataTables,
  readVersions,
  storagePrefix,
  type Table,
  tableFile,
} from './backup-form.ts';
import { CopyOut } from './copy.ts';
import { refuseUnfinishedRestore } from './set-aside.ts';
import { type SiteData, say } from './site-data.ts';
import { padding, tarEnd, tarHeader } from './tar.ts';

/** What an archive needs and counts. */
export interface ArchiveState {
  files: number;
  /** Where the rows of one table wait until their size is known. */
  rowsFile: string;
}

/**
 * The bytes of an archive (tar) with every row and every file of a site. All rows are of one moment; files never change under
 * their name, and those of rows newer than that moment do no harm.
 */
export async function* archive(
  { client, storageFolder }: SiteData,
  state: ArchiveState,
): AsyncGenerator<Buffer> {
  const checksums: Checksums = {};
  await client.query('begin isolation level repeatable read, read only');
  await refuseUnfinishedRestore(client);
  const versions = await readVersions(client);
  if (!versions)
    throw new Error('There is nothing to back up: the site has not been started with this database.');
  const originals = storageFolder ? await openOriginals(storageFolder) : new Map<string, FileHandle>();
  try {
    const { tables, sequences } = yield* rows(client, state, checksums);
    if (storageFolder) state.files = yield* files(storageFolder, originals, checksums);
    const madeAt = new Date().toISOString();
    const content = Buffer.from(
      `${JSON.stringify({ format: 1, madeAt, versions, tables, sequences, checksums } satisfies BackupIndex, null, 1)}\n`,
    );
    yield tarHeader(indexName, content.length, new Date());
    yield content;
    yield padding(content.length);
    yield tarEnd;
  } finally {
    for (const handle of originals.values()) await handle.close();
  }
}

type Checksums = BackupIndex['checksums'];
type Rows = Pick<BackupIndex, 'tables' | 'sequences'>;

/** Ends the transaction, so that the files are read after the rows. */
async function* rows(
  client: pg.Client,
  { rowsFile }: ArchiveState,
  checksums: Checksums,
): AsyncGenerator<Buffer, Rows> {
  const tables = await listDataTables(client);
  say(`Reading ${tables.length} tables`);
  for (const table of tables) {
    await pipeline(client.query(new CopyOut(copyOut(table))), createWriteStream(rowsFile, { mode: 0o600 }));
    const handle = await open(rowsFile);
    try {
      yield* entry(tableFile(table), handle, checksums);
    } finally {
      await handle.close();
    }
  }
  const values = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname in ('public', 'graphile_worker')`,
  );
  await client.query('commit');
  return { tables, sequences: Object.fromEntries(values.rows.map(({ name, value }) => [name, value])) };
}

/**
 * A file that is gone when its turn comes is left out: the site deletes files whose rows are gone.
 * @param originals files that were opened before
 * @returns how many there are
 */
async function* files(
  folder: string,
  originals: Map<string, FileHandle>,
  checksums: Checksums,
): AsyncGenerator<Buffer, number> {
  const keys = [...new Set([...(await storageKeys(folder)), ...originals.keys()])].sort();
  say(`Reading ${keys.length} files`);
  let count = 0;
  for (const key of keys) {
    const handle = originals.get(key) ?? (await openUnlessGone(path.join(folder, key)));
    if (!handle) continue;
    try {
      yield* entry(storagePrefix + key, handle, checksums);
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
 * Opens uploads whose sizes are not all made. The site deletes them once they are, and the rows of this backup may still
 * need them; an open file can be read when it is deleted.
 */
async function openOriginals(folder: string): Promise<Map<string, FileHandle>> {
  const handles = new Map<string, FileHandle>();
  for (const key of await storageKeys(folder, originalsFolder)) {
    const handle = await openUnlessGone(path.join(folder, key));
    if (handle) handles.set(key, handle);
  }
  return handles;
}

async function openUnlessGone(file: string): Promise<FileHandle | null> {
  try {
    return await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const copyOut = ({ name, columns }: Table): string => `copy ${name} (${columns.join(', ')}) to stdout`;

async function* entry(name: string, file: FileHandle, checksums: Checksums): AsyncGenerator<Buffer> {
  const { size, mtime } = await file.stat();
  const hash: Hash = createHash('sha256');
  let read = 0;
  yield tarHeader(name, size, mtime);
  for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    hash.update(chunk);
    yield chunk;
  }
  if (read !== size) throw new Error(`${name} changed while it was read: try again.`);
  yield padding(size);
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
