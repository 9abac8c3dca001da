import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  type BackupIndex,
  dataTablesOf,
  indexName,
  storagePrefix,
  type Table,
  tableFile,
  versionsOf,
} from './backup-form.ts';
import { CopyOut } from './copy.ts';
import { main, namedFile, openSiteData, type SiteData, say } from './site-data.ts';
import { padding, tarEnd, tarHeader } from './tar.ts';

/**
 * Writes one archive (tar, gzip) with every row and every file of the site, which may be running. All rows are of one
 * moment; files never change under their name, and those of rows newer than that moment do no harm.
 * @param file must not exist yet; it appears there only when it is complete
 */
async function backUp(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} exists already: choose another name.`);
  const data = await openSiteData(process.env, 'npm run backup');
  const unfinished = `${file}.unfinished`;
  try {
    const destination = createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true });
    const index: Index = { files: 0, rowsFile: `${file}.rows` };
    await pipeline(Readable.from(archive(data, index)), createGzip(), destination);
    await rename(unfinished, file);
    const { size } = await stat(file);
    const note = data.storageFolder ? '' : ' Files in the bucket are not part of it.';
    return `Backup written to ${file} (${(size / 1e6).toFixed(1)} MB, ${index.files} files).${note}`;
  } finally {
    await rm(unfinished, { force: true });
    await rm(`${file}.rows`, { force: true });
    await data.close();
  }
}

interface Index {
  files: number;
  /** Where the rows of one table wait until their size is known. */
  rowsFile: string;
}

async function* archive({ client, storageFolder }: SiteData, index: Index): AsyncGenerator<Buffer> {
  const checksums: BackupIndex['checksums'] = {};
  await client.query('begin isolation level repeatable read, read only');
  const versions = await versionsOf(client);
  if (!versions)
    throw new Error('There is nothing to back up: the site has not been started with this database.');
  const tables = await dataTablesOf(client);
  say(`Reading ${tables.length} tables`);
  for (const table of tables) {
    await pipeline(
      client.query(new CopyOut(copyOut(table))),
      createWriteStream(index.rowsFile, { mode: 0o600 }),
    );
    yield* entry(tableFile(table), index.rowsFile, checksums);
  }
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname in ('public', 'graphile_worker')`,
  );
  await client.query('commit');
  const keys = storageFolder ? await storageKeys(storageFolder) : [];
  say(`Reading ${keys.length} files`);
  for (const key of keys) yield* entry(storagePrefix + key, path.join(storageFolder ?? '', key), checksums);
  index.files = keys.length;
  const sequences = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const madeAt = new Date().toISOString();
  const content = Buffer.from(
    `${JSON.stringify({ format: 1, madeAt, versions, tables, sequences, checksums } satisfies BackupIndex, null, 1)}\n`,
  );
  yield tarHeader(indexName, content.length, new Date());
  yield content;
  yield padding(content.length);
  yield tarEnd;
}

const copyOut = ({ name, columns }: Table): string => `copy ${name} (${columns.join(', ')}) to stdout`;

async function* entry(name: string, file: string, checksums: Record<string, string>): AsyncGenerator<Buffer> {
  const { size, mtime } = await stat(file);
  const hash: Hash = createHash('sha256');
  let read = 0;
  yield tarHeader(name, size, mtime);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    read += chunk.length;
    hash.update(chunk);
    yield chunk;
  }
  if (read !== size) throw new Error(`${file} changed while it was read: try again.`);
  yield padding(size);
  checksums[name] = hash.digest('hex');
}

/** Every stored file; those that are still being written are left out. */
async function storageKeys(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

await main(async () => {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new Error('Say where to write the backup: npm run backup -- FILE');
  return backUp(namedFile(name));
});
