import type { Settings } from '../../env.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { MailMessage } from '../../platform/mail/mailer.server.ts';
import { formatDateTime } from '../../shared/dates.ts';
import { minuteMs } from '../../shared/durations.ts';
import { businessContact } from '../listings/store.server.ts';
import { hostsEmailContent } from './emails/hosts-email.server.ts';
import {
  lockTimeline,
  pausePaymentsSince,
  readTimeline,
  saveTimeline,
  type TimelineRow,
} from './timeline-store.server.ts';

/** How much the surviving rows may be older than the last time at which the timeline was recorded. */
const marginMs = 2 * minuteMs;

/**
 * Pauses payments and refunds, as a restore does, once a standby was promoted: it may lack acknowledged rows. The row
 * with the time at which the former timeline was last seen is as old as the rows that survived.
 */
export async function watchTimeline(
  ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'mail' | 'settings'>,
): Promise<void> {
  const { db, log, now, settings } = ctx;
  const timeline = await readTimeline(db).catch((err) => {
    log.warn({ err }, 'the timeline of the database is not known: a failover that loses rows goes unnoticed');
    return null;
  });
  if (timeline === null) return;
  await db.transaction().execute(async (tx) => {
    const last = await lockTimeline(tx);
    await saveTimeline(tx, timeline, now());
    const since = lostSince(last, timeline);
    if (!since) return;
    log.error(
      { timeline, since },
      'a standby of the database took over: payments are paused until the books are complete',
    );
    await pausePaymentsSince(tx, since);
    const { business_name } = await businessContact(tx);
    await ctx.mail.queue(
      tx,
      `timeline-${timeline}-${since.getTime()}`,
      timelineNotice(business_name, settings, since),
    );
  });
}

/** Returns the moment since which rows may be missing; `null`: no standby took over. */
function lostSince({ timeline, timeline_seen_at }: TimelineRow, current: number): Date | null {
  if (timeline === null || timeline_seen_at === null || current <= timeline) return null;
  return new Date(timeline_seen_at.getTime() - marginMs);
}

/** @param since the moment since which rows may be missing */
export const timelineNotice = (businessName: string, settings: Settings, since: Date): MailMessage => ({
  to: { name: businessName, address: settings.hostsEmail },
  subject: 'Another database took over: payments wait',
  content: hostsEmailContent(
    'Payments wait until our books are complete',
    'The database of the site failed and its standby took over. What came in shortly before may be missing. Until what the card provider did since then is in our books, no balance is charged and nothing is refunded; the site goes on by itself. Please compare the bookings with your mails since that time.',
    [['Perhaps missing since', formatDateTime(since.toISOString())]],
    settings,
  ),
});
