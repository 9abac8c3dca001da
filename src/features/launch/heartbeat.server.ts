import type { Ctx } from '../../platform/context.server.ts';
import { oldestDueJob } from '../../platform/queue/jobs-store.server.ts';
import { minuteMs } from '../../shared/durations.ts';
import { markWorkerSeen } from './worker-store.server.ts';

const timeoutMs = 5_000;
const maxWaitMs = 10 * minuteMs;

/**
 * Records that a process works on jobs, and calls the operator's `HEARTBEAT_URL`. Being a job that writes, it runs only while the
 * queue does and the database takes writes; it calls no URL while another job has been due for ten minutes.
 */
export async function sendHeartbeat(ctx: Ctx): Promise<void> {
  const { db, log, settings } = ctx;
  await markWorkerSeen(db, ctx.now());
  const waitedMs = await oldestDueJob(db);
  if (!settings.heartbeatUrl) return;
  if (waitedMs >= maxWaitMs) {
    log.error({ waitedMs }, 'no heartbeat is sent: a job has been due for too long');
    return;
  }
  try {
    const response = await fetch(settings.heartbeatUrl, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    if (!response.ok) log.warn({ status: response.status }, 'HEARTBEAT_URL did not take the heartbeat');
  } catch (err) {
    log.warn({ err }, 'HEARTBEAT_URL could not be reached');
  }
}
