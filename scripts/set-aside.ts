import { existsSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { migrationLock } from '../src/db/migrate.server.ts';
import { listDataTables } from '../src/platform/backups/backup-form.server.ts';
import { seededTables } from '../src/seed/seeded-tables.ts';
import { type SiteData, siteDataConnection } from './site-data.ts';

/*
 * While a backup is restored, the former rows and files of the site are set aside under other names. The schema
 * `public_replaced` exists exactly until the restore has ended: the transaction that restores the rows drops it.
 */

/** The name under which a schema is set aside. */
export const aside = (name: string): string => `${name}_replaced`;
const asideFolder = (folder: string): string => `${folder}.replaced`;

async function schemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ nspname: string }>('select nspname from pg_namespace');
  return rows.map(({ nspname }) => nspname);
}

/**
 * Renames the schemas of the site and makes an empty `public`, in one transaction with the lock and the check of its
 * connections: a site that starts later finds what was set aside, and does not start.
 */
export async function setRowsAside({ client }: SiteData): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await assertSiteStopped(client);
  const existing = await schemas(client);
  await client.query(`create schema if not exists public;
    alter schema public rename to ${aside('public')};
    ${existing.includes('graphile_worker') ? `alter schema graphile_worker rename to ${aside('graphile_worker')};` : ''}
    create schema public;
    grant usage on schema public to public`);
  await moveExtensions(client, aside('public'), 'public');
  await client.query('commit');
}

/** Migrations that make extensions do not run again, and the drop of a schema would take them along. */
async function moveExtensions(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(extname) as name from pg_extension where extnamespace = $1::regnamespace`,
    [from],
  );
  for (const { name } of rows)
    await client.query(`alter extension ${name} set schema ${to}`).catch((error: Error) => {
      throw new Error(
        `The extension ${name} cannot be kept (${error.message}): restore with a DATABASE_URL of its owner, or have its owner move it out of the schema public.`,
      );
    });
}

/**
 * Checks for every kind of connection that a site has: its pool closes idle ones, its queue and its listener keep theirs.
 * @throws Error when a site is connected to the database
 */
export async function assertSiteStopped(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'pcb-%' and application_name <> $1`,
    [siteDataConnection],
  );
  if (rowCount) throw new Error('The site is running with this database: stop it first.');
}

/** Returns the device that a file lies on; null for a missing one. */
const deviceOf = (file: string): Promise<number | null> =>
  lstat(file).then(
    ({ dev }) => dev,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );

/**
 * Checks that the storage folder can be renamed, which no mount point can.
 * @param device returns what `stat` calls `dev`; a test has mounts of its own
 * @throws Error for a mount point
 */
export async function assertNoMountPoint(folder: string, device = deviceOf): Promise<void> {
  const own = await device(folder);
  // The trailing dot follows a symbolic link in the parent's place.
  if (own !== null && own !== (await device(`${path.dirname(folder)}/.`)))
    throw new Error(
      'STORAGE_URL names a mount point, which cannot be set aside: let it name a folder inside it.',
    );
}

/** Puts restored files in the place of the site's, which are set aside. */
export async function setFilesAside(folder: string, restored: string): Promise<void> {
  if (existsSync(folder)) await rename(folder, asideFolder(folder));
  await rename(restored, folder);
}

/** Call it in the transaction that restores the rows. */
export async function dropRowsAside({ client }: SiteData): Promise<void> {
  for (const name of ['public', 'graphile_worker'])
    await client.query(`drop schema if exists ${aside(name)} cascade`);
}

/** Deletes the files that were set aside; call it once the rows are dropped. */
export const dropFilesAside = async ({ storageFolder }: SiteData): Promise<void> => {
  if (storageFolder) await rm(asideFolder(storageFolder), { recursive: true, force: true });
};

/**
 * Throws when an earlier version of the site took in rows after a restore was interrupted. Checks every table that is empty in
 * a new site, also those of other versions: an unfinished restore leaves no row in them.
 */
async function assertNoNewRows(client: pg.Client): Promise<void> {
  const counts: string[] = [];
  for (const { name } of await listDataTables(client, ['public'])) {
    const table = name.slice('public.'.length);
    if (seededTables.includes(table)) continue;
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    if (rows[0]?.count) counts.push(`${table}: ${rows[0].count}`);
  }
  if (counts.length > 0)
    throw new Error(
      `Since a restore was interrupted new rows came in (${counts.join(', ')}). Save them if they matter, for instance with pg_dump, then add --discard-new-rows to lose them.`,
    );
}

interface PutBackOptions {
  /** Whether rows that came in since may be lost. */
  discardNewRows: boolean;
}

/**
 * Restores what was set aside, after a failure now or a killed restore.
 * @returns whether anything was set aside
 */
export async function putBack(data: SiteData, { discardNewRows }: PutBackOptions): Promise<boolean> {
  const { client, storageFolder } = data;
  await client.query('rollback');
  const existing = await schemas(client);
  if (!existing.includes(aside('public'))) return false;
  if (!discardNewRows) await assertNoNewRows(client);
  if (storageFolder && existsSync(asideFolder(storageFolder))) {
    await rm(storageFolder, { recursive: true, force: true });
    await rename(asideFolder(storageFolder), storageFolder);
  }
  const queueBack = `alter schema ${aside('graphile_worker')} rename to graphile_worker;`;
  await client.query('begin');
  if (existing.includes('public')) await moveExtensions(client, 'public', aside('public'));
  await client.query(`drop schema if exists graphile_worker cascade;
    drop schema if exists public cascade;
    alter schema ${aside('public')} rename to public;
    ${existing.includes(aside('graphile_worker')) ? queueBack : ''}
    commit`);
  return true;
}
