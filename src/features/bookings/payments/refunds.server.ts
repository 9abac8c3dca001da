import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { callStripe, isStripeDown, StripeCallError } from '../../../platform/stripe-call.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { paymentsPausedSince } from '../../payments/pause-store.server.ts';
import { assertNotPaused } from '../../payments/payment-pause.server.ts';
import { readId } from '../../payments/stripe-session.server.ts';
import { refundedEmail } from '../emails/guest-emails.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { type Booking, bookingById, lockBooking } from '../record/bookings-store.server.ts';
import { disputedCharges } from '../record/disputes-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import {
  bookingMoney,
  insertPayment,
  listPayments,
  overpaid,
  refundMethod,
  refundsByCharge,
} from '../record/payments-store.server.ts';
import {
  insertRefundOrder,
  pendingRefundOrders,
  type RefundOrder,
  refundOrderById,
  setRefundOrder,
} from '../record/refunds-store.server.ts';
import {
  isFailed,
  isRefundFailed,
  recordFailedRefund,
  recordRejectedRefund,
} from './failed-refunds.server.ts';
import { isOrderLost, reportLostOrder } from './lost-orders.server.ts';
import { recordDelayedRefund } from './rejected-calls.server.ts';

type OrderedRefund = Pick<RefundOrder, 'kind' | 'cause' | 'reason'> & {
  amount: number;
  /** The hosts have refunded it themselves, outside of the card provider. */
  isPaidBack?: boolean;
};

/** The value that replaces a charge's id in orders that the hosts carry out themselves. */
const paidElsewhere = 'elsewhere';

/**
 * Orders a refund in the caller's transaction: the newest charge first, disputed ones last.
 * @throws AppError `invalid` if it exceeds the payments
 */
export async function orderRefund(ctx: Ctx, tx: Tx, booking: Booking, order: OrderedRefund): Promise<void> {
  if (order.isPaidBack) return recordPaidBack(ctx, tx, booking, order);
  const payments = await listPayments(tx, booking.id);
  let tooMuch = await overpaidBefore(tx, booking, order.kind);
  const pending = await pendingRefundOrders(tx, booking.id);
  const refunded = await refundsByCharge(tx, booking.id);
  const disputed = await disputedCharges(tx, booking.id);
  const isHeld = ({ stripe_id }: { stripe_id: string | null }) => Number(disputed.has(stripe_id ?? ''));
  const charges = payments.filter(({ kind }) => kind === 'charge').reverse();
  let left = order.amount;
  for (const { stripe_id, amount_cents } of charges.toSorted((a, b) => isHeld(a) - isHeld(b))) {
    if (!stripe_id) continue;
    const orders = pending.filter(({ payment_id }) => payment_id === stripe_id);
    const ordered = orders.reduce((sum, { amount_cents: amount }) => sum + amount, 0);
    const amount = Math.min(left, amount_cents - ordered - (refunded.get(stripe_id) ?? 0));
    if (amount <= 0) continue;
    left -= amount;
    const overpaidCents = Math.min(tooMuch, amount);
    tooMuch -= overpaidCents;
    const { kind, cause, reason } = order;
    await insertRefundOrder(tx, {
      id: newId(),
      booking_id: booking.id,
      payment_id: stripe_id,
      amount_cents: amount,
      overpaid_cents: overpaidCents,
      kind,
      cause,
      reason,
      created_at: ctx.now(),
    });
  }
  if (left > 0) await giveBackElsewhere(ctx, tx, booking, { ...order, amount: left });
}

/** The part of the hosts' refunds that is not waived: what the guest had paid too much, such as after a failed refund. */
const overpaidBefore = async (tx: Tx, booking: Booking, kind: RefundOrder['kind']): Promise<number> =>
  kind === 'hosts' && booking.status === 'confirmed'
    ? overpaid(booking.total_cents, await bookingMoney(tx, booking.id))
    : 0;

/** Records a refund of what was paid outside of the card provider. @throws AppError `invalid` for more than that */
async function giveBackElsewhere(ctx: Ctx, tx: Tx, booking: Booking, order: OrderedRefund): Promise<void> {
  const payments = await listPayments(tx, booking.id);
  const paid = payments
    .filter(({ method }) => method === 'elsewhere')
    .reduce((sum, row) => sum + (row.kind === 'charge' ? row.amount_cents : -row.amount_cents), 0);
  if (order.amount > paid) throw new AppError('invalid', 'Less than that was paid.');
  await recordPaidBack(ctx, tx, booking, order);
}

