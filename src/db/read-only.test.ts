import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { testAppForFile } from '../../test/app.ts';
import { withOptions } from '../../test/database.ts';
import { createDb, createPool, hasStatementLimits, surviveBrokenConnections } from './client.server.ts';
import { isReadyDatabase } from './migrate.server.ts';

const app = await testAppForFile();
const { databaseUrl } = app.platform.settings;
const opened: pg.Pool[] = [];
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.end();
});
function open<Pool extends pg.Pool>(pool: Pool): Pool {
  opened.push(pool);
  return pool;
}
/** The URL for connections that take no writes, like a standby's. */
const readOnlyUrl = withOptions(databaseUrl, '-c default_transaction_read_only=on');

test('a database that takes no writes is not ready, and ready again when it does', async () => {
  expect(await isReadyDatabase(open(createPool(databaseUrl)))).toBe(true);
  expect(await isReadyDatabase(open(createPool(readOnlyUrl)))).toBe(false);
});

test('a write to a read-only database gets 503 with the time to try again', async () => {
  const pool = open(createPool(readOnlyUrl));
  const { db } = app.platform;
  app.platform.db = createDb(pool);
  const json = { email: 'ann@guests.example' };
  const response = await app.request('POST', '/api/send-otp', { json });
  app.platform.db = db;
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('3');
  expect((await response.json()).code).toBe('unavailable');
});

test('idle connections to a read-only database are closed by the first write that it rejects', async () => {
  const pool = open(createPool(readOnlyUrl));
  await Promise.all([pool.query('select pg_sleep(0.05)'), pool.query('select pg_sleep(0.05)')]);
  expect(pool.idleCount).toBe(2);
  await expect(pool.query('delete from rate_limits')).rejects.toMatchObject({ code: '25006' });
  await expect.poll(() => pool.totalCount).toBe(0);
});

/** Clients that share connections between transactions, as those of a pooler in transaction mode do. */
const sharing = (pool: pg.Pool) => ({
  async connect() {
    let taken: pg.PoolClient | null = null;
    return {
      async query(text: string, values?: unknown[]) {
        const client = taken ?? (await pool.connect());
        const result = await client.query(text, values);
        taken = text === 'begin' || (taken && text !== 'rollback') ? client : null;
        if (!taken) client.release();
        return result;
      },
      release() {},
    } as pg.PoolClient;
  },
});

test('limits that another client of a shared connection has set do not count as limits', async () => {
  const pool = open(createPool(databaseUrl));
  expect(await hasStatementLimits(sharing(pool))).toBe(false);
  expect(await hasStatementLimits(pool)).toBe(true);
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('connections have the limits of statements without parameters that poolers reject', async () => {
  const pool = open(createPool(databaseUrl, 2));
  const limits = async (name: string) => (await pool.query(`show ${name}`)).rows[0][name];
  expect([
    await limits('statement_timeout'),
    await limits('lock_timeout'),
    await limits('idle_in_transaction_session_timeout'),
  ]).toEqual(['10s', '4s', '20s']);
  expect(await hasStatementLimits(pool)).toBe(true);
  const plain = open(new pg.Pool({ connectionString: databaseUrl }));
  surviveBrokenConnections(plain);
  expect(await hasStatementLimits(plain)).toBe(false);
});
