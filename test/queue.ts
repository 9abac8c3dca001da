import { Logger, runOnce } from 'graphile-worker';
import { jobs } from '../src/jobs.server.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { createMailTransport } from '../src/platform/mail.server.ts';

/**
 * Runs every waiting job once, those that wait for another attempt too, as if their time had come. Mail goes to
 * `settings.smtpUrl`.
 * @returns how many jobs still wait, each after a failed attempt
 */
export async function runQueuedJobs(platform: Platform): Promise<number> {
  const { pool, settings } = platform;
  await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom);
  await runOnce({
    pgPool: pool,
    taskList: jobs(platform, transport),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
  transport.close();
  const { rows } = await pool.query<{ waiting: number }>(
    'select count(*)::int as waiting from graphile_worker._private_jobs',
  );
  return rows[0]?.waiting ?? 0;
}
