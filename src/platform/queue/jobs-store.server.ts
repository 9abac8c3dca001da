import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import { deleteInBatches } from '../../db/delete-in-batches.server.ts';

interface JobOptions {
  /** A second job with this key replaces the first while that waits. */
  key: string;
  maxAttempts: number;
  priority?: number;
  afterSeconds?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
}

/** Adds a job of `jobs.server.ts` in the given transaction, so that a rolled-back change leaves no job. */
export async function addJob(
  db: Db,
  task: string,
  payload: object,
  { key, maxAttempts, priority = 0, afterSeconds = 0, queue }: JobOptions,
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key},
    max_attempts := ${maxAttempts}, priority := ${priority}, queue_name := ${queue ?? null},
    run_at := now() + make_interval(secs => ${afterSeconds}))`.execute(db);
}

/**
 * How long the oldest job that could run has been due, in ms; 0 without any. A job that waits for another one of its queue could
 * not run.
 */
export async function oldestDueJob(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from now() - min(run_at)) * 1000)::float8 as ms from graphile_worker._private_jobs as job
    where run_at <= now() and attempts < max_attempts and locked_at is null
      and not exists (select from graphile_worker._private_job_queues as queue
        where queue.id = job.job_queue_id and queue.locked_at is not null)`.execute(db);
  return Math.max(0, rows[0]?.ms ?? 0);
}

export const failForGood = ({ job, query }: JobHelpers) =>
  query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [job.id]);

const failedJobsDays = 30;

/** Deletes jobs that failed for good a month ago, with their personal data. */
export const deleteFailedJobs = (db: Db) =>
  deleteInBatches(db, {
    table: 'graphile_worker._private_jobs',
    where: sql<boolean>`attempts >= max_attempts and locked_at is null
      and run_at < now() - make_interval(days => ${failedJobsDays})`,
  });
