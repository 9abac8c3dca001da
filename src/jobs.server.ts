import type { TaskList } from 'graphile-worker';
import { forgetExpiredSignIns } from './features/accounts/sweep.server.ts';
import { reconcileCheckouts } from './features/shop/reconcile.server.ts';
import { forgetOldEvents } from './features/shop/store.server.ts';
import type { Ctx, Platform } from './platform/context.server.ts';
import { forgetExpiredLimits } from './platform/limits.server.ts';
import type { MailJob, MailTransport } from './platform/mail.server.ts';

/** Every queued or timed task and the action behind it: how time enters. */
export function jobs(platform: Platform, transport: MailTransport): TaskList {
  const ctx: Ctx = { ...platform, viewer: null, clientBucket: 'job' };
  return {
    send_mail: (job) => transport.deliver(job as MailJob),
    reconcile_checkouts: () => reconcileCheckouts(ctx),
    async sweep() {
      await forgetExpiredLimits(platform.pool, platform.now());
      await forgetOldEvents(platform.db, platform.now());
      await forgetExpiredSignIns(ctx);
    },
  };
}

/** Timed tasks in cron's words (UTC). A run that fails is not repeated: the next one comes soon. */
export const timetable = `
*/2 * * * * reconcile_checkouts ?max=1
17 * * * * sweep ?max=1
`;
