import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DbJob,
  Logger,
  parseCrontab,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
import type pg from 'pg';
import { isDatabaseUnavailable } from '../../db/client.server.ts';
import type { Log } from '../observability/logger.server.ts';
import { createLeases, type LeaseTimes } from './leases.server.ts';
import { createQueuePool } from './queue-pool.server.ts';
import { FinalFailure, withLeaseAndTimeout } from './run-job.server.ts';

export const migrateQueue = (pool: pg.Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: queueLogger(log) });

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
  /** The most connections to the database. */
  maxConnections?: number;
}

const retryMs = 1_000;
const [abortAfterMs, stopWithinMs, closeWithinMs] = [5_000, 8_000, 1_500];

/** Works on queued and timed jobs until stopped, in any number of processes; waits while the database is unavailable. */
export function startQueue(options: QueueOptions): Queue {
  const { databaseUrl, tasks, lanes, crontab, log } = options;
  const { pool, stopWaiting, idle } = createQueuePool(databaseUrl, log, options.maxConnections);
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
    return runUntilStopped(
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

function runUntilStopped(options: RunnerOptions, log: Log): Pick<Queue, 'stop'> {
  let runner: Runner | undefined;
  let stopping = false;
  const stopped = new AbortController();
  const isEnded = (error: unknown) => error instanceof Error && error.message === 'Runner is already stopped';

  async function work(): Promise<void> {
    while (!stopping) {
      try {
        // The object must be new, because the library caches the parsed options by it.
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

/** Failures that need no help (another attempt, a database that comes back) are warnings. */
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
