import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { priceChanged } from '../../bookings/calendar/reason.ts';
import { addBooking, bookingOfKey, takeNights } from '../../bookings/checkout/take-nights.server.ts';
import { payUrl } from '../../bookings/emails/load-email-data.server.ts';
import { holdUntil } from '../../bookings/payments/end-of-sale.server.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { takenError } from '../../bookings/quotes/actions.server.ts';
import { type HostedPrice, storeHostedPrice } from '../../bookings/quotes/hosted-quote.server.ts';
import { bookingKey, newBookingIdentity } from '../../bookings/record/booking-key.server.ts';
import type { Booking } from '../../bookings/record/bookings-store.server.ts';
import { bookingMoney } from '../../bookings/record/payments-store.server.ts';
import { assertSiteOpen } from '../../opening/opening.server.ts';
import type { PhoneBooking, PhoneBookingRequest } from './contract.server.ts';
import { priceFresh } from './price-request.server.ts';
import { type PhoneBookingOrder, record } from './record-booking.server.ts';
import { isSameBooking } from './same-booking.server.ts';

/** A guest reads a mail first. */
const linkLifetimeMs = dayMs;

/** Confirmed where it was paid in another way, else held for a day with a mailed link; once for each `key`. */
export async function bookByPhone(
  ctx: Ctx,
  request: PhoneBookingRequest,
  key: string | null,
): Promise<PhoneBooking> {
  const { email: actor } = requireAdmin(ctx);
  const idempotencyKey = key && createHash('sha256').update(`hosts/${actor}\n${key}`).digest('hex');
  const bookedWithKey = () =>
    bookingOfKey(ctx, idempotencyKey, (booking) => isSameBooking(ctx, booking, request));
  const earlier = await bookedWithKey();
  if (earlier) return toPhoneBooking(ctx, earlier);
  try {
    return await toPhoneBooking(ctx, await book(ctx, request, actor, idempotencyKey));
  } catch (error) {
    // Another request with the same key may have taken the nights, at any moment since.
    const same = error instanceof AppError ? await bookedWithKey() : null;
    if (same) return toPhoneBooking(ctx, same);
    throw error;
  }
}

async function book(
  ctx: Ctx,
  request: PhoneBookingRequest,
  actor: string,
  idempotencyKey: string | null,
): Promise<Booking> {
  const { payment } = request;
  if (payment.kind === 'link') await assertSiteOpen(ctx);
  const priced = await priceFresh(ctx, request);
  requireSameTotal(priced, request);
  if (payment.kind === 'elsewhere' && payment.amount > priced.price.total) {
    const message = `That is more than the total of ${formatMoney(priced.price.total, currency)}`;
    throw new AppError('invalid', message, { fields: { amount: message } });
  }
  const row = newBooking(ctx, request, priced, idempotencyKey);
  const booked = await take(ctx, row, { request, priced, actor });
  if (!booked) throw takenError(priced.rules, priced.stay);
  return booked;
}

function requireSameTotal({ price }: HostedPrice, { total }: PhoneBookingRequest): void {
  if (total === undefined || total === price.total) return;
  throw priceChanged('This stay', price.total);
}

async function toPhoneBooking(ctx: Ctx, booking: Booking): Promise<PhoneBooking> {
  const { paid, open: due } = await bookingMoney(ctx.db, booking.id);
  const url = due > 0 ? payUrl(ctx, booking) : null;
  return {
    code: booking.code,
    key: bookingKey(ctx, booking.id, booking.key_version),
    status: booking.status,
    checkoutUrl: url,
    holdExpiresAt: booking.hold_expires_at?.toISOString() ?? null,
    total: booking.total_cents,
    currency: booking.currency,
    paid,
    due,
    payUrl: url,
  };
}

type PhoneBookingRow = Insertable<BookingsTable> & { id: string };

function newBooking(
  ctx: Ctx,
  { name, email, phone, note, payment }: PhoneBookingRequest,
  { property, stay, price, promoId, policy }: HostedPrice,
  idempotencyKey: string | null,
): Omit<PhoneBookingRow, 'quote_id'> {
  const identity = newBookingIdentity(ctx);
  const now = identity.created_at;
  const isPaid = payment.kind === 'elsewhere';
  return {
    ...identity,
    source: 'hosts',
    status: isPaid ? 'confirmed' : 'held',
    confirmed_at: isPaid ? now : null,
    hold_expires_at: isPaid ? null : holdUntil(stay.checkin, new Date(now.getTime() + linkLifetimeMs)),
    property_id: property.id,
    turnover_nights: property.turnover_nights,
    ...stay,
    name,
    email,
    phone,
    note,
    promo_code_id: promoId,
    currency,
    total_cents: price.total,
    due_now_cents: price.total,
    agreed: JSON.stringify({ cancellation: policy, by: 'phone', at: now }),
    idempotency_key: idempotencyKey,
  };
}

/** @returns `null` where the nights are taken, or the key is used */
const take = (
  ctx: Ctx,
  row: Omit<PhoneBookingRow, 'quote_id'>,
  call: PhoneBookingOrder,
): Promise<Booking | null> =>
  takeNights(ctx, async (tx) => {
    // The quote counts as booked, so that it cannot be booked again.
    const quoteId = await storeHostedPrice(ctx, tx, call.priced, ctx.now());
    const booking = await addBooking(tx, { ...row, quote_id: quoteId });
    await record(ctx, tx, booking, call);
    return booking;
  });
