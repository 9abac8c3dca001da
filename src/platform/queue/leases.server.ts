import type pg from 'pg';
import type { Log } from '../observability/logger.server.ts';

export interface LockedJob {
  id: string;
  locked_by: string | null;
}

export interface LeaseTimes {
  renewEveryMs: number;
  leaseMs: number;
}

const usualTimes: LeaseTimes = { renewEveryMs: 15_000, leaseMs: 60_000 };

/** Treats the lock of a job as a lease: its process renews it, and any process frees those that ran out. */
export interface Leases {
  hold(job: LockedJob): () => void;
  /** Returns a job to the queue as if it had not started; without one, all that still run. */
  giveBack(job?: LockedJob): Promise<void>;
  stop(): void;
}

export function createLeases(pool: Pick<pg.Pool, 'query'>, log: Log, times = usualTimes): Leases {
  const leases = new Map<string, LockedJob>();
  let renewedAt = Date.now();
  let watchingSince = renewedAt;
  let isBusy = false;

  /** Living processes get one lease's time to renew their leases after an outage, when all look expired. */
  async function renewAndFree(): Promise<void> {
    const { rows } = await pool.query<{ renewed_at: string }>(renewSql, toKeys([...leases.values()]));
    const now = Date.now();
    if (now - renewedAt > 2 * times.renewEveryMs) watchingSince = now;
    renewedAt = now;
    if (now - watchingSince < times.leaseMs) return;
    const seconds = [times.leaseMs / 1_000, (2 * times.renewEveryMs) / 1_000];
    const { rowCount } = await pool.query(freeSql, [...seconds, rows[0]?.renewed_at]);
    if (rowCount) log.warn({ jobs: rowCount }, 'jobs of a process that ended are handed out again');
  }
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    renewAndFree()
      .catch((err) => log.warn({ err }, 'the locks of running jobs could not be renewed'))
      .finally(() => {
        isBusy = false;
      });
  }, times.renewEveryMs);

  return {
    hold(job) {
      leases.set(job.id, job);
      return () => leases.delete(job.id);
    },
    async giveBack(job) {
      const jobs = job ? [job] : [...leases.values()];
      if (jobs.length > 0) await pool.query(giveBackSql, toKeys(jobs));
    },
    stop: () => clearInterval(timer),
  };
}

const toKeys = (jobs: LockedJob[]): [string[], (string | null)[]] => [
  jobs.map((job) => job.id),
  jobs.map((job) => job.locked_by),
];

const isPaused = `(id, locked_by) in (select * from unnest($1::bigint[], $2::text[]))`;
const jobs = 'graphile_worker._private_jobs';
const queues = 'graphile_worker._private_job_queues';

const renewSql = `
  with renewed as (update ${jobs} set locked_at = now() where ${isPaused} returning job_queue_id, locked_by),
  queue as (
    update ${queues} as queues set locked_at = now() from renewed
    where queues.id = renewed.job_queue_id and queues.locked_by = renewed.locked_by
  )
  select now()::text as renewed_at`;

/** Frees nothing when it is late, as after an outage without renewals: $3 is the previous renewal. */
const freeSql = `
  with queue as (
    update ${queues} set locked_at = null, locked_by = null
    where locked_at < now() - make_interval(secs => $1) and now() < $3::timestamptz + make_interval(secs => $2)
  )
  update ${jobs} set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
  where locked_at < now() - make_interval(secs => $1) and now() < $3::timestamptz + make_interval(secs => $2)`;

const giveBackSql = `
  with given as (
    update ${jobs} set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0), run_at = now()
    where ${isPaused} returning job_queue_id
  )
  update ${queues} as queues set locked_at = null, locked_by = null
  from given where queues.id = given.job_queue_id`;
