import type { Tx } from '../../../db/client.server.ts';
import { retried } from '../../../db/retried.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { orUnavailable, stripeTimeoutMs } from '../../../platform/stripe-call.server.ts';
import { formatDate, todayAtProperty } from '../../../shared/dates.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { daysBetween } from '../../../shared/nights.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireOpenSite } from '../../opening/opening.server.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { recheckCalendars } from '../calendar/recheck-calendars.server.ts';
import { chargeable } from '../pricing/min-charge.ts';
import {
  type Attempt,
  activeAttempt,
  attemptById,
  countPages,
  insertAttempt,
} from '../record/attempts-store.server.ts';
import {
  areNightsFree,
  type Booking,
  bookingById,
  isAcceptedByHosts,
  lockBooking,
  updateBooking,
} from '../record/bookings-store.server.ts';
import { acceptsBankDebits, propertyTitle } from '../record/homes-store.server.ts';
import { isOfferWithdrawn } from '../record/offers-store.server.ts';
import { bookingMoney, nextPayment } from '../record/payments-store.server.ts';
import { withdrawnError } from '../record/withdrawn-offer.ts';
import { confirmStay } from './confirm-booking.server.ts';
import {
  arrivalOverError,
  holdMarginMs,
  isArrivalOver,
  isTooLateToPay,
  pageLifetimeMs,
} from './end-of-sale.server.ts';
import { endAttempt } from './end-unpaid.server.ts';
import { createPage } from './payment-page.server.ts';
import { settleAttempt, unconfirmed } from './settle-booking.server.ts';
import { NightsSoldElsewhere, soldElsewhereError } from './sold-elsewhere.server.ts';

/** The number of pages is limited, because each new page extends the hold. */
const maxPages = 5;

const maxRounds = 4;

/**
 * Opens a payment page; no lock is held while the provider is called.
 * @returns its URL, or that of the trip if nothing is to be paid
 */
export async function openPayment(
  ctx: Ctx,
  bookingId: string,
  { isRechecked = false } = {},
): Promise<string> {
  const deadline = performance.now() + stripeTimeoutMs;
  const { property_id, code, status } = await bookingById(ctx.db, bookingId);
  // The ledger of a confirmed stay may lack a payment after a restore: its guest must not pay twice.
  if (status === 'confirmed') await assertLedgerComplete(ctx);
  // Only a hold can lose its nights to another channel: other bookings have theirs, or cannot be paid.
  const isReadFirst = status === 'held' && !isRechecked;
  const { areFresh } = isReadFirst ? await recheckCalendars(ctx, property_id) : { areFresh: true };
  for (let round = 0; round < maxRounds; round += 1) {
    // A longer hold may meet another transaction that wants its nights in a deadlock.
    const attempt = await retried(() => startAttempt(ctx, bookingId, areFresh)).catch(
      async (error: unknown) => {
        throw error instanceof NightsSoldElsewhere ? await soldElsewhereError(ctx, bookingId) : error;
      },
    );
    if (!attempt) return `${ctx.settings.appUrl}/trips/${code}`;
    const current = await orUnavailable(unconfirmed, () => openAttempt(ctx, attempt, deadline));
    if (current?.status === 'open' && current.url) return current.url;
    if (current?.status === 'failed') break;
    if (current?.status === 'processing')
      throw new AppError('conflict', 'Your bank is working on your payment. We will write to you.');
  }
  throw new AppError(
    'unavailable',
    'The payment page could not be opened just now. You have not been charged. Please try again in a few minutes.',
    { retryAfterSeconds: 30 },
  );
}

async function openAttempt(ctx: Ctx, attempt: Attempt, deadline: number): Promise<Attempt | undefined> {
  const isNew = ctx.now().getTime() - attempt.created_at.getTime() < minuteMs;
  // A charge of the stored card whose result is unknown must not become payable on a page, too.
  if (attempt.kind === 'page' && attempt.status === 'pending') {
    const booking = await bookingById(ctx.db, attempt.booking_id);
    const made = await createPage(ctx, booking, attempt, deadline - performance.now());
    if (isNew) return made;
    // The provider repeats its first response to an older attempt, or rejects the expiry as too soon.
    if (made.status === 'failed') return undefined;
  }
  // The provider rejected this charge: the guest pays on a page instead.
  if (attempt.kind === 'stored_card' && attempt.refused_at) await endAttempt(ctx, attempt);
  else await settleAttempt(ctx, attempt.id, deadline - performance.now());
  const settled = await attemptById(ctx.db, attempt.id);
  // A failed attempt is not returned: the next round opens a new page.
  return settled?.status === 'failed' ? undefined : settled;
}

