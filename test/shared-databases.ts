import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../src/db/client.server.ts';
import { createDatabase, databaseUrl, dropDatabase } from './database.ts';
import { resetDatabase } from './database-reset.ts';

/** A copy of the template and the connections to it; one file after another uses both. */
export interface SharedDatabase {
  name: string;
  url: string;
  pool: pg.Pool;
  timeoutFactor: number;
  uses: number;
}

/** Those that no app uses at the moment. */
const unused: SharedDatabase[] = [];

/** Deleted rows stay in the files of a database that nothing vacuums. */
const maxUses = 20;

/** A database with the template's rows: one that an earlier file of this process is done with, or a new one. */
export async function takeDatabase(maxConnections: number, timeoutFactor: number): Promise<SharedDatabase> {
  const index = unused.findIndex(
    (database) => database.pool.options.max === maxConnections && database.timeoutFactor === timeoutFactor,
  );
  const [reused] = index < 0 ? [] : unused.splice(index, 1);
  if (reused) return reused;
  const name = `${inject('templateName')}_${randomBytes(8).toString('hex')}`;
  await asAdmin((admin) => createDatabase(admin, name, inject('templateName')));
  const url = databaseUrl(inject('serverUrl'), name);
  return { name, url, pool: createPool(url, timeoutFactor, maxConnections), timeoutFactor, uses: 0 };
}

/** Resets a database for the next file; one that cannot be reset is dropped. */
export async function returnDatabase(database: SharedDatabase): Promise<void> {
  const { pool, name } = database;
  database.uses += 1;
  const isIdle = !pool.ended && pool.idleCount === pool.totalCount;
  if (isIdle && database.uses < maxUses && (await resetDatabase(pool))) {
    unused.push(database);
    return;
  }
  if (!pool.ended) await pool.end();
  if (inject('dropsDatabases')) await asAdmin((admin) => dropDatabase(admin, name));
}

async function asAdmin(act: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('serverUrl') });
  await admin.connect();
  try {
    await act(admin);
  } finally {
    await admin.end();
  }
}
