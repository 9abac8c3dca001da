import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createLeases, type Leases, type LockedJob } from './leases.server.ts';

/** This is far more than a statement takes on a busy machine. */
const times = { renewEveryMs: 100, leaseMs: 3_000 };

let app: TestApp;
const open: Leases[] = [];
beforeAll(async () => {
  app = await testApp();
});
beforeEach(() =>
  app.platform.pool.query(
    'truncate graphile_worker._private_jobs, graphile_worker._private_job_queues cascade',
  ),
);
afterEach(() => {
  for (const leases of open.splice(0)) leases.stop();
});
afterAll(() => app.close());

/** One process, whose connection to the database may be cut. */
function startProcess({ stuck }: { stuck?: RegExp } = {}) {
  let gate: PromiseWithResolvers<void> | null = null;
  const { pool } = app.platform;
  const held = { waiting: 0, sent: 0 };
  const query = async (text: string, values: unknown[]) => {
    if (!gate || (stuck && !stuck.test(text))) return pool.query(text, values);
    held.waiting += 1;
    await gate.promise;
    return pool.query(text, values).finally(() => {
      held.sent += 1;
    });
  };
  const leases = createLeases({ query: query as typeof pool.query }, app.platform.log, times);
  open.push(leases);
  return {
    leases,
    /** Statements that a cut has held up, and those of them that have ended since. */
    held,
    cut() {
      gate = Promise.withResolvers();
    },
    restore() {
      gate?.resolve();
      gate = null;
    },
  };
}

/** A job that a pool has locked just now, in a queue of its own. */
async function lockedJob(pool: string): Promise<LockedJob> {
  const { rows } = await app.platform.pool.query<LockedJob>(
    `with job as (select * from graphile_worker.add_job('sweep', queue_name := $1)),
     queue as (update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() where queue_name = $1)
     select id from job`,
    [pool],
  );
  const { rows: locked } = await app.platform.pool.query<LockedJob>(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where id = $2
     returning id::text, locked_by`,
    [pool, rows[0]?.id],
  );
  await app.platform.pool.query(
    'update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() where queue_name = $1',
    [pool],
  );
  return locked[0] as LockedJob;
}

async function locks(): Promise<(string | null)[]> {
  const { rows } = await app.platform.pool.query<pg.QueryResultRow>(
    `select jobs.locked_by as job, queues.locked_by as queue from graphile_worker._private_jobs as jobs
     join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id order by jobs.id`,
  );
  return rows.flatMap(({ job, queue }) => [job, queue]);
}

test('jobs of a dead process are freed once their lease has expired', async () => {
  startProcess();
  const { rows: before } = await app.platform.pool.query<{ now: Date }>('select now()');
  await lockedJob('pool-dead');
  await expect.poll(locks).toEqual([null, null]);
  // A job that is freed is to run from then on.
  const { rows: freed } = await app.platform.pool.query<{ run_at: Date }>(
    'select run_at from graphile_worker._private_jobs',
  );
  expect(Number(freed[0]?.run_at) - Number(before[0]?.now)).toBeGreaterThanOrEqual(times.leaseMs);
});

test('a running job longer than a lease stays locked by its process', async () => {
  const [worker] = [startProcess(), startProcess()];
  const end = worker.leases.hold(await lockedJob('pool-alive'));
  await sleep(times.leaseMs * 2);
  expect(await locks()).toEqual(['pool-alive', 'pool-alive']);
  end();
  await expect.poll(locks).toEqual([null, null]);
});

test('only the job whose lock was never received is freed, no other of its process', async () => {
  const worker = startProcess();
  worker.leases.hold(await lockedJob('pool-alive'));
  const { rows } = await app.platform.pool.query(`select id from graphile_worker.add_job('sweep')`);
  await app.platform.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-alive', locked_at = now() where id = $1`,
    [rows[0].id],
  );
  const ofLost = async () =>
    (
      await app.platform.pool.query('select locked_by from graphile_worker._private_jobs where id = $1', [
        rows[0].id,
      ])
    ).rows[0].locked_by;
  await expect.poll(ofLost).toBeNull();
  expect(await locks()).toEqual(['pool-alive', 'pool-alive']);
});

test('no running job is freed after an outage', async () => {
  const [worker, other] = [startProcess(), startProcess()];
  worker.leases.hold(await lockedJob('pool-alive'));
  await sleep(times.leaseMs * 1.5);
  for (const one of [worker, other]) one.cut();
  await sleep(times.leaseMs * 1.5);
  other.restore();
  await sleep(times.leaseMs / 2);
  worker.restore();
  await sleep(times.leaseMs * 1.5);
  expect(await locks()).toEqual(['pool-alive', 'pool-alive']);
});

test('a statement that waited through an outage frees no running job', async () => {
  const [worker, other] = [startProcess(), startProcess({ stuck: /greatest\(run_at/ })];
  worker.leases.hold(await lockedJob('pool-alive'));
  await sleep(times.leaseMs * 1.5);
  other.cut();
  await expect.poll(() => other.held.waiting).toBe(1);
  worker.cut();
  await sleep(times.leaseMs * 1.5);
  other.restore();
  await expect.poll(() => other.held.sent).toBe(1);
  expect(await locks()).toEqual(['pool-alive', 'pool-alive']);
  worker.restore();
});

test('a job that giveBack returns can be locked at once as if not started', async () => {
  const { leases } = startProcess();
  const [first, second] = [await lockedJob('pool-a'), await lockedJob('pool-b')];
  leases.hold(first);
  leases.hold(second);
  await leases.giveBack(second);
  expect(await locks()).toEqual(['pool-a', 'pool-a', null, null]);
  await leases.giveBack();
  expect(await locks()).toEqual([null, null, null, null]);
  const { rows } = await app.platform.pool.query('select attempts from graphile_worker._private_jobs');
  expect(rows).toEqual([{ attempts: 0 }, { attempts: 0 }]);
});
