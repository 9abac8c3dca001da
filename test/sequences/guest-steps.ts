import {
  cancelByGuest,
  readCancellation,
} from '../../src/features/bookings/cancellation/cancel-booking.server.ts';
import { placeHold } from '../../src/features/bookings/checkout/place-hold.server.ts';
import { endUnpaidHold } from '../../src/features/bookings/payments/end-unpaid.server.ts';
import { openPayment } from '../../src/features/bookings/payments/open-payment.server.ts';
import { createQuote } from '../../src/features/bookings/quotes/actions.server.ts';
import { bookingByCode } from '../../src/features/bookings/record/bookings-store.server.ts';
import { bookingMoney } from '../../src/features/bookings/record/payments-store.server.ts';
import { AppError } from '../../src/shared/errors.ts';
import { newId } from '../../src/shared/uuid.server.ts';
import { deliverLast } from './provider-steps.ts';
import type { Card, StepOf } from './step.ts';
import { bookingAt, homeAt, pick, type World } from './world.ts';

/** Pays on the page that an address leads to, if it is one, and reports it so often at once. */
export async function payPage(world: World, url: string | null, card: Card, reports: number): Promise<void> {
  const sessionId = /cs_\w+/.exec(url ?? '')?.[0];
  if (!sessionId) return;
  world.provider.pay(sessionId, card);
  await deliverLast(world, reports);
}

export async function book(world: World, step: StepOf<'book'>): Promise<void> {
  const guest = pick(world.guests, step.guest) as World['guests'][number];
  const { ctx, email, browserHash } = guest;
  const stay = { property: homeAt(world, step).slug, ...world.span(step), guests: 2, pets: 0 };
  const quote = await createQuote(ctx, stay, { browserHash });
  const hasPlan = quote.plans.some(({ kind }) => kind === step.plan);
  const placed = await placeHold(
    ctx,
    {
      quoteId: quote.id,
      name: 'Ann Lee',
      email,
      phone: '+1 850 555 0100',
      plan: hasPlan ? step.plan : 'full',
      // Every second guest agrees to later charges.
      agreed: { houseRules: true, cancellation: true, laterCharges: step.guest % 2 === 0 },
    },
    { key: newId(), browserHash },
  );
  world.bookings.push((await bookingByCode(ctx.db, placed.code))?.id ?? '');
  if (step.card) await payPage(world, placed.checkoutUrl, step.card, step.reports);
}

export async function pay(world: World, step: StepOf<'pay'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (booking) await payPage(world, await openPayment(world.ctx, booking.id), step.card, step.reports);
}

export async function release(world: World, step: StepOf<'release'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (booking?.status !== 'held') return;
  await endUnpaidHold(world.ctx, booking.id, 'released', 'guest');
}

/** Cancels by the refund that the guest was shown; an outdated figure is one cent more. */
export async function cancelAsGuest(world: World, step: StepOf<'cancel'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const { refund, rentAndFees, cleaningAndPets, extras, taxes } = await readCancellation(world.ctx, booking);
  if (step.isOutdated) {
    await cancelByGuest(world.ctx, booking, refund + 1);
    throw new Error('a stay was cancelled for another refund than the guest was shown');
  }
  const { unexplained, paid, pending } = await bookingMoney(world.ctx.db, booking.id);
  await cancelByGuest(world.ctx, booking, refund);
  addRefund(world, booking.id, refund);
  const back = Math.max(0, rentAndFees + cleaningAndPets + extras + taxes - unexplained);
  world.retained.set(booking.id, Math.max(booking.total_cents - back, paid - pending - back));
}

/** A guest's bank reclaims the payment of a stay, the guest cancels it, and then the bank decides. */
export async function disputedCancellation(
  world: World,
  { booking: index, verdict, reports }: StepOf<'disputed_cancellation'>,
): Promise<void> {
  const { provider } = world;
  const booking = await bookingAt(world, index);
  const { charges, disputes, intents } = provider.ledger;
  const charge = charges
    .all()
    .filter(({ captured, refunded, disputed }) => captured && !refunded && !disputed)
    .find((one) => intents.get(String(one.payment_intent))?.metadata.bookingId === booking?.id);
  if (!booking || !charge) return;
  provider.dispute(String(charge.payment_intent));
  await deliverLast(world, reports);
  try {
    await cancelAsGuest(world, {
      kind: 'cancel',
      booking: index,
      by: 'guest',
      percent: 100,
      isOutdated: false,
    });
  } catch (error) {
    // The stay may have begun, or have ended before.
    if (!isRefusal(error)) throw error;
  }
  const opened = disputes.all().at(-1);
  if (!opened) return;
  provider.decide(opened.id, verdict);
  await deliverLast(world, reports);
}

export function addRefund({ refunds }: World, bookingId: string, amount: number): void {
  refunds.set(bookingId, (refunds.get(bookingId) ?? 0) + amount);
}

export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && ['conflict', 'invalid', 'tooMany'].includes(error.code);
