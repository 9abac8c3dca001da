import type { TaskList } from 'graphile-worker';
import { forgetExpiredSignIns } from './features/accounts/sweep.server.ts';
import { sweepTrash } from './features/admin/trash.server.ts';
import { forgetVisitors } from './features/analytics/visits.server.ts';
import { announceDuePosts } from './features/blog/store.server.ts';
import { announceOpenHomes } from './features/inquiries/notify.server.ts';
import { makeAllSizes } from './features/media/all-sizes.server.ts';
import { sweepUploads } from './features/media/sweep.server.ts';
import { reconcileCheckouts } from './features/shop/reconcile.server.ts';
import { deleteAbandonedCheckouts, forgetOldEvents } from './features/shop/store.server.ts';
import type { Ctx, Platform } from './platform/context.server.ts';
import { forgetExpiredLimits } from './platform/limits.server.ts';
import type { MailJob, MailTransport } from './platform/mail.server.ts';

/** A little more than a minute: a post is rather announced twice than not at all. */
const dueWithinMs = 90_000;

/** Every queued or timed task and the action behind it: how time enters. */
export function jobs(platform: Platform, transport: MailTransport): TaskList {
  const ctx: Ctx = { ...platform, viewer: null, clientBucket: 'job' };
  return {
    send_mail: (job) => transport.deliver(job as MailJob),
    make_all_sizes: (job, { job: { attempts, max_attempts } }) =>
      makeAllSizes(ctx, (job as { id: string }).id, { number: attempts, most: max_attempts }),
    sweep_uploads: () => sweepUploads(ctx),
    reconcile_checkouts: () => reconcileCheckouts(ctx),
    announce_due_posts: () => {
      const now = platform.now();
      return announceDuePosts(platform.db, new Date(now.getTime() - dueWithinMs), now);
    },
    announce_open_homes: () => announceOpenHomes(ctx),
    async sweep() {
      await forgetExpiredLimits(platform.pool, platform.now());
      await forgetOldEvents(platform.db, platform.now());
      await deleteAbandonedCheckouts(platform.db, platform.now());
      await forgetExpiredSignIns(ctx);
      await sweepTrash(ctx);
      await forgetVisitors(ctx);
    },
  };
}

/** Timed tasks in cron's words (UTC). A run that fails is not repeated: the next one comes soon. */
export const timetable = `
* * * * * announce_due_posts ?max=1
*/2 * * * * reconcile_checkouts ?max=1
*/5 * * * * announce_open_homes ?max=1
17 * * * * sweep ?max=1
43 * * * * sweep_uploads ?max=1
`;
