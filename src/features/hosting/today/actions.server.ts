import type { Ctx } from '../../../platform/context.server.ts';
import { mailBlockedSince, undeliveredMails } from '../../../platform/mail/mail-health-store.server.ts';
import { propertyTimeZone, todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { summarizeBackups } from '../../backups/actions.server.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { hasStoredCard } from '../../bookings/record/booking.ts';
import { momentConflicts, pendingExtras, unpaidCharges } from '../../bookings/record/extras-store.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { waitingThreads } from '../../inbox/threads/store.server.ts';
import { getClock, threadPath } from '../../inbox/threads/thread.ts';
import { summarizeLaunch } from '../../launch/summary.server.ts';
import { isUndecided, isUnderReview } from '../../payments/disputes.server.ts';
import { paymentsPausedSince } from '../../payments/pause-store.server.ts';
import { openUnknownPayments } from '../../payments/unknown-payments-store.server.ts';
import { nextMessages } from '../../scheduled-messages/actions.server.ts';
import { type Arrival, arrivalsNotReady } from '../../turnovers/store.server.ts';
import { failedRefunds, openDisputes } from '../bookings/unsettled-store.server.ts';
import { listConflicts } from '../conflicts/actions.server.ts';
import type { FeedProblem, Restored, Today } from './contract.server.ts';
import { promisesCode } from './door-codes.ts';
import { sortStays } from './stays.ts';
import {
  arrivalsWithoutCode,
  balancesDue,
  feedsInTrouble,
  restoreSince,
  type StayRow,
  staysBetween,
  waitingBookings,
} from './store.server.ts';
import { arrivalWindowDays } from './today.ts';

const maxMessages = 30;
/** Days after a restore on which hosts see what it left unsent. */
const restoredDays = 7;
/** A charge that was unpaid for so long needs a host. */
const unpaidChargeDays = 3;

/** Everything that hosts need to know now. @throws AppError `unauthenticated`, `forbidden` */
export async function readToday(ctx: Ctx): Promise<Today> {
  requireAdmin(ctx);
  const { db } = ctx;
  const now = ctx.now();
  const today = todayAtProperty(now);
  const [
    pausedSince,
    restored,
    launch,
    backups,
    mail,
    unknown,
    stays,
    waiting,
    balances,
    refunds,
    disputes,
    feeds,
    inquiries,
    conflicts,
    next,
    withoutCode,
    asked,
    moments,
    charges,
  ] = await Promise.all([
    paymentsPausedSince(db),
    restoreSince(db, new Date(now.getTime() - restoredDays * dayMs)),
    summarizeLaunch(ctx),
    summarizeBackups(ctx),
    readMailHealth(ctx),
    openUnknownPayments(db),
    staysBetween(db, today, addDays(today, arrivalWindowDays)),
    waitingBookings(db),
    balancesDue(db, today),
    failedRefunds(db),
    openDisputes(db),
    feedsInTrouble(db, new Date(now.getTime() - maxReadingAgeMs)),
    waitingThreads(db),
    listConflicts(ctx),
    nextMessages(ctx, addDays(today, arrivalWindowDays), maxMessages),
    arrivalsWithoutCode(db, today, addDays(today, 1)),
    pendingExtras(db),
    momentConflicts(db, today),
    unpaidCharges(db, new Date(now.getTime() - unpaidChargeDays * dayMs)),
  ]);
  const arrivals = stays.filter(({ checkin }) => checkin >= today);
  const notReady = await arrivalsNotReady(
    db,
    arrivals.map(({ property: { slug }, checkin }) => ({ slug, checkin })),
  );
  const isSameStay = (stay: StayRow) => (arrival: Arrival) =>
    arrival.slug === stay.property.slug && arrival.checkin === stay.checkin;
  const withStatus = (status: 'held' | 'requested') =>
    waiting.filter((row) => row.status === status).map(({ status: _, ...row }) => isoMoments(row));
  return {
    today,
    readAt: now.toISOString(),
    timeZone: propertyTimeZone,
    currency,
    ...sortStays(
      stays.map((stay) => ({ ...stay, isReady: !notReady.some(isSameStay(stay)) })),
      today,
    ),
    unreadyHomes: notReady.flatMap((arrival) => {
      const stay = stays.find((one) => isSameStay(one)(arrival));
      if (!stay || arrival.checkin !== today) return [];
      const { property, checkInFrom } = stay;
      const checkinAt = momentAtProperty(today, checkInFrom).toISOString();
      return [{ property, checkinAt, cleaner: arrival.cleaner, hasProblem: arrival.status === 'problem' }];
    }),
    missingCodes: withoutCode
      .filter(({ accessNotes }) => promisesCode(accessNotes))
      .map(({ accessNotes: _, ...arrival }) => arrival),
    ...conflicts,
    paymentsPausedSince: pausedSince?.toISOString() ?? null,
    restored: restored ? toRestored(restored) : null,
    launch,
    mail,
    backup: backups && toBackup(backups),
    unknownPayments: unknown.map(({ disputeStatus, ...payment }) => ({
      ...isoMoments(payment),
      isDisputed: disputeStatus !== null && isUndecided(disputeStatus),
    })),
    failedRefunds: refunds.map(isoMoments),
    disputes: disputes.map(({ status, ...dispute }) => ({
      ...isoMoments(dispute),
      isUnderReview: isUnderReview(status),
    })),
    feeds: feeds.map((feed) => ({
      ...isoMoments(feed),
      problem: feedProblem(feed.lastError, feed.lastGoodAt),
    })),
    requests: withStatus('requested'),
    inquiries: inquiries.flatMap((thread) => {
      const clock = getClock(thread, now);
      if (!clock) return [];
      const { id, bookingCode: code, guestName: name, guestPhone: phone, propertyTitle: property } = thread;
      const { waitingSince, answerBy } = clock;
      return [{ id, code, name, phone, property, waitingSince, answerBy, path: threadPath(id) }];
    }),
    balancesDue: balances.map(({ plan, stripe_customer_id, stripe_payment_method_id, ...balance }) => ({
      ...isoMoments(balance),
      hasCard: hasStoredCard({ plan, stripe_customer_id, stripe_payment_method_id }),
    })),
    unpaidCharges: charges.map(isoMoments),
    pendingExtras: asked.map(({ clockTime: _, arrivals, departures, ...extra }) => ({
      ...isoMoments(extra),
      arrivals: arrivals.filter(({ code }) => code !== extra.code).map(({ guest }) => guest),
      departures: departures.filter(({ code }) => code !== extra.code).map(({ guest }) => guest),
    })),
    momentConflicts: moments,
    holds: withStatus('held'),
    upcomingMessages: next.messages,
    hasMoreMessages: next.hasMore,
  };
}

async function readMailHealth({ db, now }: Ctx): Promise<Today['mail']> {
  const [blockedSince, mails] = await Promise.all([mailBlockedSince(db, now()), undeliveredMails(db, now())]);
  const refused = mails.map(({ code, ...mail }) => withoutUndefined({ ...mail, code: code ?? undefined }));
  return withoutUndefined({ blockedSince: blockedSince?.toISOString(), refused });
}

type Backups = NonNullable<Awaited<ReturnType<typeof summarizeBackups>>>;

const toBackup = ({ madeAt, provenAt, lateSince, unprovenSince, ...errors }: Backups): Today['backup'] => ({
  madeAt: madeAt?.toISOString() ?? null,
  provenAt: provenAt?.toISOString() ?? null,
  lateSince: lateSince?.toISOString() ?? null,
  unprovenSince: unprovenSince?.toISOString() ?? null,
  error: errors.backupError || errors.proofError,
});

function toRestored({ unsent, ...moments }: RestoreRow): Restored | null {
  const { messages = 0, arrivals = 0, reviews = 0 } = unsent;
  if (messages + arrivals + reviews === 0) return null;
  return { ...isoMoments(moments), messages, arrivals, reviews };
}
type RestoreRow = NonNullable<Awaited<ReturnType<typeof restoreSince>>>;

function feedProblem(lastError: string, lastGoodAt: Date | null): FeedProblem {
  if (lastError !== '') return 'failing';
  return lastGoodAt ? 'stale' : 'never_read';
}
