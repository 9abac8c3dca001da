import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { networkPrefix } from '../../../platform/http/rate-limit.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { addDays } from '../../../shared/nights.ts';
import { assertSiteOpen } from '../../opening/opening.server.ts';
import { checkStay } from '../calendar/check-stay.ts';
import { nearestWithinDays } from '../calendar/explain-problem.server.ts';
import { findSoldProperty, loadRules, type PropertyRules } from '../calendar/load-rules.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { recheckCalendars } from '../calendar/recheck-calendars.server.ts';
import { queueHoldMails } from '../emails/queue-hold-mails.server.ts';
import { holdUntil, pageHoldMs } from '../payments/end-of-sale.server.ts';
import { endUnpaidHold } from '../payments/end-unpaid.server.ts';
import { openPayment } from '../payments/open-payment.server.ts';
import { findQuote, stayError, takenError } from '../quotes/actions.server.ts';
import { isOfferQuote, type QuoteRow } from '../quotes/store.server.ts';
import { allowsLaterCharges, occupiesNights } from '../record/booking.ts';
import { bookingKey, newBookingIdentity } from '../record/booking-key.server.ts';
import { type Booking, placedState } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { rememberBrowser } from '../record/find-booking.server.ts';
import { holdsWithPage, lockHolds, releaseUnopenedHolds } from '../record/holds-store.server.ts';
import { bookingDetails } from './booking-details.server.ts';
import { countClient, countGuest } from './booking-limits.server.ts';
import type { BookingRequest, PlacedBooking } from './contract.server.ts';
import { checkLimits } from './live-limits.server.ts';
import { addBooking, bookingOfKey, checkPromoLeft, takeNights } from './take-nights.server.ts';

const requestLifetimeMs = 24 * hourMs;

interface HoldingClient {
  /** The `Idempotency-Key` of the request. */
  key: string;
  browserHash: Buffer;
}

/** Takes a quote's nights, 36 minutes for its payment or at most 24 hours for its approval. @throws AppError with a `reason` */
export async function placeHold(
  ctx: Ctx,
  request: BookingRequest,
  client: HoldingClient,
): Promise<PlacedBooking> {
  await assertSiteOpen(ctx);
  const idempotencyKey = createHash('sha256').update(`${ctx.clientKey}\n${client.key}`).digest('hex');
  const earlier = await bookingOfRequest(ctx, idempotencyKey, request);
  await countClient(ctx);
  if (earlier) return withPaymentPage(ctx, await repeatHold(ctx, earlier, client));
  const placed = await holdNights(ctx, request, client, idempotencyKey);
  return withPaymentPage(ctx, placed, { isRechecked: true });
}

async function holdNights(
  ctx: Ctx,
  request: BookingRequest,
  client: HoldingClient,
  idempotencyKey: string,
): Promise<Placed> {
  const quote = await findQuote(ctx, request.quoteId);
  if (quote.expires_at <= ctx.now())
    throw reasonError('quote_expired', 'This price is older than half an hour. Please look at it again.');
  if (await isOfferQuote(ctx.db, quote.id))
    throw reasonError(
      'quote_expired',
      'This is the price of an offer. Please book it with the offer’s link.',
    );
  const property = await findSoldProperty(ctx, quote.slug);
  const { areFresh } = await recheckCalendars(ctx, property.id);
  const rules = await loadRules(ctx, property, {
    from: addDays(quote.checkin, -nearestWithinDays),
    until: addDays(quote.checkout, nearestWithinDays),
    browserHash: client.browserHash,
  });
  const problem = checkStay(rules.calendar, quote);
  const isInstant = rules.property.booking_mode === 'instant' && areFresh;
  const row = newBooking(ctx, {
    request,
    quote,
    rules,
    idempotencyKey,
    isInstant,
    browserHash: client.browserHash,
  });
  const why = areFresh ? '' : staleCalendars;
  if (!problem) await countGuest(ctx, { email: request.email, browserHash: client.browserHash });
  if (!problem && (await takeInPlaceOfOlder(ctx, row, why))) return { row, why };
  // A concurrent request with the same key may have taken the nights.
  const same = await bookingOfRequest(ctx, idempotencyKey, request);
  if (same) return repeatHold(ctx, same, client);
  throw problem ? stayError(rules, quote, problem) : takenError(rules, quote);
}

const staleCalendars =
  'We could not read this home’s other calendars for some hours, so we check these nights ourselves before you pay.';

/**
 * Takes the nights and releases the browser’s older holds of the home, closing their payment pages: conflicting holds before
 * the new one, once its limits allow it, the others after it.
 * @returns false if the nights are taken, perhaps by an older hold that is paid or being paid @throws AppError
 */
async function takeInPlaceOfOlder(ctx: Ctx, row: NewBooking, why: string): Promise<boolean> {
  const older = await holdsWithPage(ctx.db, row.browser_hash, row);
  const conflicting = older.filter(({ is_conflicting }) => is_conflicting);
  const exceptIds = older.map(({ id }) => id);
  if (conflicting.length > 0) {
    await checkLimits(ctx.db, ctx, row, { isAdded: false, exceptIds });
    if (row.promo_code_id) await checkPromoLeft(ctx.db, row.promo_code_id, exceptIds);
  }
  for (const { id } of conflicting) {
    if (occupiesNights(await endUnpaidHold(ctx, id, 'released', 'guest'))) return false;
  }
  if (!(await take(ctx, row, why, exceptIds))) return false;
  for (const { id, is_conflicting } of older) {
    if (!is_conflicting)
      await endUnpaidHold(ctx, id, 'released', 'guest').catch((error) => logLeft(ctx, id, error));
  }
  return true;
}

