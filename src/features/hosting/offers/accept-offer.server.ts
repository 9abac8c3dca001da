import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { reasonError } from '../../bookings/calendar/reason.ts';
import { recheckCalendars } from '../../bookings/calendar/recheck-calendars.server.ts';
import { bookingDetails } from '../../bookings/checkout/booking-details.server.ts';
import { countClient, countGuest } from '../../bookings/checkout/booking-limits.server.ts';
import type { PlacedBooking } from '../../bookings/checkout/contract.server.ts';
import { renewedError, withoutPage } from '../../bookings/checkout/place-hold.server.ts';
import { NightsTaken, takeNights } from '../../bookings/checkout/take-nights.server.ts';
import { queueHoldMails } from '../../bookings/emails/queue-hold-mails.server.ts';
import { pageHoldMs } from '../../bookings/payments/end-of-sale.server.ts';
import { openPayment } from '../../bookings/payments/open-payment.server.ts';
import { lostNightsError } from '../../bookings/payments/sold-elsewhere.server.ts';
import { type QuoteRow, quoteById } from '../../bookings/quotes/store.server.ts';
import { activeAttempt } from '../../bookings/record/attempts-store.server.ts';
import { bookingKey } from '../../bookings/record/booking-key.server.ts';
import {
  areNightsFree,
  type Booking,
  lockBooking,
  placedState,
  updateBooking,
} from '../../bookings/record/bookings-store.server.ts';
import { addBoundBrowser } from '../../bookings/record/browsers-store.server.ts';
import { isKeyRenewedByHosts, recordEvent } from '../../bookings/record/events-store.server.ts';
import {
  lockOffer,
  type OfferRow,
  offerById,
  setOfferBooking,
} from '../../bookings/record/offers-store.server.ts';
import { renewAccess } from '../../bookings/record/renew-access.server.ts';
import { withdrawnError } from '../../bookings/record/withdrawn-offer.ts';
import { assertSiteOpen } from '../../opening/opening.server.ts';
import type { AcceptRequest } from './contract.server.ts';
import { insertOfferHold } from './hold-offer.server.ts';
import { offerState } from './offer.ts';
import { findOffer, toFacts } from './read-offer.server.ts';

/** Accepts an offer for its guest, who pays next; a repeated call returns the same booking. @throws AppError with a `reason` */
export async function acceptOffer(
  ctx: Ctx,
  token: string,
  request: AcceptRequest,
  browserHash: Buffer,
): Promise<PlacedBooking> {
  const offer = await findOffer(ctx, token);
  await countClient(ctx);
  await assertSiteOpen(ctx);
  requireOpen(ctx, offer);
  await recheckCalendars(ctx, offer.property_id);
  await countGuest(ctx, { email: request.email, browserHash });
  const booking = await take(ctx, offer.id, request, browserHash);
  if (!booking) throw await lostNightsError(ctx, offer, 'Some of these nights are taken now.');
  const checkoutUrl = await openPayment(ctx, booking.id).catch((error) =>
    withoutPage(ctx, booking.id, error),
  );
  const { key_version, ...placed } = await placedState(ctx.db, booking.id);
  // Another guest took it before the page was open.
  if (key_version !== booking.key_version) throw beingPaidError();
  return { ...isoMoments(placed), key: bookingKey(ctx, booking.id, key_version), checkoutUrl };
}

async function take(ctx: Ctx, id: string, request: AcceptRequest, browserHash: Buffer) {
  return takeNights(ctx, async (tx): Promise<Booking> => {
    await lockOffer(tx, id);
    const offer = (await offerById(tx, id)) as OfferRow;
    requireOpen(ctx, offer);
    const quote = (await quoteById(tx, offer.quote_id)) as QuoteRow;
    const details = bookingDetails(ctx, quote, request, browserHash);
    const hold = offer.status === 'held' && offer.booking_id ? await lockBooking(tx, offer.booking_id) : null;
    return hold?.status === 'held' ? fillHold(ctx, tx, hold, details) : newHold(ctx, tx, offer, details);
  });
}

function requireOpen(ctx: Ctx, offer: OfferRow): void {
  const state = offerState(toFacts(offer), true, ctx.now());
  if (state === 'booked') throw new AppError('conflict', 'This offer is booked already.');
  if (state === 'withdrawn') throw withdrawnError();
  if (state === 'expired')
    throw reasonError('quote_expired', 'This offer has ended. Please choose your dates again.');
}

type BookedDetails = ReturnType<typeof bookingDetails>;

/** The end of a hold whose guest opens the payment page now; an offer is accepted before check-in at the latest. */
const newHoldEnd = (ctx: Ctx): Date => new Date(ctx.now().getTime() + pageHoldMs);

const beingPaidError = (): AppError =>
  new AppError(
    'conflict',
    'Somebody is paying this offer just now. Please try again in half an hour, or ask us for another offer.',
  );

/**
 * Assigns a guest to the hold of an offer. A new guest becomes its owner: only their key and browsers open it from then on.
 * While a guest pays, only another browser of theirs is added. Once hosts have renewed its key, the link of the offer gives it
 * to nobody.
 * @throws NightsTaken; AppError `conflict` while another guest pays, and after a renewal
 */
async function fillHold(ctx: Ctx, tx: Tx, hold: Booking, details: BookedDetails): Promise<Booking> {
  const now = ctx.now();
  if (await isKeyRenewedByHosts(tx, hold.id)) throw renewedError();
  const isSameGuest = hold.email === details.email;
  if (await activeAttempt(tx, hold.id)) {
    if (!isSameGuest) throw beingPaidError();
    await addBoundBrowser(tx, hold.id, details.browser_hash);
    return hold;
  }
  if (!(await areNightsFree(tx, hold))) throw new NightsTaken();
  const isOtherGuest = !isSameGuest && hold.email !== '';
  if (isOtherGuest) await renewAccess(ctx, tx, hold);
  else if (hold.browser_hash) await addBoundBrowser(tx, hold.id, hold.browser_hash);
  const until = newHoldEnd(ctx);
  const isLonger = (hold.hold_expires_at ?? now) > until;
  const booking = await updateBooking(tx, hold.id, {
    ...details,
    arrival_details: isOtherGuest ? '{}' : JSON.stringify(hold.arrival_details),
    hold_expires_at: isLonger ? hold.hold_expires_at : until,
    updated_at: now,
  });
  await recordEvent(tx, { booking_id: hold.id, event: 'accepted', actor: 'guest', created_at: now });
  await queueHoldMails(ctx, tx, booking, '');
  return booking;
}

async function newHold(ctx: Ctx, tx: Tx, offer: OfferRow, details: BookedDetails): Promise<Booking> {
  const { property_id, turnover_nights, quote_id, checkin, checkout, guests, pets, total_cents } = offer;
  const stay = { property_id, turnover_nights, quote_id, checkin, checkout, guests, pets, total_cents };
  const hold = { ...stay, ...details, hold_expires_at: newHoldEnd(ctx) };
  const booking = await insertOfferHold(ctx, tx, hold, 'guest');
  await setOfferBooking(tx, offer.id, booking.id);
  await queueHoldMails(ctx, tx, booking, '');
  return booking;
}
