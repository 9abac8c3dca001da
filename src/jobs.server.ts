import type { TaskList } from 'graphile-worker';
import { deleteEndedAccounts } from './features/account/actions.server.ts';
import { purgeExpiredTrash } from './features/admin/trash/actions.server.ts';
import { purgeVisitors } from './features/analytics/visits/actions.server.ts';
import { purgeAuthSteps } from './features/auth/purge-expired.server.ts';
import { type BackupJob, runBackups } from './features/backups/run-backups.server.ts';
import { notifyDuePosts } from './features/blog/store.server.ts';
import { detachCards } from './features/bookings/detach-cards.server.ts';
import { renderMailedReceipt } from './features/bookings/documents/receipt.server.ts';
import { renderStayCalendar } from './features/bookings/documents/stay-calendar.server.ts';
import { withCurrentAccess } from './features/bookings/emails/current-access.server.ts';
import type { BookingEmailData } from './features/bookings/emails/email-data.ts';
import { passToGuest } from './features/bookings/messages/message-guest.server.ts';
import { purgeQuotes } from './features/bookings/quotes/actions.server.ts';
import { anonymizeUnpaid, clearClientKeys } from './features/bookings/record/anonymize-store.server.ts';
import { runBookings } from './features/bookings/run-bookings.server.ts';
import { readAllFeeds } from './features/channels/import/read-feeds.server.ts';
import { findConflicts } from './features/hosting/conflicts/find-conflicts.server.ts';
import { notifyFeedTrouble } from './features/hosting/feeds/notify-trouble.server.ts';
import { readReplies } from './features/inbox/replies/read-replies.server.ts';
import { alarmHosts } from './features/inbox/threads/alarm.server.ts';
import { recordSentMail } from './features/inbox/threads/messages.server.ts';
import { notifyOpenedProperties } from './features/inquiries/waitlist/actions.server.ts';
import { notifyOpenedNights } from './features/inquiries/waitlist/nights.server.ts';
import { sendHeartbeat } from './features/launch/heartbeat.server.ts';
import { runLaunchChecks } from './features/launch/run-checks.server.ts';
import { notifyNewDay } from './features/listings/store.server.ts';
import { deleteOrphanedUploads } from './features/media/processing/delete-orphans.server.ts';
import { encodeUpload } from './features/media/processing/process-image.server.ts';
import { stripStoredVideos } from './features/media/processing/strip-videos.server.ts';
import { readOpening } from './features/opening/opening.server.ts';
import { deleteOldEvents } from './features/payments/events-store.server.ts';
import { reconcilePayments } from './features/payments/reconcile-payments.server.ts';
import { watchTimeline } from './features/payments/watch-timeline.server.ts';
import { runReviews } from './features/reviews/send-requests.server.ts';
import { fillAccess } from './features/scheduled-messages/fill-access.server.ts';
import { runMessages } from './features/scheduled-messages/run-messages.server.ts';
import { skipIfLate } from './features/scheduled-messages/skip-late.server.ts';
import { deleteAbandonedCheckouts } from './features/shop/checkout/store.server.ts';
import { runTurnovers } from './features/turnovers/run-turnovers.server.ts';
import type { Ctx, Platform } from './platform/context.server.ts';
import { deleteExpiredCounters } from './platform/http/rate-limit.server.ts';
import { deliverWatched } from './platform/mail/deliver-watched.server.ts';
import type { MailTransport } from './platform/mail/mail-transport.server.ts';
import { type AttachmentMakers, type MailJob, maxSendMs } from './platform/mail/mailer.server.ts';
import type { Lane } from './platform/queue/job-queue.server.ts';
import { deleteFailedJobs } from './platform/queue/jobs-store.server.ts';
import { runSteps } from './platform/run-steps.server.ts';
import { hourMs } from './shared/durations.ts';

/** The files that mails carry, by their names. */
export const attachmentMakers: AttachmentMakers = {
  'receipt.pdf': (data: BookingEmailData) => renderMailedReceipt(data),
  'stay.ics': renderStayCalendar,
};

