import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { findSoldProperty } from '../calendar/load-rules.server.ts';
import { recheckCalendars } from '../calendar/recheck-calendars.server.ts';
import { bookingKey, newBookingCode } from '../checkout/booking-key.server.ts';
import { insertBooking, recordEvent } from '../checkout/store.server.ts';
import { bookingOfKey, checkPromoUses, NightsTaken, takeNights } from '../checkout/take-nights.server.ts';
import { bookingHoldEmail } from '../emails/guest-emails.server.ts';
import { newBookingNotice } from '../emails/host-emails.server.ts';
import { loadEmailData, payUrl } from '../emails/load-email-data.server.ts';
import { phoneConfirmedEmail } from '../emails/phone-emails.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import {
  areNightsFree,
  type Booking,
  bookingById,
  bookingMoney,
  insertPayment,
  owed,
  updateBooking,
} from '../payments/store.server.ts';
import { currency, toBillLines } from '../pricing/price-stay.ts';
import { findPromo, takenError } from '../quotes/actions.server.ts';
import { type HostedPrice, priceHostedStay, storeHostedPrice } from '../quotes/hosted-quote.server.ts';
import type { HostedQuote, HostedQuoteRequest, PhoneBooking, PhoneBookingRequest } from './phone-booking.ts';

/** A guest reads a mail first. */
const linkLifetimeMs = dayMs;

export async function previewHostedQuote(ctx: Ctx, request: HostedQuoteRequest): Promise<HostedQuote> {
  requireAdmin(ctx);
  const { price, plans, overrides, calendarsCheckedAt } = await priceRequest(ctx, request);
  return {
    ...{ nights: price.nights, total: price.total, perNight: price.perNight, plans, overrides, currency },
    lines: toBillLines(price.lines),
    calendarsCheckedAt: calendarsCheckedAt?.toISOString() ?? null,
  };
}

/** Prices what is about to be written: the calendars of the home's other channels are read again first. */
export async function priceFresh(ctx: Ctx, request: HostedQuoteRequest): Promise<HostedPrice> {
  await recheckCalendars(ctx, (await findSoldProperty(ctx, request.property)).id);
  return priceRequest(ctx, request);
}

async function priceRequest(ctx: Ctx, request: HostedQuoteRequest): Promise<HostedPrice> {
  const { property: slug, promoCode, nightly_cents: nightlyCents = null, ...stay } = request;
  const property = await findSoldProperty(ctx, slug);
  const promo =
    promoCode === undefined ? null : await findPromo(ctx, promoCode, { ...stay, propertyId: property.id });
  return priceHostedStay(ctx, property, stay, { promo, nightlyCents });
}

/** Confirmed where it was paid in another way, else held for a day with a mailed link; once for each `key`. */
export async function bookByPhone(
  ctx: Ctx,
  request: PhoneBookingRequest,
  key: string | null,
): Promise<PhoneBooking> {
  const { email: actor } = requireAdmin(ctx);
  const idempotencyKey = key && createHash('sha256').update(`hosts/${actor}\n${key}`).digest('hex');
  const earlier = await bookingOfKey(ctx, idempotencyKey, isSameStay(request));
  if (earlier) return answer(ctx, earlier);
  const priced = await priceFresh(ctx, request);
  const { payment } = request;
  if (payment.kind === 'elsewhere' && payment.amount > priced.price.total) {
    const message = `That is more than the total of ${formatMoney(priced.price.total, currency)}`;
    throw new AppError('invalid', message, { fields: { amount: message } });
  }
  const row = newBooking(ctx, request, priced, idempotencyKey);
  const booked = await take(ctx, row, { request, priced, actor });
  if (booked) return answer(ctx, booked);
  // Another request with the same key may have taken the nights.
  const same = await bookingOfKey(ctx, idempotencyKey, isSameStay(request));
  if (same) return answer(ctx, same);
  throw takenError(priced.rules, priced.stay);
}

const isSameStay =
  ({ checkin, checkout, email, guests }: PhoneBookingRequest) =>
  (booking: Booking): boolean =>
    booking.email === email &&
    booking.checkin === checkin &&
    booking.checkout === checkout &&
    booking.guests === guests;