async function recordPaidBack(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { kind, cause, reason, amount, isPaidBack }: OrderedRefund,
): Promise<void> {
  const now = ctx.now();
  await insertRefundOrder(tx, {
    id: newId(),
    booking_id: booking.id,
    payment_id: paidElsewhere,
    amount_cents: amount,
    overpaid_cents: Math.min(amount, await overpaidBefore(tx, booking, kind)),
    kind,
    cause,
    reason,
    status: 'done',
    created_at: now,
  });
  await insertPayment(tx, {
    booking_id: booking.id,
    kind: 'refund',
    amount_cents: amount,
    currency: booking.currency,
    method: 'elsewhere',
    reason,
    created_at: now,
  });
  if (kind !== 'hosts') return;
  await recordEvent(tx, {
    booking_id: booking.id,
    event: 'refunded',
    actor: 'system',
    details: { amount },
    created_at: now,
  });
  const mail = refundedEmail(await loadEmailData(ctx, tx, booking), {
    amount,
    reason,
    method: isPaidBack ? 'otherwise' : 'as_paid',
  });
  await queueBookingMail(ctx, tx, booking.id, `booking-refunded-${newId()}`, mail);
}

/** Makes the ordered refunds of a booking while the provider can be reached; the job retries the rest. */
export async function payRefunds(ctx: Ctx, bookingId: string): Promise<void> {
  if (await paymentsPausedSince(ctx.db)) return;
  for (const order of await pendingRefundOrders(ctx.db, bookingId)) {
    try {
      await payRefund(ctx, order);
    } catch (error) {
      // The order stays pending, and the job retries it.
      if (!isStripeDown(error))
        ctx.log.error({ err: error, refundId: order.id }, 'a refund could not be made yet');
      else ctx.log.warn({ err: error, refundId: order.id }, 'the card provider is down; refunding later');
      return;
    }
  }
}

/** Makes an ordered refund once, also after a crash: the order's id is the idempotency key. @throws StripeCallError */
export async function payRefund(ctx: Ctx, order: RefundOrder): Promise<void> {
  try {
    await carryOut(ctx, order);
  } catch (error) {
    if (error instanceof StripeCallError && isStripeDown(error)) await recordDelayedRefund(ctx, order, error);
    throw error;
  }
}

async function carryOut(ctx: Ctx, order: RefundOrder): Promise<void> {
  const booking = await bookingById(ctx.db, order.booking_id);
  await assertNotPaused(ctx);
  // The idempotency key may be useless: the provider stores internal errors under it, and deletes every key after a day.
  // And a restore may have lost an order that the provider has carried out.
  await syncRefunds(ctx, booking, order.payment_id, order.id);
  const present = await refundOrderById(ctx.db, order.id);
  if (present?.status !== 'pending') return;
  const stripe = await ctx.stripe();
  const params: Stripe.RefundCreateParams = {
    payment_intent: present.payment_id,
    amount: present.amount_cents,
    metadata: { bookingId: booking.id, refundId: order.id },
  };
  try {
    const call = stripe.refunds.create(params, { idempotencyKey: `refund:${order.id}:${present.tries}` });
    await recordRefund(ctx, booking, await callStripe(call));
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    if (error.kind === 'provider_error') await setRefundOrder(ctx.db, order.id, { tries: present.tries + 1 });
    if (isStripeDown(error)) throw error;
    await syncRefunds(ctx, booking, order.payment_id);
    await recordRejectedRefund(ctx, order, error);
  }
}

/**
 * Records all refunds of a payment in the ledger, also those made on the provider's own page.
 * @param nextOrder is carried out next: a refund whose order is lost counts as this one, so that no amount is refunded twice
 */
export async function syncRefunds(
  ctx: Ctx,
  booking: Booking,
  paymentId: string,
  nextOrder?: string,
): Promise<void> {
  const stripe = await ctx.stripe();
  const { data } = await callStripe(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }));
  for (const refund of data.toReversed()) await recordRefund(ctx, booking, refund, nextOrder);
}

