import { Logger, runOnce } from 'graphile-worker';
import { vi } from 'vitest';
import { jobs } from '../src/jobs.server.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { createMailTransport } from '../src/platform/mail/mail-transport.server.ts';

/**
 * Runs every waiting job once, those that wait for another attempt too, as if their time had come. Mail goes to
 * `settings.smtpUrl`.
 * @returns how many jobs still wait, each after a failed attempt
 */
export async function runQueuedJobs(platform: Platform): Promise<number> {
  const { pool, settings } = platform;
  await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom, platform.now);
  await runOnce({
    pgPool: pool,
    taskList: jobs(platform, transport),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
  // The worker resolves a moment before its last job is done; the timeout is for one that never is.
  const waiting = await vi.waitFor(() => idleJobs(platform), { timeout: 45_000 });
  transport.close();
  return waiting;
}

async function idleJobs({ pool }: Platform): Promise<number> {
  const { rows } = await pool.query<{ locked: boolean }>(
    'select locked_at is not null as locked from graphile_worker._private_jobs',
  );
  if (rows.some(({ locked }) => locked)) throw new Error('a job is still running');
  return rows.length;
}
