import { Kysely, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import { type Bulkhead, createBulkhead, statementGroups } from './bulkhead.server.ts';
import { SiteDialect } from './dialect.server.ts';
import { isReadTimeout, LateConnection, readTimeoutMs } from './late-connection.server.ts';
import type { Database } from './schema/database.ts';

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

/** What `createDb` needs of the pool beside it. */
interface Guard {
  bulkhead: Bulkhead;
  closeIdle: () => void;
}
const guards = new WeakMap<pg.Pool, Guard>();

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
  const closeIdle = surviveBrokenConnections(pool);
  const bulkhead = createBulkhead();
  guards.set(pool, { bulkhead, closeIdle });
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  pool.query = (async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const leave = await bulkhead.enter(statementGroups(config.text));
    try {
      return await query({ ...config, query_timeout: readTimeoutMs } as pg.QueryConfig);
    } catch (error) {
      if (isReadTimeout(error)) closeIdle();
      throw error;
    } finally {
      leave();
    }
  }) as typeof pool.query;
  return pool;
}

/**
 * Lets a pool survive connections that break, which it replaces by itself; without listeners they would end the process.
 * @returns closes those in nobody's use: when one server did not answer in time, the others may be as dead
 */
export function surviveBrokenConnections(pool: pg.Pool): () => void {
  const idle = new Set<pg.PoolClient>();
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (_, client) => idle.add(client));
  return () => {
    for (const client of idle) client.connection.stream.destroy();
  };
}

/** The typed way to the pool of `createPool`. */
export function createDb(pool: pg.Pool): Db {
  const { bulkhead, closeIdle } = guards.get(pool) ?? { bulkhead: createBulkhead(), closeIdle: () => {} };
  // Kysely asks for cursors, too; nothing here uses them.
  const connect = async () => new LateConnection(pool, bulkhead, closeIdle) as object as PostgresPoolClient;
  return new Kysely<Database>({
    dialect: new SiteDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
}
