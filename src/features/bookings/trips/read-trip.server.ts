import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireUser } from '../../auth/guards.ts';
import { momentAtProperty } from '../calendar/property-time.server.ts';
import { isAccessDue } from '../emails/access.server.ts';
import { activeAttempt } from '../payments/attempt-store.server.ts';
import { settleAttempt } from '../payments/settle-booking.server.ts';
import { type Booking, bookingById } from '../payments/store.server.ts';
import { toQuote } from '../quotes/actions.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { type BookingSummary, bookingsOfEmail } from './store.server.ts';
import type { Trip, TripSummary } from './trip.schema.server.ts';

/** A page that is reloaded calls the provider so often at most. */
const minCheckMs = 1_000;
const settleTimeoutMs = 5_000;

/**
 * Settles a payment that may have come, then reads the booking; while the provider is down, as our books have it.
 * @param booking as it is stored now
 */
export async function readTrip(ctx: Ctx, booking: Booking): Promise<Trip> {
  return toTrip(await loadSettled(ctx, booking), ctx.now());
}

/** The record of a booking after a payment that may have come was settled. @param booking as it is stored now */
export async function loadSettled(ctx: Ctx, booking: Booking): Promise<BookingRecord> {
  const record = await loadRecord(ctx.db, booking);
  let { attempt } = record;
  if (!attempt) return record;
  const sinceCheckMs = ctx.now().getTime() - (attempt.checked_at?.getTime() ?? 0);
  if (sinceCheckMs < minCheckMs) {
    // A check made just before a guest comes back from paying saw nothing: no page may ask them to pay again.
    await sleep(Math.min(minCheckMs, minCheckMs - sinceCheckMs));
    attempt = await activeAttempt(ctx.db, booking.id);
  }
  if (attempt && attempt.status !== 'pending') {
    await settleAttempt(ctx, attempt.id, settleTimeoutMs).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  return loadRecord(ctx.db, await bookingById(ctx.db, booking.id));
}

/** A booking as its guest sees it. */
export function toTrip(record: BookingRecord, now: Date): Trip {
  const { booking, property, quote, money, payments, pendingRefunds, attempt, isOfferWithdrawn } = record;
  const { street_address: address, access_notes: access } = property;
  const due = money.open;
  const rows = (kind: 'charge' | 'refund') =>
    payments
      .filter((payment) => payment.kind === kind)
      .map(({ amount_cents, created_at }) => ({ amount: amount_cents, at: created_at.toISOString() }));
  const isPaymentProcessing = attempt?.status === 'processing';
  const isAccessShown = isAccessDue(booking, now);
  return {
    code: booking.code,
    status: booking.status,
    property: { slug: property.slug, title: property.title },
    checkin: booking.checkin,
    checkout: booking.checkout,
    checkInFrom: property.check_in_from,
    checkOutUntil: property.check_out_until,
    guests: booking.guests,
    pets: booking.pets,
    total: booking.total_cents,
    currency: booking.currency,
    holdExpiresAt: holdExpiry(booking),
    name: booking.name,
    email: booking.email,
    phone: booking.phone,
    note: booking.note,
    plan: booking.plan,
    quote: toQuote(quote),
    agreed: booking.agreed,
    payments: rows('charge'),
    refunds: [
      ...rows('refund').map((refund) => ({ ...refund, status: 'done' as const })),
      ...pendingRefunds.map(({ amount_cents, created_at }) => ({
        amount: amount_cents,
        at: created_at.toISOString(),
        status: 'pending' as const,
      })),
    ],
    paid: money.paid,
    due,
    dueOn: due > 0 ? booking.balance_due_on : null,
    isPaymentProcessing,
    isOfferWithdrawn,
    can: allowedActions(record, now),
    ...(isAccessShown && address ? { address } : {}),
    ...(isAccessShown && access ? { access } : {}),
    confirmedAt: booking.confirmed_at?.toISOString() ?? null,
    cancelledAt: booking.cancelled_at?.toISOString() ?? null,
    now: now.toISOString(),
  };
}

/** Whether a guest may still cancel by themselves. */
export const mayCancel = (booking: Booking, checkInFrom: string, now: Date): boolean =>
  booking.status === 'confirmed' && momentAtProperty(booking.checkin, checkInFrom) > now;

function allowedActions(
  { booking, property, money, attempt, isOfferWithdrawn }: BookingRecord,
  now: Date,
): Trip['can'] {
  const isPaymentProcessing = attempt?.status === 'processing';
  if (booking.status === 'held' && isPaymentProcessing) return ['release'];
  if (booking.status === 'held') return isOfferWithdrawn ? ['release'] : ['pay', 'release'];
  if (booking.status === 'requested') return ['message'];
  if (booking.status !== 'confirmed' || booking.checkout < todayAtProperty(now)) return [];
  const can: Trip['can'] = [];
  if (money.open > 0 && !isPaymentProcessing) can.push('pay');
  if (mayCancel(booking, property.check_in_from, now)) can.push('cancel', 'askForChange');
  return [...can, 'message'];
}

const holdExpiry = ({
  status,
  hold_expires_at,
}: Pick<Booking, 'status' | 'hold_expires_at'>): string | null =>
  status === 'held' || status === 'requested' ? (hold_expires_at?.toISOString() ?? null) : null;

const toSummary = (row: BookingSummary, today: string): TripSummary => ({
  code: row.code,
  status: row.status,
  property: { slug: row.slug, title: row.title },
  checkin: row.checkin,
  checkout: row.checkout,
  guests: row.guests,
  pets: row.pets,
  total: row.total_cents,
  currency: row.currency,
  isPast: row.checkout < today,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  holdExpiresAt: holdExpiry(row),
});

/** @throws AppError `unauthenticated` */
export async function listTrips(ctx: Ctx): Promise<TripSummary[]> {
  const { email } = requireUser(ctx);
  const today = todayAtProperty(ctx.now());
  return (await bookingsOfEmail(ctx.db, email)).map((row) => toSummary(row, today));
}
