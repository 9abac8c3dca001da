import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../../test/database-proxy.ts';
import { createLog } from '../observability/logger.server.ts';
import { type Lane, type Queue, startQueue } from './job-queue.server.ts';
import { addJob, deleteFailedJobs } from './jobs-store.server.ts';
import { FinalFailure } from './run-job.server.ts';

let app: TestApp;
let proxy: DatabaseProxy;
const queues: Queue[] = [];
beforeAll(async () => {
  app = await testApp();
  proxy = await openDatabaseProxy(app.platform.settings.databaseUrl);
});
beforeEach(async () => {
  lines = '';
  await app.platform.pool.query('truncate graphile_worker._private_jobs cascade');
});
afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.stop())));
afterAll(async () => {
  await proxy.close();
  await app.close();
});

let lines = '';
const write = (line: string) => {
  lines += line;
};
const log = createLog('warn', { write });
const logged = () =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { level: number; msg: string });

const oneLane: Lane[] = [{ tasks: 'others', workers: 4, maxJobMs: 60_000 }];

function work(tasks: TaskList, { lanes = oneLane, crontab = '' } = {}): Queue {
  const queue = startQueue({ databaseUrl: proxy.url, tasks, lanes, crontab, log });
  queues.push(queue);
  return queue;
}
const add = (task: string, { key = task, maxAttempts = 3 } = {}) =>
  addJob(app.platform.db, task, {}, { key, maxAttempts });

interface Row {
  attempts: number;
  max_attempts: number;
  locked_by: string | null;
  last_error: string | null;
}
const rows = async (): Promise<Row[]> =>
  (await app.platform.pool.query<Row>('select * from graphile_worker._private_jobs order by id')).rows;

/** A task that says when it begins, and ends when the test says so. */
function steered() {
  const begun: PromiseWithResolvers<void>[] = [];
  const task = () => {
    const end = Promise.withResolvers<void>();
    begun.push(end);
    return end.promise;
  };
  return { begun, task };
}

