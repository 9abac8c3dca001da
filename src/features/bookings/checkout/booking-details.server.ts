import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { plansOn } from '../pricing/payment-plans.ts';
import { type QuoteRow, quoteParts } from '../quotes/store.server.ts';
import { laterChargesText } from '../record/booking.ts';
import type { BookingRequest } from './contract.server.ts';

type DetailsRequest = Pick<BookingRequest, 'name' | 'email' | 'phone' | 'note' | 'plan' | 'agreed'>;

/** Converts the guest, the consents and the payment plan to the columns of a booking. */
export function bookingDetails(ctx: Ctx, quote: QuoteRow, request: DetailsRequest, browserHash: Buffer) {
  const { plans, policy } = quoteParts(quote);
  const plan = plansOn(plans, todayAtProperty(ctx.now())).find(({ kind }) => kind === request.plan);
  if (!plan) {
    const message = 'This stay is paid all at once';
    throw new AppError('invalid', message, { fields: { plan: message } });
  }
  return {
    name: request.name,
    email: request.email,
    phone: request.phone,
    note: request.note ?? '',
    plan: plan.kind,
    due_now_cents: plan.dueNow,
    balance_due_on: plan.dueLater[0]?.on ?? null,
    agreed: JSON.stringify({
      houseRules: quote.houseRules,
      cancellation: policy,
      laterCharges: request.agreed.laterCharges ? laterChargesText : undefined,
      at: ctx.now(),
    }),
    browser_hash: browserHash,
    client_key: ctx.clientKey,
  };
}
