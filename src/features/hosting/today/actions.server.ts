import type { Ctx } from '../../../platform/context.server.ts';
import { propertyTimeZone, todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { hasStoredCard } from '../../bookings/record/booking.ts';
import { momentConflicts, pendingExtras } from '../../bookings/record/extras-store.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { waitingThreads } from '../../inbox/threads/store.server.ts';
import { getClock, threadPath } from '../../inbox/threads/thread.ts';
import { summarizeLaunch } from '../../launch/summary.server.ts';
import { isUndecided, isUnderReview } from '../../payments/disputes.server.ts';
import { paymentsPausedSince } from '../../payments/pause-store.server.ts';
import { openUnknownPayments } from '../../payments/unknown-payments-store.server.ts';
import { nextMessages } from '../../scheduled-messages/actions.server.ts';
import { arrivalsNotReady } from '../../turnovers/store.server.ts';
import { failedRefunds, openDisputes } from '../bookings/unsettled-store.server.ts';
import { listConflicts } from '../conflicts/actions.server.ts';
import type { FeedProblem, Restored, Today, TodayStay, WaitingBooking } from './contract.server.ts';
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
import { comingDays } from './today.ts';

const maxMessages = 30;
/** Days after a restore on which hosts see what it left unsent. */
const restoredDays = 7;

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
  ] = await Promise.all([
    paymentsPausedSince(db),
    restoreSince(db, new Date(now.getTime() - restoredDays * dayMs)),
    summarizeLaunch(ctx),
    openUnknownPayments(db),
    staysBetween(db, today, addDays(today, comingDays)),
    waitingBookings(db),
    balancesDue(db, today),
    failedRefunds(db),
    openDisputes(db),
    feedsInTrouble(db, new Date(now.getTime() - maxReadingAgeMs)),
    waitingThreads(db),
    listConflicts(ctx),
    nextMessages(ctx, addDays(today, comingDays), maxMessages),
    arrivalsWithoutCode(db, today, addDays(today, 1)),
    pendingExtras(db),
    momentConflicts(db, today),
  ]);
  const notReady = await arrivalsNotReady(
    db,
    stays.filter(({ checkin }) => checkin >= today),
  );
  const isReady = (stay: StayRow) =>
    !notReady.some(({ slug, checkin }) => slug === stay.slug && checkin === stay.checkin);
  const withStatus = (status: 'held' | 'requested') =>
    waiting.filter((row) => row.status === status).map(toWaiting);
  return {
    today,
    readAt: now.toISOString(),
    timeZone: propertyTimeZone,
    currency,
    ...sortStays(
      stays.map((stay) => ({ ...toStay(stay), isReady: isReady(stay) })),
      today,
    ),
    unreadyHomes: notReady.flatMap(({ slug, checkin, status, cleaner }) => {
      const stay = stays.find((row) => row.slug === slug && row.checkin === checkin);
      if (!stay || checkin !== today) return [];
      const checkinAt = momentAtProperty(today, stay.check_in_from).toISOString();
      return [{ property: toHome(stay), checkinAt, cleaner, hasProblem: status === 'problem' }];
    }),
    missingCodes: withoutCode
      .filter(({ access_notes }) => promisesCode(access_notes))
      .map(({ code, checkin, name, phone, ...home }) => ({
        code,
        property: toHome(home),
        checkin,
        name,
        phone,
      })),
    ...conflicts,
    paymentsPausedSince: pausedSince?.toISOString() ?? null,
    restored: restored ? toRestored(restored) : null,
    launch,
    unknownPayments: unknown.map((payment) => ({
      id: payment.payment_id,
      code: payment.booking_code,
      amount: payment.amount_cents - payment.refunded_cents,
      description: payment.description,
      paidAt: payment.paid_at.toISOString(),
      isDisputed: payment.dispute_status !== null && isUndecided(payment.dispute_status),
    })),
    failedRefunds: refunds.map(({ code, name, phone, amount, reason, failed_at, ...home }) => ({
      code,
      name,
      phone,
      property: toHome(home),
      amount,
      reason,
      failedAt: failed_at.toISOString(),
    })),
    disputes: disputes.map(({ code, name, phone, dispute: id, amount, reason, answer_by, ...row }) => ({
      id,
      code,
      name,
      phone,
      property: toHome(row),
      amount,
      reason,
      answerBy: answer_by?.toISOString() ?? null,
      isUnderReview: isUnderReview(row.status),
    })),
    feeds: feeds.map(({ id, name, channel, last_error, last_good_at, ...home }) => ({
      id,
      name,
      channel,
      property: toHome(home),
      problem: feedProblem(last_error, last_good_at),
      lastError: last_error,
      lastGoodAt: last_good_at?.toISOString() ?? null,
    })),
    requests: withStatus('requested'),
    inquiries: inquiries.flatMap((thread) => {
      const clock = getClock(thread, now);
      if (!clock) return [];
      const {
        id,
        booking_code: code,
        guest_name: name,
        guest_phone: phone,
        property_title: property,
      } = thread;
      const { waitingSince, answerBy } = clock;
      return [{ id, code, name, phone, property, waitingSince, answerBy, path: threadPath(id) }];
    }),
    balancesDue: balances.map(({ code, checkin, name, phone, amount, ...row }) => ({
      code,
      checkin,
      name,
      phone,
      amount,
      property: toHome(row),
      dueOn: row.balance_due_on,
      declines: row.balance_declines,
      hasCard: hasStoredCard(row),
      nextAttemptAt: row.next_charge_at?.toISOString() ?? null,
    })),
    askedExtras: asked.map(({ id, code, checkin, checkout, name, phone, label, quantity, ...row }) => ({
      id,
      code,
      property: toHome(row),
      checkin,
      checkout,
      name,
      phone,
      label,
      quantity,
      askedAt: row.created_at.toISOString(),
      arrivals: row.arrivals.filter((other) => other.code !== code).map(({ guest }) => guest),
      departures: row.departures.filter((other) => other.code !== code).map(({ guest }) => guest),
    })),
    momentConflicts: moments.map(({ id, code, name, phone, moment, clock_time, day, ...row }) => ({
      id,
      code,
      property: toHome(row),
      name,
      phone,
      moment,
      clockTime: clock_time,
      on: day,
      other: { code: row.other_code, guest: row.other_guest, time: row.other_time },
    })),
    holds: withStatus('held'),
    goingOut: next.messages,
    moreGoingOut: next.hasMore,
  };
}

