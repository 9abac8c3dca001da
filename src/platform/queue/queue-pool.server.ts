import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  connectionOptions,
  isDatabaseUnavailable,
  surviveBrokenConnections,
} from '../../db/client.server.ts';
import { isReadTimeout, readTimeoutMs } from '../../db/late-connection.server.ts';
import type { Log } from '../observability/logger.server.ts';

/** Three connections listen for new jobs; the others fetch jobs and save how they ended. */
const maxConnections = 7;
const [retryMs, pollMs] = [250, 20];
/** An error code on which graphile-worker repeats a statement, up to 100 times with 5 s in between. */
const repeatedCode = '40001';

export interface QueuePool {
  pool: pg.Pool;
  stopWaiting(): void;
  /** Resolves when no connection is used or waited for; the queue itself does not wait until all is saved. */
  idle(): Promise<void>;
}

/**
 * graphile-worker saves a job's end only once and ignores a failure. So `connect` waits for the database, and a failed
 * statement gets `repeatedCode`.
 */
export function createQueuePool(databaseUrl: string, log: Log, max = maxConnections): QueuePool {
  const pool = new pg.Pool({
    ...connectionOptions(),
    connectionString: databaseUrl,
    max,
    idleTimeoutMillis: 30_000,
    query_timeout: readTimeoutMs,
    application_name: 'pcb-queue',
  });
  const closeIdle = surviveBrokenConnections(pool);
  pool.on('connect', (client) => repeatAfterOutage(client, closeIdle));

  let waits = true;
  let connecting = 0;
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  async function connectInTime(): Promise<pg.PoolClient> {
    connecting += 1;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await connect();
        } catch (err) {
          if (!waits) throw err;
          if (attempt === 1) log.warn({ err }, 'the queue waits for the database');
        }
        await sleep(retryMs);
      }
    } finally {
      connecting -= 1;
    }
  }
  pool.connect = ((
    callback?: (error: unknown, client: pg.PoolClient | undefined, release: (error?: Error) => void) => void,
  ) => {
    const client = connectInTime();
    if (!callback) return client;
    client.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error) => callback(error, undefined, () => {}),
    );
  }) as typeof pool.connect;

  return {
    pool,
    stopWaiting() {
      waits = false;
    },
    async idle() {
      while (connecting > 0 || pool.idleCount < pool.totalCount) await sleep(pollMs);
    },
  };
}

function repeatAfterOutage(client: pg.PoolClient, closeIdle: () => void): void {
  const query = client.query.bind(client) as (...statement: unknown[]) => unknown;
  client.query = ((...statement: unknown[]) => {
    const result = query(...statement);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: Error) => {
      if (isReadTimeout(error)) {
        // The connection still waits for a response, so it is closed and not used again.
        client.connection.stream.destroy();
        closeIdle();
      }
      if (!isDatabaseUnavailable(error)) throw error;
      throw Object.assign(new Error(error.message, { cause: error }), { code: repeatedCode });
    });
  }) as typeof client.query;
}