interface DuePayment {
  /** Minor units. */
  amount: number;
  purpose: Attempt['purpose'];
}

/** Returns the amount that can be paid now; `null` where nothing can. */
async function duePayment(ctx: Ctx, tx: Tx, booking: Booking): Promise<DuePayment | null> {
  if (booking.status === 'held') return { amount: chargeable(booking.due_now_cents), purpose: 'stay' };
  if (booking.status !== 'confirmed') return null;
  return nextPayment(booking, await bookingMoney(tx, booking.id), todayAtProperty(ctx.now()));
}

/** @returns the active attempt, or a new one; `null` if nothing is due and the booking is confirmed without a payment */
async function startAttempt(ctx: Ctx, bookingId: string, areFresh: boolean): Promise<Attempt | null> {
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const active = await activeAttempt(tx, bookingId);
    if (active?.status === 'processing') return active;
    const isHeld = booking.status === 'held';
    if (isHeld) await requireOpenSite(tx);
    if (isHeld && isArrivalOver(booking, ctx.now())) throw arrivalOverError();
    if (isHeld && (await isOfferWithdrawn(tx, bookingId))) throw withdrawnError();
    if (isHeld && !(await areNightsFree(tx, booking))) throw new NightsSoldElsewhere();
    if (active) return active;
    if (isHeld && !areFresh && !(await isAcceptedByHosts(tx, booking)))
      throw reasonError('calendars_unread', calendarsUnread);
    const due = await duePayment(ctx, tx, booking);
    if (due === null || (due.amount <= 0 && !isHeld)) throw nothingToPay(booking);
    if (due.amount === 0) {
      await confirmStay(ctx, tx, booking);
      return null;
    }
    if (isHeld && (await countPages(tx, booking.id)) >= maxPages) throw nothingToPay(booking);
    const now = ctx.now();
    if (isHeld && isTooLateToPay(booking, now)) throw arrivalOverError();
    const expiresAt = new Date(Math.floor((now.getTime() + pageLifetimeMs) / 1000) * 1000);
    if (isHeld) await extendHold(tx, booking, new Date(expiresAt.getTime() + holdMarginMs), now);
    return insertAttempt(tx, {
      id: newId(),
      booking_id: bookingId,
      purpose: due.purpose,
      kind: 'page',
      status: 'pending',
      amount_cents: due.amount,
      currency: booking.currency,
      expires_at: expiresAt,
      created_at: now,
      takes_bank_debit: await takesBankDebit(ctx, tx, booking),
      description: describeStay(await propertyTitle(tx, booking.property_id), booking),
    });
  });
}

/** Bank debits are accepted only for stays further ahead, because a debit may take this long. */
const minBankDebitDays = 10;

const takesBankDebit = async (ctx: Ctx, tx: Parameters<typeof lockBooking>[0], { checkin }: Booking) =>
  daysBetween(todayAtProperty(ctx.now()), checkin) > minBankDebitDays && (await acceptsBankDebits(tx));

const calendarsUnread =
  'We could not read this home’s other calendars just now, so we cannot take a payment for it. Your nights stay held until the time shown; please try again in a few minutes, or call us.';

export const describeStay = (title: string, { checkin, checkout, code }: Booking): string =>
  `${title}, ${formatDate(checkin)} to ${formatDate(checkout)} (booking ${code})`;

async function extendHold(
  tx: Parameters<typeof lockBooking>[0],
  booking: Booking,
  until: Date,
  now: Date,
): Promise<void> {
  if (booking.hold_expires_at && booking.hold_expires_at >= until) return;
  await updateBooking(tx, booking.id, { hold_expires_at: until, updated_at: now });
}

function nothingToPay({ status }: Booking): AppError {
  if (status === 'confirmed') return new AppError('conflict', 'This stay is paid already.');
  if (status === 'requested')
    return new AppError('conflict', 'We are looking at your request. You can pay once it is approved.');
  if (status === 'held')
    return new AppError('conflict', 'This payment was begun too often. Please call us to book.');
  return new AppError('conflict', 'These nights are no longer held for you. Please choose your dates again.');
}