function toRestored({ backup_at, restored_at, unsent }: RestoreRow): Restored | null {
  const { messages = 0, arrivals = 0, reviews = 0 } = unsent;
  if (messages + arrivals + reviews === 0) return null;
  return {
    backupAt: backup_at.toISOString(),
    restoredAt: restored_at.toISOString(),
    messages,
    arrivals,
    reviews,
  };
}
type RestoreRow = NonNullable<Awaited<ReturnType<typeof restoreSince>>>;

const toHome = ({ slug, title }: { slug: string; title: string }) => ({ slug, title });

const toStay = ({
  check_in_from,
  check_out_until,
  slug,
  title,
  arrival_details,
  ...stay
}: StayRow): Omit<TodayStay, 'isReady'> => ({
  ...stay,
  property: { slug, title },
  arrivalDetails: arrival_details ?? {},
  checkInFrom: check_in_from,
  checkOutUntil: check_out_until,
});

const toWaiting = (row: Awaited<ReturnType<typeof waitingBookings>>[number]): WaitingBooking => ({
  code: row.code,
  property: toHome(row),
  checkin: row.checkin,
  checkout: row.checkout,
  name: row.name,
  phone: row.phone,
  guests: row.guests,
  pets: row.pets,
  total: row.total_cents,
  expiresAt: row.hold_expires_at?.toISOString() ?? '',
});

function feedProblem(lastError: string, lastGoodAt: Date | null): FeedProblem {
  if (lastError !== '') return 'failing';
  return lastGoodAt ? 'stale' : 'never_read';
}
