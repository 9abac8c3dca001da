import { Logger, parseCrontab, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.server.ts';

/** Makes or updates the queue's own tables; call it before the first job is added. */
export const migrateQueue = (pool: pg.Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: queueLogger(log) });

/**
 * Works on queued and timed jobs until stopped; any number of processes may do so at once.
 * @param timetable lines of cron's form
 */
export const startQueue = (pool: pg.Pool, taskList: TaskList, timetable: string, log: Log): Promise<Runner> =>
  run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCrontab(timetable),
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: queueLogger(log),
  });

function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const detail = meta?.error instanceof Error ? { err: meta.error } : {};
    if (level === 'error') log.error(detail, message);
    else if (level === 'warning') log.warn(detail, message);
    else log.debug(detail, message);
  });
}
