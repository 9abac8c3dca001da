import { Kysely, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import { type Bulkhead, createBulkhead, groupsOfStatement } from './bulkhead.server.ts';
import { SiteDialect } from './dialect.server.ts';
import { LateConnection, readTimeoutMs } from './late-connection.server.ts';
import type { Database } from './types.ts';

/** The database, or a transaction on it; the first argument of every function in a store. */
export type Db = Kysely<Database>;

/** An open transaction, for what only works inside one: locks, and writes that belong together. */
export type Tx = Transaction<Database>;

// A date has no time zone and 8-byte counts stay far below 2^53 here, so both are read as they are written.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How many statements of requests and jobs one process runs at once; the queue has connections of its own. */
const maxConnections = 16;

/** What every connection begins with: limits that keep one stuck statement from starving the rest. */
export const connectionLimits = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

const bulkheads = new WeakMap<pg.Pool, Bulkhead>();

/**
 * Connections with time limits: 5 s a statement, 2 s waiting for a lock, 10 s idle in a transaction, 3 s waiting for a
 * connection. Statements by `query` and by `createDb` take turns, so that a locked table holds a few connections at most;
 * `connect` gives a connection for long work, without turns.
 */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...connectionLimits,
    connectionString: url,
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    application_name: 'pcb-beach-rentals',
  });
  surviveBrokenConnections(pool);
  const bulkhead = createBulkhead();
  bulkheads.set(pool, bulkhead);
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  pool.query = (async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const leave = await bulkhead.enter(groupsOfStatement(config.text));
    return query({ ...config, query_timeout: readTimeoutMs } as pg.QueryConfig).finally(leave);
  }) as typeof pool.query;
  return pool;
}

/** Without listeners a connection that breaks would end the process; a pool replaces it by itself. */
export function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** The typed way to the pool of `createPool`. */
export function createDb(pool: pg.Pool): Db {
  const bulkhead = bulkheads.get(pool) ?? createBulkhead();
  // Kysely asks for cursors, too; nothing here uses them.
  const connect = async () => new LateConnection(pool, bulkhead) as object as PostgresPoolClient;
  return new Kysely<Database>({
    dialect: new SiteDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
}