async function recordRefund(
  ctx: Ctx,
  { id }: Booking,
  refund: Stripe.Refund,
  nextOrder?: string,
): Promise<void> {
  if (isFailed(refund)) return recordFailedRefund(ctx, id, refund);
  const { payment_intent, metadata } = refund;
  const chargeId = readId(payment_intent);
  const orderId = metadata?.refundId;
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    // A concurrent call has recorded that the bank sent it back.
    if (await isRefundFailed(tx, id, refund.id)) return;
    const now = ctx.now();
    const order = orderId ? await refundOrderById(tx, orderId) : undefined;
    const tooMuch = await overpaidBefore(tx, booking, 'hosts');
    const isNew = await insertPayment(tx, {
      booking_id: id,
      kind: 'refund',
      amount_cents: refund.amount,
      currency: refund.currency,
      stripe_id: refund.id,
      charge_id: chargeId,
      reason: order?.reason ?? '',
      created_at: now,
    });
    if (order) await setRefundOrder(tx, order.id, { status: 'done' });
    if (!isNew) return;
    const isLost = isOrderLost(order, refund);
    const own = { id, refund, chargeId, tooMuch, now, isLost };
    const next = isLost && nextOrder ? await refundOrderById(tx, nextOrder) : undefined;
    const orderedId =
      order?.id ??
      (next?.status === 'pending' ? await replaceOrder(tx, next, own) : await recordOwnOrder(tx, own));
    const details = { amount: refund.amount, refund: refund.id, order: orderedId };
    await recordEvent(tx, {
      booking_id: id,
      event: 'refunded',
      actor: 'card provider',
      details,
      created_at: now,
    });
    // The guest got this mail before the restore.
    if (isLost) return reportLostOrder(ctx, tx, booking, refund);
    // The mails about a cancellation, a move and a late payment have named it already.
    if (order && ['cancellation', 'move', 'too_late'].includes(order.kind)) return;
    const data = await loadEmailData(ctx, tx, booking);
    const method = await refundMethod(tx, id);
    const mail = refundedEmail(data, { amount: refund.amount, reason: order?.reason ?? '', method });
    await queueBookingMail(ctx, tx, booking.id, `booking-refunded-${refund.id}`, mail);
  });
}

interface OwnOrder {
  id: string;
  refund: Stripe.Refund;
  chargeId: string | null;
  tooMuch: number;
  now: Date;
  /** The order of this refund was lost in a restore. */
  isLost: boolean;
}

/**
 * Records a refund made on the provider's own page as one ordered by hosts, so that the guest does not owe it again.
 * @returns its id
 */
async function recordOwnOrder(
  tx: Tx,
  { id, refund, chargeId, tooMuch, now, isLost }: OwnOrder,
  more: Partial<Pick<RefundOrder, 'amount_cents' | 'overpaid_cents' | 'kind' | 'is_lost'>> = {},
): Promise<string> {
  const orderId = newId();
  const amount = more.amount_cents ?? refund.amount;
  await insertRefundOrder(tx, {
    id: orderId,
    booking_id: id,
    payment_id: chargeId ?? '',
    amount_cents: amount,
    overpaid_cents: Math.min(tooMuch, amount),
    kind: 'hosts',
    is_lost: isLost,
    cause: refund.id,
    status: 'done',
    created_at: now,
    ...more,
  });
  return orderId;
}

/**
 * Counts a refund whose own order was lost as a pending order, or as a part of it, so that this amount is not refunded
 * again.
 * @returns the id of the refund's order
 */
async function replaceOrder(tx: Tx, next: RefundOrder, own: OwnOrder): Promise<string> {
  const left = next.amount_cents - own.refund.amount;
  if (left > 0) {
    const overpaid_cents = Math.min(next.overpaid_cents, left);
    // The amount is part of what the provider stores under a key.
    await setRefundOrder(tx, next.id, { amount_cents: left, overpaid_cents, tries: next.tries + 1 });
    const part = { overpaid_cents: next.overpaid_cents - overpaid_cents, kind: next.kind, is_lost: false };
    return recordOwnOrder(tx, own, part);
  }
  await setRefundOrder(tx, next.id, { status: 'done' });
  if (left < 0) await recordOwnOrder(tx, own, { amount_cents: -left });
  return next.id;
}
