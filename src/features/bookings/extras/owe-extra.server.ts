import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { type BookingChange, changeBooking } from '../changes/change-booking.server.ts';
import type { ReturnedMoney } from '../emails/extra-emails.server.ts';
import { orderRefund } from '../payments/refunds.server.ts';
import type { ExtraLine, Price, PricedExtra } from '../pricing/price.ts';
import { extraLines } from '../pricing/price-lines.ts';
import { isExtraLine, priceWithExtras } from '../pricing/price-of-extras.ts';
import { storeRepricedQuote } from '../quotes/repriced-quote.server.ts';
import { type QuoteRow, quoteById, quoteParts } from '../quotes/store.server.ts';
import { bookedTaxes, isPaidExtra, lineOfExtra, toPricedStay } from '../record/added-extras.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import type { AddedRow } from '../record/extras-store.server.ts';
import { bookingMoney, isBalanceToCome, overpaid } from '../record/payments-store.server.ts';
import { countAsOverpaid } from '../record/refunds-store.server.ts';

type ExtraChange = Pick<BookingChange, 'event' | 'actor' | 'details' | 'mails'>;

type Mails = NonNullable<BookingChange['mails']>;
type MailsOfBill = (data: Parameters<Mails>[0], returned: ReturnedMoney) => ReturnType<Mails>;

interface DroppedChange extends Omit<ExtraChange, 'mails'> {
  reason: string;
  mails: MailsOfBill;
}

/** The price that a booking has now. @throws Error without a quote */
export const priceOfBooking = async (db: Db, booking: Booking): Promise<Price> =>
  quoteParts(await quoteOfBooking(db, booking)).price;

async function quoteOfBooking(db: Db, { code, quote_id }: Booking): Promise<QuoteRow> {
  const quote = await quoteById(db, quote_id);
  if (!quote) throw new Error(`booking ${code} has no quote`);
  return quote;
}

/** Whether a balance is still to come, to which the price of an order is added; else it is due at once. */
export const hasBalanceToCome = async (ctx: Ctx, db: Db, booking: Booking): Promise<boolean> =>
  isBalanceToCome(booking, await bookingMoney(db, booking.id), todayAtProperty(ctx.now()));

/**
 * Adds an extra to the bill of a stay: a new quote under the same terms, whose lines add up to the new total.
 * @param booking locked by the transaction
 */
export async function oweExtra(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  extra: PricedExtra,
  change: ExtraChange,
): Promise<void> {
  const [line] = extraLines([extra], toPricedStay(booking)).filter(isExtraLine);
  await bill(ctx, tx, booking, {
    quote: await quoteOfBooking(tx, booking),
    change,
    toLines(lines) {
      const others = lines.filter(({ addedId }) => addedId === undefined || addedId !== extra.addedId);
      return line ? [...others, line] : others;
    },
  });
}

/**
 * Removes an extra from the bill of a stay, if it is part of it, and refunds its payment.
 * @param booking locked by the transaction
 * @param change with the reason of a refund, and mails about what its payment became
 */
export async function dropExtra(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  row: AddedRow,
  { reason, mails, ...change }: DroppedChange,
): Promise<void> {
  const quote = await quoteOfBooking(tx, booking);
  const { price } = quoteParts(quote);
  const dropped = lineOfExtra(row, price.lines);
  if (!dropped)
    await changeBooking(ctx, tx, booking, {
      ...change,
      mails: (data) => mails(data, { refund: 0, deducted: 0 }),
    });
  else
    await bill(ctx, tx, booking, {
      quote,
      change: {
        ...change,
        mails: (data, { refund, deducted }) =>
          mails(data, { refund, deducted: isPaidExtra(row) ? deducted : 0 }),
      },
      reason,
      toLines: (lines) => lines.filter((line) => line !== dropped),
    });
}

interface BillChange {
  quote: QuoteRow;
  change: Omit<ExtraChange, 'mails'> & { mails?: MailsOfBill };
  toLines(lines: readonly ExtraLine[]): readonly ExtraLine[];
  /** The reason for a refund. */
  reason?: string;
}

async function bill(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { quote, change: { mails, ...change }, toLines, reason = '' }: BillChange,
): Promise<void> {
  const { price: before } = quoteParts(quote);
  const stay = toPricedStay(booking);
  const lines = toLines(before.lines.filter(isExtraLine));
  const price = priceWithExtras(before, stay, bookedTaxes(before, stay), lines);
  const difference = price.total - before.total;
  const total = booking.total_cents + difference;
  const quoteId = await storeRepricedQuote(tx, quote, { price, now: ctx.now() });
  const money = await bookingMoney(tx, booking.id);
  // The hosts may have refunded more than a stay costs since it was moved: that pays for nothing which is added now.
  const excess = money.waived - booking.total_cents;
  if (difference > 0 && excess > 0) await countAsOverpaid(tx, booking.id, excess);
  const refund = Math.max(0, overpaid(total, money) - overpaid(booking.total_cents, money));
  const deducted = Math.max(0, Math.min(-difference - refund, money.open));
  if (refund > 0)
    await orderRefund(ctx, tx, booking, {
      kind: 'move',
      cause: `extra:${quoteId}`,
      reason,
      amount: refund,
    });
  // A card is charged for a balance that its guest agreed to, and never for what was ordered after that was paid.
  const isSettled = money.open === 0 && difference > 0;
  const set = {
    quote_id: quoteId,
    total_cents: total,
    due_now_cents: Math.min(booking.due_now_cents, total),
  };
  await changeBooking(ctx, tx, booking, {
    set: isSettled ? { ...set, balance_due_on: null, next_charge_at: null } : set,
    ...change,
    details: { ...change.details, from: booking.total_cents, to: total, refund },
    mails: mails && ((data) => mails(data, { refund, deducted })),
  });
}
