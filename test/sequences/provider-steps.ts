import { receiveWebhook } from '../../src/features/payments/webhook.server.ts';
import type { StepOf } from './step.ts';
import { pick, type World } from './world.ts';

/** Sends one of the provider's events, so many times at once. @param index of all events; the last one for -1 */
async function deliver({ ctx, provider }: World, index: number, copies: number): Promise<void> {
  const events = provider.ledger.events.all();
  const event = index < 0 ? events.at(index) : pick(events, index);
  if (!event) return;
  const [body, signature] = provider.sign(event);
  await Promise.all(Array.from({ length: copies }, () => receiveWebhook(ctx, body, signature)));
}

/** Sends the newest event. */
export const deliverLast = (world: World, copies: number): Promise<void> => deliver(world, -1, copies);

/** An event that arrives late, in another order, or again. */
export const report = (world: World, { event, copies }: StepOf<'report'>): Promise<void> =>
  deliver(world, event, copies);

/** A bank has decided about a delayed payment. */
export async function bank(world: World, { succeeds, reports }: StepOf<'bank'>): Promise<void> {
  const [payment] = world.provider.delayed();
  if (!payment) return;
  world.provider.settle(payment.sessionId, succeeds);
  await deliverLast(world, reports);
}

/** The hosts refund a part of a payment on the provider's own page. */
export async function refundAtProvider(world: World, step: StepOf<'refund_at_provider'>): Promise<void> {
  const { stripe, ledger } = world.provider;
  // The provider refunds nothing that a bank has reclaimed.
  const paid = ledger.charges
    .all()
    .filter(({ captured, refunded, disputed }) => captured && !refunded && !disputed);
  const charge = pick(paid, step.payment);
  if (!charge) return;
  const left = charge.amount - charge.amount_refunded;
  const amount = Math.max(1, Math.floor((left * step.percent) / 100));
  await stripe.refunds.create({ payment_intent: String(charge.payment_intent), amount });
  await deliverLast(world, step.reports);
}

/** A guest's bank sends a refund back. */
export async function failedRefund(world: World, step: StepOf<'failed_refund'>): Promise<void> {
  const { provider } = world;
  const refund = pick(provider.ledger.refunds.all(), step.refund);
  if (!refund) return;
  provider.failRefund(refund.id);
  await deliverLast(world, step.reports);
}

/** A guest's bank reclaims a payment: each once, as most banks do. */
export async function dispute(world: World, step: StepOf<'dispute'>): Promise<void> {
  const { provider } = world;
  const { charges } = provider.ledger;
  const paid = charges.all().filter(({ captured, refunded, disputed }) => captured && !refunded && !disputed);
  const charge = pick(paid, step.payment);
  if (!charge) return;
  provider.dispute(String(charge.payment_intent));
  await deliverLast(world, step.reports);
}

/** The hosts send evidence, or the bank decides; a won dispute stays won. */
export async function decideDispute(world: World, step: StepOf<'decide_dispute'>): Promise<void> {
  const { provider } = world;
  const open = provider.ledger.disputes.all().filter(({ status }) => status !== 'won');
  const chosen = pick(open, step.dispute);
  if (!chosen || (chosen.status === 'lost' && step.verdict !== 'won')) return;
  provider.decide(chosen.id, step.verdict);
  await deliverLast(world, step.reports);
}