/** Maps every queued or timed task to its action. */
export function jobs(platform: Platform, transport: MailTransport): TaskList {
  const ctx: Ctx = { ...platform, viewer: null, clientKey: 'job' };
  return {
    async send_mail(job, { abortSignal }) {
      if (await skipIfLate(ctx, job as MailJob)) return;
      const mail = await withCurrentAccess(ctx, await fillAccess(ctx, job as MailJob));
      if (!mail) return;
      const isSent = await deliverWatched(ctx, () => transport.deliver(mail, abortSignal, attachmentMakers));
      if (isSent) await recordSentMail(ctx, mail.key);
    },
    make_all_sizes: (job, { job: { attempts, max_attempts } }) =>
      encodeUpload(ctx, (job as { id: string }).id, { number: attempts, maxAttempts: max_attempts }),
    sweep_uploads: (_, helpers) =>
      runSteps(ctx, {
        orphans: () => deleteOrphanedUploads(ctx),
        videos: () => stripStoredVideos(ctx, helpers?.abortSignal),
      }),
    reconcile_checkouts: (_, { abortSignal }) => reconcilePayments(ctx, abortSignal),
    run_bookings: (_, { abortSignal }) => runBookings(ctx, abortSignal),
    run_reviews: (_, { abortSignal }) => runReviews(ctx, abortSignal),
    read_calendar_feeds: (_, { abortSignal }) =>
      runSteps(ctx, {
        feeds: () => readAllFeeds(ctx, abortSignal),
        conflicts: () => findConflicts(ctx),
      }),
    async watch_channels() {
      await runSteps(ctx, { conflicts: () => findConflicts(ctx), feeds: () => notifyFeedTrouble(ctx) });
    },
    run_messages: (_, { abortSignal }) => runMessages(ctx, abortSignal),
    run_inbox: (_, { abortSignal }) =>
      runSteps(ctx, {
        alarms: () => alarmHosts(ctx),
        replies: () => readReplies(ctx, passToGuest, abortSignal),
      }),
    send_heartbeat: () =>
      runSteps(ctx, {
        timeline: () => watchTimeline(ctx),
        heartbeat: () => sendHeartbeat(ctx),
      }),
    run_launch_checks: () => runLaunchChecks(ctx),
    run_backups: (job, helpers) => runBackups(ctx, (job ?? {}) as BackupJob, helpers?.abortSignal),
    delete_ended_accounts: () => deleteEndedAccounts(ctx),
    run_turnovers: (_, { abortSignal }) => runTurnovers(ctx, abortSignal),
    announce_new_day: () => notifyNewDay(ctx.db),
    announce_due_posts: () => notifyDuePosts(platform.db, platform.now()),
    async announce_open_homes(_, helpers) {
      // Their links do not work while the site is closed.
      if (!(await readOpening(ctx)).isOpen) return;
      await runSteps(ctx, {
        properties: () => notifyOpenedProperties(ctx, helpers?.abortSignal),
        nights: () => notifyOpenedNights(ctx, helpers?.abortSignal),
      });
    },
    sweep: (_, helpers) =>
      runSteps(
        ctx,
        {
          counters: () => deleteExpiredCounters(ctx.db, ctx.now()),
          providerEvents: () => deleteOldEvents(ctx.db, ctx.now()),
          checkouts: () => deleteAbandonedCheckouts(ctx.db, ctx.now()),
          quotes: () => purgeQuotes(ctx),
          clientKeys: () => clearClientKeys(ctx.db, ctx.now()),
          unpaidBookings: () => anonymizeUnpaid(ctx.db, ctx.now()),
          ...purgeAuthSteps(ctx),
          trash: () => purgeExpiredTrash(ctx),
          visitors: () => purgeVisitors(ctx),
          failedJobs: () => deleteFailedJobs(ctx.db),
          cards: () => detachCards(ctx, helpers?.abortSignal),
        },
        helpers?.abortSignal,
      ),
  };
}

/** Hanging mail delays only other mail, a backup nothing; timed tasks and images share the rest. */
export const lanes: readonly Lane[] = [
  { tasks: ['send_mail'], workers: 2, maxJobMs: maxSendMs },
  { tasks: ['run_backups'], workers: 1, maxJobMs: 2 * hourMs },
  { tasks: 'others', workers: 4, maxJobMs: 4 * 60_000 },
];

/**
 * Timed tasks (UTC). A failed run is retried only where the next is not due within minutes: a database that restarts within a run
 * would else cost it. At most one run of each waits, and none overlaps. Midnight at the homes is 5:00 in summer and 6:00 in winter;
 * the other run of the new day only drops a cache.
 */
export const crontab = `
5 5,6 * * * announce_new_day ?max=5&queue=announce_new_day&jobKey=announce_new_day
* * * * * announce_due_posts ?max=1&queue=announce_due_posts&jobKey=announce_due_posts
* * * * * run_messages ?max=1&queue=run_messages&jobKey=run_messages
* * * * * run_inbox ?max=1&queue=run_inbox&jobKey=run_inbox
*/2 * * * * reconcile_checkouts ?max=1&queue=reconcile_checkouts&jobKey=reconcile_checkouts
*/2 * * * * run_bookings ?max=1&queue=run_bookings&jobKey=run_bookings
* * * * * run_reviews ?max=1&queue=run_reviews&jobKey=run_reviews
*/10 * * * * read_calendar_feeds ?max=5&queue=read_calendar_feeds&jobKey=read_calendar_feeds
* * * * * watch_channels ?max=1&queue=watch_channels&jobKey=watch_channels
* * * * * run_turnovers ?max=1&queue=run_turnovers&jobKey=run_turnovers
* * * * * announce_open_homes ?max=1&queue=announce_open_homes&jobKey=announce_open_homes
* * * * * send_heartbeat ?max=1&queue=send_heartbeat&jobKey=send_heartbeat
* * * * * run_backups ?max=1&queue=run_backups&jobKey=run_backups
*/15 * * * * run_launch_checks ?max=5&queue=run_launch_checks&jobKey=run_launch_checks
17 * * * * sweep ?max=5&queue=sweep&jobKey=sweep
43 * * * * sweep_uploads ?max=5&queue=sweep_uploads&jobKey=sweep_uploads
`;
