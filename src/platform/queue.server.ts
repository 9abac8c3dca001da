import { Logger, parseCrontab, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../db/client.server.ts';
import type { Log } from './log.server.ts';

/** Makes or updates the queue's own tables; call it before the first job is added. */
export const migrateQueue = (pool: pg.Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: queueLogger(log) });

/** What a job may say of itself. */
interface JobOptions {
  /** A second job with this key takes the place of the first while that waits. */
  key: string;
  maxAttempts: number;
  /** Lower goes first; 0 if left out. */
  priority?: number;
  /** Seconds until its turn, by the database's clock; none if left out. */
  afterSeconds?: number;
}

/**
 * Puts a job into the queue of the database it is given, so that a rolled-back change leaves nothing to do.
 * @param task one of the names in `jobs.server.ts`
 */
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
  /** Lets the jobs in hand finish and takes no more. */
  stop(): Promise<void>;
}

const tryAgainMs = 1_000;
const freeingMs = 60_000;

/**
 * Works on queued and timed jobs until stopped; any number of processes may do so at once. While the database is away
 * it waits for it: the site answers what it can meanwhile.
 * @param timetable lines of cron's form
 */
export function startQueue(pool: pg.Pool, taskList: TaskList, timetable: string, log: Log): Queue {
  let runner: Runner | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopping = false;

  async function work(): Promise<void> {
    try {
      await freeAbandonedJobs(pool);
      runner = await run({
        pgPool: pool,
        taskList,
        parsedCronItems: parseCrontab(timetable),
        concurrency: 4,
        pollInterval: 2_000,
        noHandleSignals: true,
        logger: queueLogger(log),
      });
      if (stopping) await runner.stop();
      await runner.promise;
    } catch (err) {
      if (!stopping) log.warn({ err }, 'the queue does not run; trying again');
    }
    if (!stopping) retry = setTimeout(() => void work(), tryAgainMs);
  }
  const working = work();
  const freeing = setInterval(
    () => freeAbandonedJobs(pool).catch((err) => log.warn({ err }, 'abandoned jobs are not freed yet')),
    freeingMs,
  );

  return {
    async stop() {
      stopping = true;
      clearInterval(freeing);
      clearTimeout(retry);
      await runner?.stop();
      await working;
    },
  };
}

/** Longer than any job of ours takes. */
const longestJobMinutes = 5;

/**
 * Frees jobs whose process died while it worked on them; the queue's own rule would let them wait for four hours.
 */
async function freeAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_at < now() - make_interval(mins => $1) having count(*) > 0`,
    [longestJobMinutes],
  );
}

function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const detail = meta?.error instanceof Error ? { err: meta.error } : {};
    if (level === 'error') log.error(detail, message);
    else if (level === 'warning') log.warn(detail, message);
    else log.debug(detail, message);
  });
}