const outages: [string, (outage: () => Promise<void>) => Promise<void>][] = [
  [
    'refuses connections for a while',
    async (during) => {
      proxy.cut();
      await during();
      await sleep(1_500);
      proxy.restore();
    },
  ],
  [
    'ends every connection',
    async (during) => {
      await app.platform.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'pcb-queue' and datname = current_database()`,
      );
      await during();
    },
  ],
];

test.each(outages)(
  'T-103: a job that ends while the database %s is done once, and so is the next one',
  async (_, outage) => {
    const slow = steered();
    let failures = 0;
    let quick = 0;
    work({
      slow: slow.task,
      failing: () => {
        failures += 1;
        throw new Error('not now');
      },
      quick: () => {
        quick += 1;
      },
    });
    await add('slow');
    await expect.poll(() => slow.begun.length).toBe(1);
    await outage(async () => slow.begun[0]?.resolve());
    await expect.poll(rows).toEqual([]);
    await add('quick');
    await expect.poll(() => quick).toBe(1);
    await expect.poll(rows).toEqual([]);
    expect(slow.begun).toHaveLength(1);

    await add('failing', { maxAttempts: 1 });
    await expect.poll(() => failures).toBe(1);
    await expect.poll(async () => (await rows())[0]?.locked_by).toBeNull();
  },
);

test('startQueue replaces a connection that hangs and goes on', { tags: ['waits'] }, async () => {
  const slow = steered();
  let quick = 0;
  work({
    slow: slow.task,
    quick: () => {
      quick += 1;
    },
  });
  await add('slow');
  await expect.poll(() => slow.begun.length).toBe(1);
  proxy.freeze();
  slow.begun[0]?.resolve();
  await expect.poll(rows, { timeout: 30_000 }).toEqual([]);
  await add('quick');
  await expect.poll(() => quick, { timeout: 30_000 }).toBe(1);
});

test('hanging jobs of one lane do not delay another lane', async () => {
  const mail = steered();
  let timed = 0;
  const lanes: Lane[] = [{ tasks: ['mail'], workers: 2, maxJobMs: 60_000 }, ...oneLane];
  work(
    {
      mail: mail.task,
      timed: () => {
        timed += 1;
      },
    },
    { lanes },
  );
  for (const key of ['a', 'b', 'c', 'd', 'e']) await add('mail', { key });
  await expect.poll(() => mail.begun.length).toBe(2);
  await add('timed');
  await expect.poll(() => timed).toBe(1);
  expect(mail.begun).toHaveLength(2);
  for (const { resolve } of mail.begun) resolve();
  await expect.poll(() => mail.begun.length).toBe(4);
  for (const { resolve } of mail.begun) resolve();
  await expect.poll(() => mail.begun.length).toBe(5);
  mail.begun[4]?.resolve();
});

test('a job beyond maxJobMs is aborted, fails and is retried', { tags: ['waits'] }, async () => {
  let heard = 0;
  work(
    {
      endless: (_, { abortSignal }) =>
        new Promise((_resolve, reject) => {
          abortSignal.addEventListener('abort', () => {
            heard += 1;
            reject(abortSignal.reason);
          });
        }),
      deaf: () => new Promise(() => {}),
    },
    { lanes: [{ tasks: 'others', workers: 2, maxJobMs: 200 }] },
  );
  await add('endless', { maxAttempts: 25 });
  await add('deaf', { maxAttempts: 25 });
  const tooLong = expect.stringContaining('the job took longer than 200 ms');
  // Another attempt may have begun already.
  await expect.poll(rows).toMatchObject([{ last_error: tooLong }, { last_error: tooLong }]);
  expect((await rows()).map(({ attempts }) => attempts >= 1 && attempts < 25)).toEqual([true, true]);
  expect(lines).toContain('the job took longer than 200 ms');
  await expect.poll(() => heard).toBeGreaterThanOrEqual(2);
});

test('stop resolves with hanging jobs, which another queue runs at once as new', {
  tags: ['waits'],
}, async () => {
  const hanging = steered();
  const first = work({ hanging: hanging.task });
  await add('hanging');
  await expect.poll(() => hanging.begun.length).toBe(1);
  await first.stop();
  expect(await rows()).toMatchObject([{ attempts: 0, locked_by: null }]);

  work({ hanging: hanging.task });
  await expect.poll(() => hanging.begun.length).toBe(2);
  hanging.begun[1]?.resolve();
  await expect.poll(rows).toEqual([]);
});

test('stop lets running jobs finish', async () => {
  const slow = steered();
  const queue = work({ slow: slow.task });
  await add('slow');
  await expect.poll(() => slow.begun.length).toBe(1);
  const stopped = queue.stop();
  await sleep(300);
  slow.begun[0]?.resolve();
  await stopped;
  expect(await rows()).toEqual([]);
});

test('stop resolves without a database', async () => {
  const queue = work({});
  await sleep(200);
  proxy.cut();
  await queue.stop();
  proxy.restore();
});

test('a failed attempt logs a warning, the last one an error', async () => {
  work({ failing: () => Promise.reject(new Error('not now')) });
  await add('failing', { maxAttempts: 2 });
  const failed = () => logged().filter(({ msg }) => msg.includes('(failing'));
  await expect.poll(failed).not.toEqual([]);
  await app.platform.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await expect.poll(failed).toMatchObject([{ level: 40 }, { level: 50 }]);
});

test('a job with FinalFailure is not retried and is deleted after a month', async () => {
  work({ refused: () => Promise.reject(new FinalFailure('no such mailbox')) });
  await add('refused', { maxAttempts: 25 });
  await expect.poll(rows).toMatchObject([{ attempts: 1, max_attempts: 1, locked_by: null }]);
  expect(logged()).toMatchObject([{ level: 50 }]);
  await deleteFailedJobs(app.platform.db);
  expect(await rows()).toHaveLength(1);
  await app.platform.pool.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '31 days'`,
  );
  await deleteFailedJobs(app.platform.db);
  expect(await rows()).toEqual([]);
});
