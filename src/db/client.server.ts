import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { SiteDialect } from './dialect.server.ts';
import type { Database } from './types.ts';

/** The database, or a transaction on it; the first argument of every function in a store. */
export type Db = Kysely<Database>;

/** An open transaction, for what only works inside one: locks, and writes that belong together. */
export type Tx = Transaction<Database>;

// A date has no time zone and 8-byte counts stay far below 2^53 here, so both are read as they are written.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Connections with the time limits that keep one stuck statement from starving the rest: 5 s a statement, 2 s waiting
 * for a lock, 10 s idle in a transaction, 3 s waiting for a connection.
 */
export function createPool(url: string, options: { max?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'pcb-beach-rentals',
  });
  // Without a listener a connection that breaks while idle would end the process; the pool replaces it by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export const createDb = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new SiteDialect({ pool }) });
