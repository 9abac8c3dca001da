import { type Driver, Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import { type Bulkhead, createBulkhead, statementGroups } from './bulkhead.server.ts';
import { isReadOnly, isReadTimeout, LateConnection, readTimeoutMs } from './late-connection.server.ts';
import { maxReserved } from './reserved-connections.server.ts';
import type { AuthTables } from './schema/auth.ts';
import type { BackupTables } from './schema/backups.ts';
import type { BookingTables } from './schema/bookings.ts';
import type { ContentTables } from './schema/content.ts';
import type { InboxTables } from './schema/inbox.ts';
import type { LaunchTables } from './schema/launch.ts';
import type { LodgingTables } from './schema/lodging.ts';
import type { OperationsTables } from './schema/operations.ts';
import type { SalesTables } from './schema/sales.ts';
import type { ScheduledMessagesTables } from './schema/scheduled-messages.ts';
import type { TurnoverTables } from './schema/turnovers.ts';

export type Db = Kysely<Database>;

export type Tx = Transaction<Database>;

// A date has no time zone, and 8-byte counts stay far below 2^53 here.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const maxConnections = 16;

const connectTimeoutMs = 3_000;

/** Timeouts in ms that keep one stuck statement from starving the rest. */
const statementLimits = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** SQL that sets the limits of a connection. */
export const setLimits = (timeoutFactor = 1): string =>
  Object.entries(statementLimits)
    .map(([name, ms]) => `set ${name} = ${ms * timeoutFactor}`)
    .join('; ');

/** The options with which every pool of the site connects. @param timeoutFactor makes every timeout so many times longer */
export const connectionOptions = (timeoutFactor = 1) => ({
  connectionTimeoutMillis: connectTimeoutMs * timeoutFactor,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** Sets the limits by a statement: poolers reject them as parameters of the connection. */
  async onConnect(client: pg.ClientBase): Promise<void> {
    const text = setLimits(timeoutFactor);
    await client.query({ text, query_timeout: connectTimeoutMs * timeoutFactor } as pg.QueryConfig);
  },
});

interface LimitedBackend {
  pid: number;
  holds: boolean;
}

/** The process of PostgreSQL that a client has at the moment, and whether the limits of statements hold there. */
async function limitedBackend(client: pg.PoolClient): Promise<LimitedBackend | undefined> {
  const { rows } = await client.query<LimitedBackend>(
    `select pg_backend_pid() as pid, bool_and(setting::bigint > 0) as holds from pg_settings where name = any ($1)`,
    [Object.keys(statementLimits)],
  );
  return rows[0];
}

/**
 * Whether the limits of statements last: a pooler in transaction mode loses them. It often returns to a client the
 * connection on which it set them, so a second client's transaction takes that connection first.
 */
export async function hasStatementLimits(pool: Pick<pg.Pool, 'connect'>): Promise<boolean> {
  const client = await pool.connect();
  try {
    const first = await limitedBackend(client);
    const now = await besideTransaction(pool, () => limitedBackend(client));
    return first?.pid === now?.pid && now?.holds === true;
  } finally {
    client.release();
  }
}

/** Does something while another client of the pool is in a transaction. */
async function besideTransaction<Result>(
  pool: Pick<pg.Pool, 'connect'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await limitedBackend(other);
    return await act();
  } finally {
    await other.query('rollback').catch(() => {});
    other.release();
  }
}

interface Guard {
  bulkhead: Bulkhead;
  closeIdle: () => void;
  readMs: number;
}
const guards = new WeakMap<pg.Pool, Guard>();

/**
 * Opens connections with timeouts. `query` and `createDb` pass the bulkhead; `connect` gives one for long work, without it.
 * @param timeoutFactor makes every timeout so many times longer, for a process that no visitor waits for
 * @param max the most connections
 */
export function createPool(url: string, timeoutFactor = 1, max = maxConnections): pg.Pool {
  const readMs = readTimeoutMs * timeoutFactor;
  const pool = new pg.Pool({
    ...connectionOptions(timeoutFactor),
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    application_name: 'pcb-beach-rentals',
  });
  const closeIdle = surviveBrokenConnections(pool);
  const bulkhead = createBulkhead(timeoutFactor, max - maxReserved(max));
  guards.set(pool, { bulkhead, closeIdle, readMs });
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  pool.query = (async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const leave = await bulkhead.enter(statementGroups(config.text));
    try {
      return await query({ ...config, query_timeout: readMs } as pg.QueryConfig);
    } catch (error) {
      if (isReadTimeout(error) || isReadOnly(error)) closeIdle();
      throw error;
    } finally {
      leave();
    }
  }) as typeof pool.query;
  return pool;
}

/** Listens to errors of broken connections, which would end the process. @returns closes all idle connections */
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

/** Throws the error of a transaction whose connection broke, which the failing ROLLBACK would hide. */
class SiteDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
    return driver;
  }
}

export function createDb(pool: pg.Pool): Db {
  const guard = guards.get(pool) ?? {
    bulkhead: createBulkhead(),
    closeIdle: () => {},
    readMs: readTimeoutMs,
  };
  const connect = async () => new LateConnection(pool, guard) as object as PostgresPoolClient;
  return new Kysely<Database>({
    dialect: new SiteDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
}

export interface Database
  extends AuthTables,
    BackupTables,
    BookingTables,
    ContentTables,
    InboxTables,
    LaunchTables,
    LodgingTables,
    OperationsTables,
    SalesTables,
    ScheduledMessagesTables,
    TurnoverTables {}

/** SQLSTATEs of connection errors, shutdown, timeouts, too many connections, deadlocks, read-only databases. */
const passingSqlStates = /^(08|57P|53|57014|55P03|25P03|25006|40)/;

const passingMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i;

const failedConnections = new Set(['ECONNREFUSED', 'ETIMEDOUT']);
/** Files, pipes and clients fail with the same codes, but an outgoing socket only goes to the database. */
const brokenConnections = new Set(['connect ENOENT', 'read ECONNRESET', 'write ECONNRESET', 'write EPIPE']);

export function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (passingMessages.test(error.message)) return true;
  const { code, syscall } = error;
  if (typeof code !== 'string') return false;
  return (
    passingSqlStates.test(code) || failedConnections.has(code) || brokenConnections.has(`${syscall} ${code}`)
  );
}
