import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { recheckFeeds } from '../../channels/import/read-feeds.server.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import { priceChanged } from '../calendar/reason.ts';
import { bookedProperty, lockProperties } from '../calendar/store.server.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { bookingMovedEmail } from '../emails/moved-email.server.ts';
import { deleteMailBeforeMove } from '../emails/outdated-mail.server.ts';
import { repriceRows } from '../extras/repriced-extras.server.ts';
import { endAttempt } from '../payments/end-unpaid.server.ts';
import { orderRefund, payRefunds } from '../payments/refunds.server.ts';
import { takenError } from '../quotes/actions.server.ts';
import { type HostedPrice, storeHostedPrice } from '../quotes/hosted-quote.server.ts';
import { isSameArrival } from '../record/access.server.ts';
import { activeAttempt } from '../record/attempts-store.server.ts';
import { areNightsFree, type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { type BookingExtra, updateBookingExtra } from '../record/extras-store.server.ts';
import { countAsOverpaid } from '../record/refunds-store.server.ts';
import { toBalanceColumns } from './balance-columns.ts';
import type { MoveRequest } from './contract.server.ts';
import {
  moneyAfter,
  movableBooking,
  type PricedMove,
  priceMove,
  requireMovable,
  staysPut,
  targetProperty,
} from './price-move.server.ts';

/** Nights, price, refund and mail change in one transaction, once. @throws AppError with nothing changed */
export async function moveBooking(ctx: Ctx, code: string, request: MoveRequest): Promise<void> {
  const { booking, actor } = await movableBooking(ctx, code);
  const property = await targetProperty(ctx, booking, request);
  if (staysPut(booking, property, request)) return;
  await assertLedgerComplete(ctx);
  await recheckFeeds(ctx, property.id);
  const priced = await priceMove(ctx, booking, request);
  requireSameTotal(priced, request);
  // An open payment is ended first, because its amount is about to change.
  const attempt = await activeAttempt(ctx.db, booking.id);
  if (attempt) await endAttempt(ctx, attempt);
  if (!(await take(ctx, booking, { request, priced, actor }))) throw takenError(priced.rules, priced.stay);
  await payRefunds(ctx, booking.id);
}

function requireSameTotal({ price, rules }: HostedPrice, { total }: MoveRequest): void {
  if (total === undefined || total === price.total) return;
  throw priceChanged(`The stay in ${rules.property.title}`, price.total);
}

/** Moves the extras of the stay: each row follows its line of the bill. */
async function writeMovedExtras(tx: Tx, { extras, price, stay }: PricedMove): Promise<void> {
  for (const { row, effect } of extras) {
    if (effect === 'goes_back') await updateBookingExtra(tx, row.id, { status: 'refunded' });
    if (effect === 'withdrawn') await updateBookingExtra(tx, row.id, { status: 'withdrawn', due_cents: 0 });
    if (effect === 'asked_again')
      await updateBookingExtra(tx, row.id, {
        status: 'asked',
        due_cents: 0,
        paid_at: paidAt(row),
        decided_at: null,
      });
  }
  const rows = extras.flatMap(({ row, effect }) => {
    if (effect === 'kept') return [row];
    return effect === 'asked_again' ? [{ ...row, status: 'asked' as const, due_cents: 0 }] : [];
  });
  await repriceRows(tx, rows, { price, stay });
}

/** Returns when an extra was paid; for one chosen with the stay, when that was booked. */
const paidAt = ({ status, paid_at, created_at }: BookingExtra): Date | null =>
  paid_at ?? (status === 'included' || status === 'paid' ? created_at : null);

interface Move {
  request: MoveRequest;
  priced: PricedMove;
  actor: string;
}

/** Another booking has the nights. */
const takenCodes: ReadonlySet<unknown> = new Set(['23P01']);

/** @returns whether the nights were free */
async function take(ctx: Ctx, booking: Booking, move: Move): Promise<boolean> {
  try {
    return await ctx.db.transaction().execute((tx) => apply(ctx, tx, booking, move));
  } catch (error) {
    if (takenCodes.has((error as { code?: unknown }).code)) return false;
    throw error;
  }
}

async function apply(ctx: Ctx, tx: Tx, seen: Booking, { request, priced, actor }: Move): Promise<boolean> {
  const { property, stay, price } = priced;
  await lockProperties(tx, [seen.property_id, property.id]);
  const booking = await lockBooking(tx, seen.id);
  requireMovable(ctx, booking);
  if (staysPut(booking, property, request)) return true;
  if (booking.quote_id !== seen.quote_id)
    throw new AppError('conflict', 'This stay was moved a moment ago. Please look at it again.');
  if (await activeAttempt(tx, booking.id))
    throw new AppError('conflict', 'A payment for this stay is on its way. Please try again in a minute.');
  const place = {
    property_id: property.id,
    checkin: stay.checkin,
    checkout: stay.checkout,
    turnover_nights: property.turnover_nights,
  };
  if (!(await areNightsFree(tx, { ...booking, ...place }))) return false;
  const hasSameArrival = isSameArrival(booking, place);
  const now = ctx.now();
  const money = await moneyAfter(ctx, tx, booking, priced, request);
  const moveId = newId();
  if (money.counted > 0) await countAsOverpaid(tx, booking.id, money.counted);
  if (money.refund > 0)
    await orderRefund(ctx, tx, booking, {
      kind: 'move',
      cause: `move:${moveId}`,
      reason: 'Your stay was moved',
      amount: money.refund,
    });
  await writeMovedExtras(tx, priced);
  const from = await bookedProperty(tx, booking.property_id);
  const { checkin, checkout, total_cents: total } = booking;
  await deleteMailBeforeMove(tx, booking);
  await changeBooking(ctx, tx, booking, {
    set: withoutUndefined({
      ...place,
      // The quote counts as booked, so that it cannot be booked again.
      quote_id: await storeHostedPrice(ctx, tx, priced, now),
      total_cents: price.total,
      due_now_cents: Math.min(booking.due_now_cents, price.total),
      promo_code_id: priced.promoId,
      ...toBalanceColumns({ due: money.due, dueOn: money.balanceOn }, now),
      // The data of a guest who deleted the account are purged after the moved stay.
      anonymize_on: booking.anonymize_on && stay.checkout,
      arrival_sent_at: hasSameArrival ? undefined : null,
      // The code of one home opens no other.
      access_code: booking.property_id === property.id ? undefined : '',
    }),
    event: 'moved',
    actor,
    details: {
      from: { property: from.slug, checkin, checkout, total },
      to: { property: property.slug, checkin: stay.checkin, checkout: stay.checkout, total: price.total },
      difference: price.total - total,
      refund: money.refund,
      due: money.due,
      counted: money.counted,
    },
    mails: (data) => ({
      [`booking-moved-${moveId}`]: bookingMovedEmail(data, {
        ...money,
        note: request.note,
        from: { propertyTitle: from.title, checkin, checkout, total },
      }),
    }),
    // Another arrival gets its own mail about address and access, unless this one has them already.
    isArrivalSent: !hasSameArrival,
  });
  return true;
}