/** The older hold stays until it expires. */
function logLeft(ctx: Ctx, bookingId: string, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  ctx.log.warn({ err: error, bookingId }, 'an older hold could not be let go of');
}

/**
 * Returns the booking that this idempotency key created earlier.
 * @throws AppError `conflict` if its quote, guest, plan or consent was different
 */
const bookingOfRequest = (ctx: Ctx, key: string, request: BookingRequest) =>
  bookingOfKey(ctx, key, (booking) => {
    const { quote_id, name, email, phone, note, plan } = booking;
    const isSameGuest = name === request.name && email === request.email && phone === request.phone;
    const isSameNote = note === (request.note ?? '');
    const isSameConsent = allowsLaterCharges(booking) === Boolean(request.agreed.laterCharges);
    return (
      quote_id === request.quoteId && isSameGuest && isSameNote && isSameConsent && plan === request.plan
    );
  });

type NewBooking = Insertable<BookingsTable> & { id: string; hold_expires_at: Date; browser_hash: Buffer };

interface Placed {
  row: Pick<Insertable<BookingsTable>, 'status'> & { id: string; hold_expires_at: Date | null };
  why: string;
}

/** Binds the browser of a repeated request too: the cookie of the first response may be lost. A renewed key binds none. */
async function repeatHold(ctx: Ctx, row: Booking, { browserHash }: HoldingClient): Promise<Placed> {
  if (row.key_version === 0) await rememberBrowser(ctx, row, { browserHash, proof: undefined });
  return { row, why: '' };
}

/** Opens the payment page of a live hold; a request has none. */
async function withPaymentPage(
  ctx: Ctx,
  { row, why }: Placed,
  { isRechecked = false } = {},
): Promise<PlacedBooking> {
  const isLive = row.status === 'held' && (row.hold_expires_at ?? ctx.now()) > ctx.now();
  const checkoutUrl = isLive
    ? await openPayment(ctx, row.id, { isRechecked }).catch((error) => withoutPage(ctx, row.id, error))
    : null;
  // Opening a page makes the hold longer, and confirms a stay that costs nothing.
  const { key_version, ...placed } = await placedState(ctx.db, row.id);
  // A repeated request is no way to a key that was renewed because the former one was in wrong hands.
  if (key_version > 0) throw renewedError();
  return {
    ...isoMoments(placed),
    key: bookingKey(ctx, row.id, key_version),
    checkoutUrl,
    why: why || undefined,
  };
}

export const renewedError = (): AppError =>
  new AppError(
    'conflict',
    'The link of this booking was renewed. Please open it from our newest mail about the booking.',
  );

/**
 * The hold stays while the provider is down: its own page opens the payment later. A hold whose nights another channel sold
 * concurrently is released instead.
 * @param error of `openPayment`
 */
export async function withoutPage(ctx: Ctx, id: string, error: unknown): Promise<null> {
  if (!(error instanceof AppError)) throw error;
  if (error.extra?.reason !== 'dates_taken') return null;
  await endUnpaidHold(ctx, id, 'released', 'system');
  throw error;
}

function newBooking(
  ctx: Ctx,
  {
    request,
    quote,
    rules,
    idempotencyKey,
    isInstant,
    browserHash,
  }: {
    request: BookingRequest;
    quote: QuoteRow;
    rules: PropertyRules;
    idempotencyKey: string;
    isInstant: boolean;
    browserHash: Buffer;
  },
): NewBooking {
  const lifetimeMs = isInstant ? pageHoldMs : requestLifetimeMs;
  return {
    ...newBookingIdentity(ctx),
    quote_id: quote.id,
    status: isInstant ? 'held' : 'requested',
    property_id: quote.property_id,
    checkin: quote.checkin,
    checkout: quote.checkout,
    guests: quote.guests,
    pets: quote.pets,
    turnover_nights: rules.property.turnover_nights,
    promo_code_id: quote.promo_code_id,
    total_cents: quote.total_cents,
    currency: quote.currency,
    ...bookingDetails(ctx, quote, request, browserHash),
    source: request.source ?? 'site',
    hold_expires_at: holdUntil(quote.checkin, new Date(ctx.now().getTime() + lifetimeMs)),
    idempotency_key: idempotencyKey,
  };
}

/** Takes the nights for exactly one of all the guests who want them. @returns whether they were free */
async function take(ctx: Ctx, row: NewBooking, why: string, exceptIds: readonly string[]): Promise<boolean> {
  const now = ctx.now();
  const booking = await takeNights(ctx, async (tx) => {
    await lockHolds(tx, [ctx.clientKey, networkPrefix(ctx.clientKey) ?? ctx.clientKey, row.email]);
    const released = await releaseUnopenedHolds(tx, row, now);
    const added = await addBooking(tx, row);
    for (const { id } of released) {
      await recordEvent(tx, { booking_id: id, event: 'released', actor: 'guest', created_at: now });
    }
    await recordEvent(tx, { booking_id: row.id, event: row.status, actor: 'guest', created_at: now });
    await checkLimits(tx, ctx, row, { isAdded: true, exceptIds });
    await queueHoldMails(ctx, tx, added, why);
    return added;
  });
  return booking !== null;
}
