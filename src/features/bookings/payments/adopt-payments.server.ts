import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull, orUnavailable } from '../../../platform/stripe-call.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { findSession } from '../../payments/session-calls.server.ts';
import { recordUnknownPayment } from '../../payments/unknown-payments.server.ts';
import {
  deleteUnknownPayment,
  type UnknownPaymentRow,
} from '../../payments/unknown-payments-store.server.ts';
import { attemptById, insertLostAttempt, saveAttempt } from '../record/attempts-store.server.ts';
import { type Booking, bookingById, findBookingById } from '../record/bookings-store.server.ts';
import { paymentByStripeId } from '../record/payments-store.server.ts';
import { recordDispute } from './disputes.server.ts';
import { syncRefunds } from './refunds.server.ts';
import { settleAttempt } from './settle-booking.server.ts';

/** Records the refunds of a payment. @returns false where the ledger lacks the payment @throws AppError `unavailable` */
export async function settlePayment(ctx: Ctx, paymentId: string): Promise<boolean> {
  const payment = await paymentByStripeId(ctx.db, paymentId);
  if (!payment) return false;
  const booking = await bookingById(ctx.db, payment.booking_id);
  await orUnavailable(noResponse, () => syncRefunds(ctx, booking, paymentId));
  return true;
}

/** Records a payment that the ledger lacks, and its refunds. @returns whether it is a booking's @throws AppError `unavailable` */
export async function adoptPayment(ctx: Ctx, paymentId: string): Promise<boolean> {
  const intent = await orNull(noResponse, async () => {
    const stripe = await ctx.stripe();
    return callStripe(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }));
  });
  const bookingId = intent?.metadata.bookingId ?? '';
  if (intent?.status !== 'succeeded' || !isUuid(bookingId)) return false;
  const booking = await findBookingById(ctx.db, bookingId);
  if (booking) await adopt(ctx, booking, intent);
  else await recordUnknownPayment(ctx, toUnknownPayment(intent));
  return true;
}

const toUnknownPayment = (intent: Stripe.PaymentIntent): UnknownPaymentRow => ({
  payment_id: intent.id,
  booking_id: intent.metadata.bookingId ?? '',
  booking_code: intent.metadata.code ?? '',
  amount_cents: intent.amount_received,
  refunded_cents: typeof intent.latest_charge === 'object' ? (intent.latest_charge?.amount_refunded ?? 0) : 0,
  currency: intent.currency,
  description: intent.description ?? '',
  paid_at: new Date(intent.created * 1000),
});

/**
 * Records all payments of a booking that only the provider has, such as after a restore. Call it before a stored card is charged.
 * @throws AppError `unavailable`, also while a payment is on its way
 */
export async function adoptPayments(ctx: Ctx, bookingId: string): Promise<void> {
  const booking = await bookingById(ctx.db, bookingId);
  for (const { id, status } of await loadPayments(ctx, booking)) {
    if (await paymentByStripeId(ctx.db, id)) continue;
    if (status === 'succeeded') await adoptPayment(ctx, id);
    if (status === 'processing')
      throw new AppError('unavailable', 'A payment of this booking is on its way.', {
        retryAfterSeconds: 120,
      });
  }
}

/** Lists the payments of its customer, and those of payment pages without one, for which the provider's index may be late. */
async function loadPayments(ctx: Ctx, booking: Booking): Promise<Stripe.PaymentIntent[]> {
  const { paymentIntents } = await ctx.stripe();
  const query = `metadata['bookingId']:'${booking.id}'`;
  const [ofCustomer, indexed] = await orUnavailable(noResponse, () =>
    Promise.all([
      booking.stripe_customer_id
        ? callStripe(paymentIntents.list({ customer: booking.stripe_customer_id, limit: 100 }))
        : { data: [] },
      callStripe(paymentIntents.search({ query, limit: 100 })),
    ]),
  );
  const all = [...ofCustomer.data, ...indexed.data].filter(
    ({ metadata }) => metadata.bookingId === booking.id,
  );
  return [...new Map(all.map((intent) => [intent.id, intent])).values()];
}

async function adopt(ctx: Ctx, booking: Booking, intent: Stripe.PaymentIntent): Promise<void> {
  const { id, latest_charge } = intent;
  await settleAttempt(ctx, await findAttempt(ctx, booking, intent));
  await deleteUnknownPayment(ctx.db, id);
  const charge = typeof latest_charge === 'object' ? latest_charge : null;
  if (charge && charge.amount_refunded > 0)
    await orUnavailable(noResponse, () => syncRefunds(ctx, booking, id));
  if (charge?.disputed) await adoptDisputes(ctx, booking, id);
}

async function adoptDisputes(ctx: Ctx, { id: bookingId }: Booking, paymentId: string): Promise<void> {
  const { data } = await orUnavailable(noResponse, async () => {
    const { disputes } = await ctx.stripe();
    return callStripe(disputes.list({ payment_intent: paymentId, limit: 100 }));
  });
  if (!(await paymentByStripeId(ctx.db, paymentId))) return;
  for (const { id } of data) await recordDispute(ctx, id, bookingId);
}

/** Finds the attempt of a payment, or inserts it again after a restore. @returns its id */
async function findAttempt(ctx: Ctx, booking: Booking, intent: Stripe.PaymentIntent): Promise<string> {
  const { attemptId = '' } = intent.metadata;
  const attempt = isUuid(attemptId) ? await attemptById(ctx.db, attemptId) : undefined;
  if (attempt?.stripe_id) return attempt.id;
  const session = await orUnavailable(noResponse, () => findSession(ctx, { payment_intent: intent.id }));
  const stripe_id = session?.id ?? intent.id;
  if (attempt) {
    await saveAttempt(ctx.db, attempt.id, { stripe_id, url: null });
    return attempt.id;
  }
  const id = isUuid(attemptId) ? attemptId : newId();
  const made = new Date(intent.created * 1000);
  await insertLostAttempt(ctx.db, {
    id,
    booking_id: booking.id,
    purpose: booking.status === 'confirmed' ? 'balance' : 'stay',
    kind: session ? 'page' : 'stored_card',
    // Not active, so that it blocks no other attempt; settling it makes it `paid`.
    status: 'failed',
    amount_cents: intent.amount,
    currency: intent.currency,
    description: intent.description ?? '',
    stripe_id,
    expires_at: made,
    created_at: made,
    takes_bank_debit: session?.payment_method_types?.includes('us_bank_account') ?? false,
  });
  return id;
}
