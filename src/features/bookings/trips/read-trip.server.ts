import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireUser } from '../../auth/guards.ts';
import { momentAtProperty } from '../calendar/property-time.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { isOfferWithdrawn } from '../offers/store.server.ts';
import { activeAttempt } from '../payments/attempt-store.server.ts';
import { pendingRefundOrders } from '../payments/refund-store.server.ts';
import { settleAttempt } from '../payments/settle-booking.server.ts';
import { type Booking, bookingById, listPayments } from '../payments/store.server.ts';
import { readQuote } from '../quotes/actions.server.ts';
import { type BookingSummary, bookingsOfEmail } from './store.server.ts';
import type { Trip, TripSummary } from './trip.schema.server.ts';

/** A page that is reloaded calls the provider so often at most. */
const minCheckMs = 1_000;
const settleTimeoutMs = 5_000;

/** Settles a payment that may have come, then reads the booking; while the provider is down, as our books have it. */
export async function readTrip(ctx: Ctx, { id }: Booking): Promise<Trip> {
  let attempt = await activeAttempt(ctx.db, id);
  const sinceCheckMs = ctx.now().getTime() - (attempt?.checked_at?.getTime() ?? 0);
  if (attempt && sinceCheckMs < minCheckMs) {
    // A check made just before a guest comes back from paying saw nothing: no page may ask them to pay again.
    await sleep(Math.min(minCheckMs, minCheckMs - sinceCheckMs));
    attempt = await activeAttempt(ctx.db, id);
  }
  if (attempt && attempt.status !== 'pending') {
    await settleAttempt(ctx, attempt.id, settleTimeoutMs).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  return toTrip(ctx, await bookingById(ctx.db, id));
}

async function toTrip(ctx: Ctx, booking: Booking): Promise<Trip> {
  const [data, quote, payments, orders, attempt, isWithdrawn] = await Promise.all([
    loadEmailData(ctx, ctx.db, booking),
    readQuote(ctx, booking.quote_id),
    listPayments(ctx.db, booking.id),
    pendingRefundOrders(ctx.db, booking.id),
    activeAttempt(ctx.db, booking.id),
    isOfferWithdrawn(ctx.db, booking.id),
  ]);
  const { slug, propertyTitle: title, checkInFrom, checkOutUntil, streetAddress, accessNotes, due } = data;
  const rows = (kind: 'charge' | 'refund') =>
    payments
      .filter((payment) => payment.kind === kind)
      .map(({ amount_cents, created_at }) => ({ amount: amount_cents, at: created_at.toISOString() }));
  const isPaymentProcessing = attempt?.status === 'processing';
  return {
    code: booking.code,
    status: booking.status,
    property: { slug, title },
    checkin: booking.checkin,
    checkout: booking.checkout,
    checkInFrom,
    checkOutUntil,
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
    quote,
    agreed: booking.agreed,
    payments: rows('charge'),
    refunds: [
      ...rows('refund').map((refund) => ({ ...refund, status: 'done' as const })),
      ...orders.map(({ amount_cents, created_at }) => ({
        amount: amount_cents,
        at: created_at.toISOString(),
        status: 'pending' as const,
      })),
    ],
    paid: data.paid,
    due,
    dueOn: due > 0 ? booking.balance_due_on : null,
    isPaymentProcessing,
    isOfferWithdrawn: isWithdrawn,
    can: allowedActions(ctx, booking, { due, isPaymentProcessing, isWithdrawn, checkInFrom }),
    ...(streetAddress ? { address: streetAddress } : {}),
    ...(accessNotes ? { access: accessNotes } : {}),
    confirmedAt: booking.confirmed_at?.toISOString() ?? null,
    cancelledAt: booking.cancelled_at?.toISOString() ?? null,
    now: ctx.now().toISOString(),
  };
}

/** Whether a guest may still cancel by themselves. */
export const mayCancel = (booking: Booking, checkInFrom: string, now: Date): boolean =>
  booking.status === 'confirmed' && momentAtProperty(booking.checkin, checkInFrom) > now;

function allowedActions(
  ctx: Ctx,
  booking: Booking,
  payment: { due: number; isPaymentProcessing: boolean; isWithdrawn: boolean; checkInFrom: string },
): Trip['can'] {
  const now = ctx.now();
  if (booking.status === 'held' && payment.isPaymentProcessing) return ['release'];
  if (booking.status === 'held') return payment.isWithdrawn ? ['release'] : ['pay', 'release'];
  if (booking.status === 'requested') return ['message'];
  if (booking.status !== 'confirmed' || booking.checkout < todayAtProperty(now)) return [];
  const can: Trip['can'] = [];
  if (payment.due > 0 && !payment.isPaymentProcessing) can.push('pay');
  if (mayCancel(booking, payment.checkInFrom, now)) can.push('cancel', 'askForChange');
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
