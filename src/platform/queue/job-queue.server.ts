import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DbJob,
  type JobHelpers,
  Logger,
  parseCrontab,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type Task,
  type TaskList,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Db, isDatabaseUnavailable } from '../../db/client.server.ts';
import type { Log } from '../observability/logger.server.ts';
import { createLeases, type Leases, type LeaseTimes } from './leases.server.ts';
import { createQueuePool } from './queue-pool.server.ts';

export const migrateQueue = (pool: pg.Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: queueLogger(log) });

interface JobOptions {
  /** A second job with this key replaces the first while that waits. */
  key: string;
  maxAttempts: number;
  priority?: number;
  afterSeconds?: number;
}

/** Adds a job of `jobs.server.ts` in the given transaction, so that a rolled-back change leaves no job. */
export async function addJob(
  db: Db,
  task: string,
  payload: object,
  { key, maxAttempts, priority = 0, afterSeconds = 0 }: JobOptions,
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key},
    max_attempts := ${maxAttempts}, priority := ${priority},
    run_at := now() + make_interval(secs => ${afterSeconds}))`.execute(db);
}

export interface Queue {
  /** Takes no more jobs, lets running ones end for 5 s and returns the rest to the queue; resolves within 12 s. */
  stop(): Promise<void>;
}

/** Tasks with workers of their own, so that hanging jobs delay only their own kind. */
export interface Lane {
  tasks: readonly string[] | 'others';
  workers: number;
  maxJobMs: number;
}

export interface QueueOptions {
  databaseUrl: string;
  /** `abortSignal` aborts at `maxJobMs` and when the process stops. */
  tasks: TaskList;
  lanes: readonly Lane[];
  crontab: string;
  log: Log;
  leaseTimes?: LeaseTimes;
}

/** A job that fails with it is not retried. */
export class FinalFailure extends Error {}

const retryMs = 1_000;
const [abortAfterMs, stopWithinMs, closeWithinMs] = [5_000, 8_000, 1_500];

/** Works on queued and timed jobs until stopped, in any number of processes; waits while the database is unavailable. */
export function startQueue(options: QueueOptions): Queue {
  const { databaseUrl, tasks, lanes, crontab, log } = options;
  const { pool, stopWaiting, idle } = createQueuePool(databaseUrl, log);
  const leases = createLeases(pool, log, options.leaseTimes);
  const named = new Set(lanes.flatMap((lane) => lane.tasks));
  const running = lanes.map((lane) => {
    const isInLane = (name: string) =>
      lane.tasks === 'others' ? !named.has(name) : lane.tasks.includes(name);
    const taskList = Object.fromEntries(
      Object.entries(tasks).flatMap(([name, task]) =>
        task && isInLane(name) ? [[name, withLeaseAndTimeout(task, lane.maxJobMs, leases)]] : [],
      ),
    );
    return keepRunning(
      {
        pgPool: pool,
        taskList,
        parsedCronItems: lane.tasks === 'others' ? parseCrontab(crontab) : [],
        concurrency: lane.workers,
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: abortAfterMs,
        noHandleSignals: true,
        logger: queueLogger(log),
      },
      log,
    );
  });

  return {
    async stop() {
      stopWaiting();
      leases.stop();
      await within(stopWithinMs, Promise.all(running.map((lane) => lane.stop())).then(idle));
      await within(closeWithinMs, leases.giveBack());
      await within(closeWithinMs, pool.end());
    },
  };

  async function within(ms: number, work: Promise<unknown>): Promise<void> {
    const ended = new AbortController();
    const timeout = sleep(ms, 'timeout', { signal: ended.signal }).catch(() => {});
    const end = await Promise.race([work.catch((err: unknown) => ({ err })), timeout]);
    ended.abort();
    if (end === 'timeout') log.warn('the queue did not stop in time; its jobs are handed out again');
    else if (end instanceof Object && 'err' in end) log.warn(end, 'the queue did not stop in order');
  }
}

function keepRunning(options: RunnerOptions, log: Log): Pick<Queue, 'stop'> {
  let runner: Runner | undefined;
  let stopping = false;
  const stopped = new AbortController();
  const isEnded = (error: unknown) => error instanceof Error && error.message === 'Runner is already stopped';

  async function work(): Promise<void> {
    while (!stopping) {
      try {
        // A new object, by which the library caches the parsed options.
        runner = await run({ ...options });
        if (stopping) await runner.stop();
        await runner.promise;
      } catch (err) {
        if (!stopping) log.warn({ err }, 'the queue does not run; trying again');
      }
      await sleep(retryMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }
  const working = work();

  return {
    async stop() {
      stopping = true;
      stopped.abort();
      await runner?.stop().catch((error) => {
        if (!isEnded(error)) throw error;
      });
      await working;
    },
  };
}

function withLeaseAndTimeout(task: Task, maxJobMs: number, leases: Leases): Task {
  return async (payload, helpers) => {
    const endLease = leases.hold(helpers.job);
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error(`the job took longer than ${maxJobMs} ms`)),
      maxJobMs,
    );
    const { signal: abortSignal } = timeout;
    // Not `AbortSignal.any`, whose listeners live as long as the runner's own signal.
    const stop = () => timeout.abort(helpers.abortSignal.reason);
    if (helpers.abortSignal.aborted) stop();
    else helpers.abortSignal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([task(payload, { ...helpers, abortSignal }), aborted(abortSignal)]);
    } catch (error) {
      if (error instanceof FinalFailure) await failForGood(helpers);
      else if (helpers.abortSignal.aborted) await leases.giveBack(helpers.job);
      throw error;
    } finally {
      clearTimeout(timer);
      helpers.abortSignal.removeEventListener('abort', stop);
      endLease();
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // The task goes first, whose own error may say more.
  const end = () => setImmediate(() => reject(signal.reason));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return promise;
}

const failForGood = ({ job, query }: JobHelpers) =>
  query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [job.id]);

const failedJobsDays = 30;

/** Deletes jobs that failed for good a month ago, with their personal data. */
export async function deleteFailedJobs(db: Db): Promise<void> {
  await sql`delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null
      and run_at < now() - make_interval(days => ${failedJobsDays})`.execute(db);
}

/** Failures that end by themselves (another attempt, a database that comes back) are warnings. */
function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const error = meta?.error;
    const detail = error instanceof Error ? { err: error } : {};
    const job = meta?.failure ? (meta.job as DbJob) : null;
    const isLast = error instanceof FinalFailure || (job !== null && job.attempts >= job.max_attempts);
    const isTransient = (job !== null && !isLast) || (error instanceof Error && isDatabaseUnavailable(error));
    if (level === 'error' && !isTransient) log.error(detail, message);
    else if (level === 'error' || level === 'warning') log.warn(detail, message);
    else log.debug(detail, message);
  });
}
