import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const fileName = /^(\d{3})_[a-z0-9_]+\.sql$/;
export const migrationLock = 7_233_001;

class UnfinishedRestoreError extends Error {
  constructor() {
    super(
      'A backup is being restored into this database, or that was interrupted: run "npm run restore -- FILE" to its ' +
        'end before the site is started. It begins by putting back what was set aside.',
    );
  }
}

export class NewerDatabaseError extends Error {
  constructor(version: number, latest: number) {
    super(
      `The database is at version ${version}, but this version of the site knows only up to ${latest}. ` +
        'Update the site, or point DATA_DIR or DATABASE_URL at another database.',
    );
  }
}

/**
 * Runs every pending `NNN_name.sql` in order, each in its transaction. Concurrent processes wait for an advisory lock.
 * @param hadRun for a restore, whether the backup's database had run a migration; all others are left out
 * @returns how many ran
 * @throws NewerDatabaseError, UnfinishedRestoreError
 */
export async function migrate(pool: pg.Pool, hadRun?: (version: number) => boolean): Promise<number> {
  const files = (await readdir(folder)).filter((name) => fileName.test(name)).sort();
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = '10min'; set lock_timeout = '10min'");
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if (!hadRun) await assertNoUnfinishedRestore(client);
    await client.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ version: number }>('select version from schema_migrations');
    const applied = new Set(rows.map((row) => row.version));
    const latest = Math.max(0, ...files.map((name) => Number.parseInt(name, 10)));
    const newest = Math.max(0, ...applied);
    if (newest > latest) throw new NewerDatabaseError(newest, latest);
    const pending = files.filter((name) => {
      const version = Number.parseInt(name, 10);
      return (!hadRun || hadRun(version)) && !applied.has(version);
    });
    for (const name of pending) await run(client, name);
    return pending.length;
  } finally {
    await client.query('rollback').catch(() => {});
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    // The connection is closed and not used again, because its timeouts were changed.
    client.release(true);
  }
}

async function assertNoUnfinishedRestore(client: pg.PoolClient): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_namespace where nspname = 'public_replaced'`);
  if (rowCount) throw new UnfinishedRestoreError();
}

async function run(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8');
  await client.query('begin');
  await client.query(sql);
  await client.query('insert into schema_migrations (version, name) values ($1, $2)', [
    Number.parseInt(name, 10),
    name,
  ]);
  await client.query('commit');
}

/** Whether the database is migrated and takes writes: a standby, or one in recovery, does not. */
export async function isReadyDatabase(pool: pg.Pool): Promise<boolean> {
  const count = (await readdir(folder)).filter((name) => fileName.test(name)).length;
  const { rows } = await pool.query<{ applied: number; is_read_only: boolean }>(
    `select count(*)::int as applied,
       pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only
     from schema_migrations`,
  );
  const [state] = rows;
  return state !== undefined && state.applied >= count && !state.is_read_only;
}