async function answer(ctx: Ctx, booking: Booking): Promise<PhoneBooking> {
  const money = await bookingMoney(ctx.db, booking.id);
  const due = Math.max(0, owed(booking.total_cents, money));
  const url = due > 0 ? payUrl(ctx, booking) : null;
  return {
    ...{ code: booking.code, key: bookingKey(ctx, booking.id), status: booking.status, checkoutUrl: url },
    holdExpiresAt: booking.hold_expires_at?.toISOString() ?? null,
    ...{ total: booking.total_cents, currency: booking.currency, paid: money.charges - money.refunds, due },
    payUrl: url,
  };
}

type NewBooking = Insertable<BookingsTable> & { id: string };

function newBooking(
  ctx: Ctx,
  { name, email, phone, note, payment }: PhoneBookingRequest,
  { property, stay, price, promoId, policy }: HostedPrice,
  idempotencyKey: string | null,
): Omit<NewBooking, 'quote_id'> {
  const [id, now] = [newId(), ctx.now()];
  const isPaid = payment.kind === 'elsewhere';
  return {
    ...{ id, code: newBookingCode(), key_hash: hashToken(bookingKey(ctx, id)), source: 'hosts' },
    ...{ status: isPaid ? 'confirmed' : 'held', confirmed_at: isPaid ? now : null },
    hold_expires_at: isPaid ? null : new Date(now.getTime() + linkLifetimeMs),
    ...{ property_id: property.id, turnover_nights: property.turnover_nights, ...stay },
    ...{ name, email, phone, note, promo_code_id: promoId, currency },
    ...{ total_cents: price.total, due_now_cents: price.total },
    agreed: JSON.stringify({ cancellation: policy, by: 'phone', at: now }),
    ...{ idempotency_key: idempotencyKey, created_at: now, updated_at: now },
  };
}

interface Call {
  request: PhoneBookingRequest;
  priced: HostedPrice;
  actor: string;
}

/** @returns `null` where the nights are taken, or the key is used */
const take = (ctx: Ctx, row: Omit<NewBooking, 'quote_id'>, call: Call): Promise<Booking | null> =>
  takeNights(ctx, async (tx) => {
    // Booked already, so nobody else can book at this price.
    const quoteId = await storeHostedPrice(ctx, tx, call.priced, ctx.now());
    if (!(await insertBooking(tx, { ...row, quote_id: quoteId }))) throw new NightsTaken();
    const booking = await bookingById(tx, row.id);
    if (!(await areNightsFree(tx, booking))) throw new NightsTaken();
    if (booking.promo_code_id) await checkPromoUses(tx, booking.promo_code_id);
    await record(ctx, tx, booking, call);
    return booking;
  });

async function record(ctx: Ctx, tx: Tx, booking: Booking, { request, actor }: Call): Promise<void> {
  const now = ctx.now();
  const { id } = booking;
  const { payment } = request;
  const event = { booking_id: id, actor, created_at: now };
  if (payment.kind === 'link') {
    await recordEvent(tx, { ...event, event: 'held', details: { by: 'phone' } });
    const open = {
      payUrl: payUrl(ctx, booking),
      holdExpiresAt: (booking.hold_expires_at ?? now).toISOString(),
      dueNow: booking.due_now_cents,
      byPhone: true,
    };
    const mail = bookingHoldEmail(await loadEmailData(ctx, tx, booking), open);
    return queueBookingMail(ctx, tx, id, `booking-hold-${id}`, mail);
  }
  const { how, amount } = payment;
  await insertPayment(tx, {
    ...{ booking_id: id, kind: 'charge', amount_cents: amount, currency: booking.currency },
    ...{ method: 'elsewhere', reason: how, created_at: now },
  });
  await recordEvent(tx, { ...event, event: 'paid', details: { amount, how } });
  await recordEvent(tx, { ...event, event: 'confirmed', details: { by: 'phone' } });
  const data = await loadEmailData(ctx, tx, booking);
  if (data.streetAddress || data.accessNotes)
    await updateBooking(tx, id, { arrival_sent_at: now, updated_at: now });
  await queueBookingMail(ctx, tx, id, `booking-confirmed-${id}`, phoneConfirmedEmail(data, { how, amount }));
  await queueBookingMail(ctx, tx, id, `booking-notice-${id}`, newBookingNotice(data, { note: booking.note }));
}
