import type { Figure } from '../bench/metric.ts';
import { createPool } from '../src/db/client.server.ts';
import { type Claims, exactly, within } from './claim.ts';
import { dayFromNow } from './inquiry.ts';
import { bookAndPay } from './paid-stay.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { ports } from './place.ts';
import { addHome } from './race.ts';
import { siteProcess } from './site.ts';
import { restartSites, type Stage, stopLast } from './stage.ts';
import { waitFor } from './wait-for.ts';

const slug = 'pooled-house';
const poolSize = 9;
/** What docs/install.md asks of PgBouncer: `POOL_SIZE` times the number of processes. */
const poolerSize = 2 * poolSize;
/** Two seconds by the site's limit of locks, and what a busy machine takes on top. */
const lockEndsWithinMs = 10_000;
const warnsWithinMs = 60_000;

/** Both processes behind PgBouncer: in session mode everything holds, in transaction mode the start says what is lost. */
export const pooler: Claims = async (stage) => {
  const { database } = stage;
  const session = await startPgBouncer(database, {
    port: ports.poolers.session,
    mode: 'session',
    size: poolerSize,
  });
  stopLast(session.stop);
  const before = performance.now();
  await restartSites(stage, { DATABASE_URL: session.url, POOL_SIZE: String(poolSize) });
  const restartMs = performance.now() - before;
  await addHome(database.pool, slug);
  const limits = await limitsThrough(session.url);
  const paidBefore = performance.now();
  const paidCents = await bookAndPay(stage, slug);
  const paidMs = performance.now() - paidBefore;
  const locked = await whileLocked(stage);
  const connections = await connectionsOfSite(stage);
  const warnings = stage.sites.filter((site) => site.program().output().includes('pooler'));
  const transaction = await inTransactionMode(stage);
  await restartSites(stage, { DATABASE_URL: database.url, POOL_SIZE: '24' });
  await session.stop();
  return [
    { name: 'Both processes ended and ready again behind it', value: restartMs, unit: 'ms' },
    exactly('Limits of statements read back through it, of 3', limits, 3),
    { name: 'Cents paid for a stay that was booked through it', value: paidCents, min: 1 },
    { name: 'From the quote to the confirmed stay', value: paidMs, unit: 'ms' },
    ...locked,
    { name: 'Connections of both processes to the database', value: connections, min: 2, max: poolerSize },
    exactly('Processes that warn about a pooler in session mode', warnings.length, 0),
    ...transaction,
  ];
};

/** How many of the limits a connection of the site's has, as PostgreSQL says itself. */
async function limitsThrough(url: string): Promise<number> {
  const expected = [
    ['statement_timeout', '5s'],
    ['lock_timeout', '2s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ];
  const pool = createPool(url, 1, 1);
  let count = 0;
  for (const [name = '', limit] of expected) {
    const { rows } = await pool.query(`show ${name}`);
    if (rows[0]?.[name] === limit) count += 1;
  }
  await pool.end();
  return count;
}

/** A write of a running process that has to wait for a lock is ended by its limit. */
async function whileLocked(stage: Stage): Promise<Figure[]> {
  const guest = stage.visitor('127.0.3.2');
  const holder = await stage.database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table quotes in access exclusive mode');
  const before = performance.now();
  const stay = { property: slug, checkin: dayFromNow(40), checkout: dayFromNow(42), guests: 2, pets: 0 };
  const reply = await guest
    .request('POST', '/api/quotes', { json: stay })
    .finally(() => holder.query('rollback').finally(() => holder.release()));
  const ms = performance.now() - before;
  guest.close();
  return [
    exactly('Status of a write that waits for a lock', reply.status, 503),
    within('It is answered after', ms, lockEndsWithinMs),
  ];
}

async function connectionsOfSite({ database }: Stage): Promise<number> {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
       and application_name <> 'rehearsal'`,
  );
  return rows.length;
}

/** The start says in one sentence what a pooler in transaction mode costs. */
async function inTransactionMode({ database }: Stage): Promise<Figure[]> {
  const transaction = await startPgBouncer(database, {
    port: ports.poolers.transaction,
    mode: 'transaction',
    size: poolSize,
  });
  const site = siteProcess(ports.otherSites.behindPooler, {
    DATABASE_URL: transaction.url,
    POOL_SIZE: String(poolSize),
  });
  const program = site.launch();
  const warning = /pooler in transaction mode: a statement that hangs is never ended/;
  const warned = async () => {
    if (warning.test(program.output())) return true;
    return program.isRunning() ? null : false;
  };
  const hasWarned = await waitFor(warned, warnsWithinMs, 'a sentence about transaction mode');
  await site.stop();
  await transaction.stop();
  return [exactly('Sentences about what transaction mode costs', hasWarned ? 1 : 0, 1)];
}
