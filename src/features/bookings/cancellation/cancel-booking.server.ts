import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError, toFieldErrors } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { assertBooksComplete } from '../../payments/payment-pause.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { bookingCancelledEmail } from '../emails/guest-emails.server.ts';
import { cancellationNotice } from '../emails/host-emails.server.ts';
import { endAttempt } from '../payments/end-unpaid.server.ts';
import { orderRefund, payRefunds } from '../payments/refunds.server.ts';
import type { Price } from '../pricing/price.ts';
import { type RefundFigure, refundFor, wholeRefund } from '../pricing/refund.ts';
import { refundPercentAt } from '../pricing/timeline.server.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { isPaidByCard, type Money, paidLeft, refundable } from '../record/payments-store.server.ts';
import { mayCancel } from '../record/to-trip.server.ts';
import type { CancellationFigure } from '../record/trip.schema.server.ts';

/** What goes back of a stay that is cancelled now, and why. */
export function cancellationFigure(
  { booking, quote, price, policy, money }: BookingRecord,
  now: Date,
): CancellationFigure {
  const bookedAt = booking.confirmed_at ?? booking.created_at;
  const checkIn = { checkin: booking.checkin, checkInFrom: quote.check_in_from, bookedAt };
  const percent = refundPercentAt(policy, checkIn, now);
  const paid = paidLeft(money);
  const figure = refundFor(
    price.lines,
    percent,
    Math.min(refundable(money), policyLeft(price, percent, money)),
  );
  const why = `${explain(figure, policy.name)}${explainLimit(figure, money, booking.currency)}`;
  return { ...figure, currency: booking.currency, paid, why };
}

/** What of the policy's refund has not gone back yet, by an order that a restore lost. */
const policyLeft = (price: Price, percent: number, { unexplained }: Money): number =>
  wholeRefund(price, percent).total - unexplained;

/** Why less goes back than the policy gives. */
function explainLimit(figure: RefundFigure, money: Money, currency: string): string {
  if (money.disputed > 0)
    return ` Your bank is deciding on a payment of ${formatMoney(money.disputed, currency)}: until then we cannot refund it.`;
  const whole = figure.rentAndFees + figure.cleaningAndPets + figure.taxes;
  if (money.unexplained > 0 && figure.refund < whole)
    return ` ${formatMoney(money.unexplained, currency)} of this stay went back before, and counts towards it.`;
  // With 100% the sentence says already that what was paid goes back.
  if (figure.percent === 100 || figure.refund >= whole) return '';
  return ` That would be ${formatMoney(whole, currency)}; you have paid ${formatMoney(Math.max(0, paidLeft(money)), currency)}, so this is what goes back.`;
}

function explain({ percent, cleaningAndPets }: RefundFigure, policy: string): string {
  const under = policy ? ` under the policy “${policy}”` : '';
  const hasFees = cleaningAndPets > 0;
  if (percent === 100) return `You cancel early enough: everything you paid goes back${under}.`;
  if (percent === 0) {
    const rent = policy ? `It is too late for a refund of the rent${under}.` : 'The rent is not refunded.';
    return hasFees ? `${rent} Cleaning and pet fees, with their taxes, go back.` : rent;
  }
  const fees = hasFees ? ', all of the cleaning and pet fees,' : '';
  return `${percent}% of the rent goes back${under}${fees} and the taxes on what goes back.`;
}

/** @throws AppError `conflict` for a stay that the guest cannot cancel */
export async function readCancellation(ctx: Ctx, booking: Booking): Promise<CancellationFigure> {
  const record = await loadRecord(ctx.db, booking);
  requireCancellable(record, ctx.now());
  return cancellationFigure(record, ctx.now());
}

function requireCancellable({ booking, quote }: BookingRecord, now: Date): void {
  if (mayCancel(booking, quote.check_in_from, now)) return;
  throw new AppError(
    'conflict',
    booking.status === 'confirmed'
      ? 'Your stay has begun. Please call us.'
      : 'There is nothing to cancel: this stay is not confirmed.',
  );
}

