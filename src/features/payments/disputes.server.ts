import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../platform/stripe-call.server.ts';
import { readId } from './stripe-session.server.ts';

/** Whether the hosts have sent their evidence, and the bank decides. */
export const isUnderReview = (status: string): boolean => /^(?:warning_)?under_review$/.test(status);

/** Whether the bank has not decided it yet. */
export const isUndecided = (status: string): boolean =>
  !['won', 'lost', 'warning_closed', 'prevented'].includes(status);

/** Loads a dispute's present state. @returns null where the provider has none. @throws AppError `unavailable` */
export const fetchDispute = (ctx: Ctx, id: string): Promise<Stripe.Dispute | null> =>
  orNull(noResponse, async () => {
    const stripe = await ctx.stripe();
    return callStripe(stripe.disputes.retrieve(id));
  });

/** The deadline for the hosts' evidence. */
export const dueBy = ({ evidence_details: { due_by } }: Stripe.Dispute): Date | null =>
  due_by ? new Date(due_by * 1000) : null;

/** The disputed payment intent; empty if it is none of ours. */
export const getPaymentId = ({ payment_intent: payment }: Stripe.Dispute): string => readId(payment) ?? '';

/** The text of the log entry, whose level is `error`. */
export const disputeMessage = 'a payment is disputed, or the dispute was decided';
