import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError, toFieldErrors } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { bookingCancelledEmail } from '../emails/guest-emails.server.ts';
import { cancellationNotice } from '../emails/host-emails.server.ts';
import { deleteMailBeforeCancellation } from '../emails/outdated-mail.server.ts';
import { endAttempt } from '../payments/end-unpaid.server.ts';
import { orderRefund, payRefunds } from '../payments/refunds.server.ts';
import type { Price } from '../pricing/price.ts';
import { isExtraLine } from '../pricing/price-of-extras.ts';
import {
  areExtrasRefunded,
  type RefundFigure,
  type RefundTerms,
  refundFor,
  wholeRefund,
} from '../pricing/refund.ts';
import { refundPercentAt } from '../pricing/timeline.server.ts';
import { storeRepricedQuote } from '../quotes/repriced-quote.server.ts';
import { toPricedStay } from '../record/added-extras.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { assertSameKey } from '../record/find-booking.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { isPaidByCard, type Money, paidLeft, refundable } from '../record/payments-store.server.ts';
import { mayCancel } from '../record/to-trip.server.ts';
import type { CancellationFigure } from '../record/trip.schema.server.ts';
import { endExtras, paidForExtras, priceWithoutUnpaid } from './end-extras.server.ts';

/** The policy's refund for a stay that is cancelled now. */
function refundTerms({ booking, quote, policy }: BookingRecord, now: Date): RefundTerms {
  const bookedAt = booking.confirmed_at ?? booking.created_at;
  const checkIn = { checkin: booking.checkin, check_in_from: quote.check_in_from, bookedAt };
  return {
    percent: refundPercentAt(policy, checkIn, now),
    areExtrasBack: areExtrasRefunded(booking, todayAtProperty(now)),
  };
}

/** The price of a stay without unpaid additions, which are not refunded. */
const owedPrice = ({ booking, price, extras }: BookingRecord): Price =>
  priceWithoutUnpaid(price, toPricedStay(booking), extras);

const leavesExtras = ({ areExtrasBack }: RefundTerms, { lines }: Price): boolean =>
  !areExtrasBack && lines.some(isExtraLine);

/** Whether the hosts retain extras of a stay that is cancelled now. */
export const retainsExtras = (record: BookingRecord, now: Date): boolean =>
  leavesExtras(refundTerms(record, now), owedPrice(record));

/** The refund of a stay that is cancelled now, and its reason. */
export function cancellationFigure(record: BookingRecord, now: Date): CancellationFigure {
  const { booking, policy, money } = record;
  const terms = refundTerms(record, now);
  const price = owedPrice(record);
  const paid = paidLeft(money);
  const figure = refundFor(price.lines, terms, Math.min(refundable(money), policyLeft(price, terms, money)));
  const areRetained = leavesExtras(terms, price);
  const why = `${explainStay(figure, policy.name, areRetained)}${explainExtras(figure, areRetained, 'What you added to your stay')}${explainLimit(figure, money, booking.currency)}`;
  return { ...figure, currency: booking.currency, paid, why };
}

/** Returns the part of the policy's refund that has not gone back, after a restore lost its order. */
const policyLeft = (price: Price, terms: RefundTerms, { unexplained }: Money): number =>
  wholeRefund(price, terms).total - unexplained;

/** Explains why the refund is less than the policy's. */
function explainLimit(figure: RefundFigure, money: Money, currency: string): string {
  if (money.disputed > 0)
    return ` Your bank is deciding on a payment of ${formatMoney(money.disputed, currency)}: until then we cannot refund it.`;
  const whole = figure.rentAndFees + figure.cleaningAndPets + figure.extras + figure.taxes;
  if (money.unexplained > 0 && figure.refund < whole)
    return ` ${formatMoney(money.unexplained, currency)} of this stay went back before, and counts towards it.`;
  // A refund of 100% needs no explanation: the sentence before says that everything paid is refunded.
  if (figure.percent === 100 || figure.refund >= whole) return '';
  return ` That would be ${formatMoney(whole, currency)}; you have paid ${formatMoney(Math.max(0, paidLeft(money)), currency)}, so this is what goes back.`;
}

/** Explains the refund of the extras, where there is more to say than that everything goes back. @param added their name */
export function explainExtras(
  { percent, extras }: Pick<RefundFigure, 'percent' | 'extras'>,
  areRetained: boolean,
  added: string,
): string {
  if (areRetained) return ` ${added} is not refunded from the check-in day on.`;
  return extras > 0 && percent < 100 ? ` ${added} goes back in full.` : '';
}

function explainStay(
  { percent, cleaningAndPets }: RefundFigure,
  policy: string,
  areExtrasRetained: boolean,
): string {
  const under = policy ? ` under the policy “${policy}”` : '';
  const hasFees = cleaningAndPets > 0;
  const whole = areExtrasRetained ? 'your stay goes back in full' : 'everything you paid goes back';
  if (percent === 100) return `You cancel early enough: ${whole}${under}.`;
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

/** The part of the payments that the hosts retain under the policy, in minor units; a dispute only delays the refund. */
function retainedByPolicy(record: BookingRecord, terms: RefundTerms): number {
  const { money } = record;
  const paid = paidLeft(money);
  const price = owedPrice(record);
  const back = refundFor(price.lines, terms, Math.min(paid, policyLeft(price, terms, money)));
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
  await assertLedgerComplete(ctx);
  // A rejected cancellation must not close a payment page, so it is checked first; another one may be under way.
  const { attempt } = await ctx.db.transaction().execute(async (tx) => {
    const record = await loadRecord(tx, await lockBooking(tx, id));
    decideRefund(record);
    return record;
  });
  // The balance of a stay that is being cancelled cannot be paid.
  if (attempt) await endAttempt(ctx, attempt);
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    if (actor === 'guest') assertSameKey(seen, booking);
    const locked = await loadRecord(tx, booking);
    const refund = decideRefund(locked);
    // A payment that a bank still processes is refunded or kept once it arrives.
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
    const terms = refundTerms(locked, ctx.now());
    const retained = retainedByPolicy(locked, terms);
    const putOff = by === 'guest' ? paidLeft(locked.money) - retained - refund : 0;
    const price = owedPrice(locked);
    const isForExtras = terms.areExtrasBack
      ? refund >= Math.min(figure.refund, paidForExtras(locked.extras, locked.price, toPricedStay(booking)))
      : refund === figure.paid;
    await endExtras(ctx, tx, locked.extras, {
      bookingId: id,
      areRefunded: refund > 0 && isForExtras,
      actor,
    });
    // The retained amount and its taxes follow from the amount that is owed.
    const bill =
      price === locked.price
        ? {}
        : {
            quote_id: await storeRepricedQuote(tx, locked.quote, { price, now: ctx.now() }),
            total_cents: price.total,
            due_now_cents: Math.min(booking.due_now_cents, price.total),
          };
    await deleteMailBeforeCancellation(tx, booking);
    await changeBooking(ctx, tx, booking, {
      status: 'cancelled',
      set: { ...bill, cancelled_at: ctx.now() },
      event: 'cancelled',
      actor,
      details: withoutUndefined({
        refund,
        reason,
        kept: by === 'guest' ? retained : undefined,
        policyRefund: refund === figure.refund ? wholeRefund(price, terms) : undefined,
      }),
      mails: (data) => ({
        [`booking-cancelled-${id}`]: bookingCancelledEmail(data, { refund, putOff, by, reason, isToCard }),
        [`booking-cancelled-notice-${id}`]: cancellationNotice(data, { refund, by, reason }),
      }),
    });
  });
  await payRefunds(ctx, id);
}