/** What the hosts keep under the policy, of what was paid; a bank's dispute only puts its refund off. Minor units. */
function keptByPolicy({ price, money }: BookingRecord, percent: number): number {
  const paid = paidLeft(money);
  const back = refundFor(price.lines, percent, Math.min(paid, policyLeft(price, percent, money)));
  return paid - back.refund;
}

/** Cancels a stay for its guest. @throws AppError `conflict` with `price_changed` when the figure is another one now */
export const cancelByGuest = (ctx: Ctx, booking: Booking, refund: number): Promise<void> =>
  cancel(ctx, booking, { actor: 'guest', reason: '' }, (record) => {
    requireCancellable(record, ctx.now());
    const figure = cancellationFigure(record, ctx.now());
    if (figure.refund === refund) return refund;
    const message = `The refund is ${formatMoney(figure.refund, figure.currency)} now. Please look at it again.`;
    throw reasonError('price_changed', message, { refund: figure.refund, currency: figure.currency });
  });

/** Cancels with any refund up to what is paid. @throws AppError `invalid` for more, `conflict` unless confirmed and not over */
export const cancelByHosts = (
  ctx: Ctx,
  booking: Booking,
  { refund, reason, actor }: { refund: number; reason: string; actor: string },
): Promise<void> =>
  cancel(ctx, booking, { actor, reason }, (record) => {
    if (record.booking.status !== 'confirmed')
      throw new AppError('conflict', 'Only confirmed stays are cancelled.');
    if (record.booking.checkout < todayAtProperty(ctx.now()))
      throw new AppError(
        'conflict',
        'This stay is over, so it is not cancelled. You can refund any part of what was paid.',
      );
    if (refund > refundable(record.money)) throw toFieldErrors({ refund: 'That is more than what is left' });
    return refund;
  });

/** Frees the nights and orders the refund in one transaction; the provider is called after it. */
async function cancel(
  ctx: Ctx,
  seen: Booking,
  { actor, reason }: { actor: string; reason: string },
  decideRefund: (record: BookingRecord) => number,
): Promise<void> {
  const { id } = seen;
  await assertBooksComplete(ctx);
  const record = await loadRecord(ctx.db, seen);
  // What is rejected must not close a payment page.
  decideRefund(record);
  // Nobody pays the balance of a stay that is being cancelled.
  if (record.attempt) await endAttempt(ctx, record.attempt);
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    const locked = await loadRecord(tx, booking);
    const refund = decideRefund(locked);
    // What a bank still works on is given back, or kept, when it arrives.
    if (locked.attempt && locked.attempt.status !== 'processing')
      throw new AppError('conflict', 'A payment for this stay is on its way. Please try again in a minute.');
    if (refund > 0)
      await orderRefund(ctx, tx, booking, {
        kind: 'cancellation',
        cause: 'cancellation',
        reason,
        amount: refund,
      });
    const by = actor === 'guest' ? ('guest' as const) : ('hosts' as const);
    const isToCard = await isPaidByCard(tx, id);
    const figure = cancellationFigure(locked, ctx.now());
    const kept = keptByPolicy(locked, figure.percent);
    const putOff = by === 'guest' ? paidLeft(locked.money) - kept - refund : 0;
    await changeBooking(ctx, tx, booking, {
      status: 'cancelled',
      set: { cancelled_at: ctx.now() },
      event: 'cancelled',
      actor,
      details: withoutUndefined({
        refund,
        reason,
        kept: by === 'guest' ? kept : undefined,
        policyRefund: refund === figure.refund ? wholeRefund(locked.price, figure.percent) : undefined,
      }),
      mails: (data) => ({
        [`booking-cancelled-${id}`]: bookingCancelledEmail(data, { refund, putOff, by, reason, isToCard }),
        [`booking-cancelled-notice-${id}`]: cancellationNotice(data, { refund, by, reason }),
      }),
    });
  });
  await payRefunds(ctx, id);
}
