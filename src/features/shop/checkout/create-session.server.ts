import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { CardProviderError, callStripe, stripeTimeoutMs } from '../payments/stripe-call.server.ts';
import { sessionParams } from '../payments/stripe-session.server.ts';
import { type Checkout, checkoutById, failCheckout, recordSession } from '../store.server.ts';
import type { OpenedCheckout } from './checkout.ts';

const tryAgain =
  'The payment page could not be opened just now. You have not been charged. Please try again in a few minutes.';
/** The error page offers to contact the hosts when it reads the provider's name. */
const contactUs =
  'Stripe, our payment service, did not accept this payment. You have not been charged. Please contact us to book.';

/**
 * Asks the provider for the checkout's session; asking again, at any time and from anywhere, gives the same session.
 * No transaction is open meanwhile.
 * @throws AppError `unavailable`; the checkout is then failed, or still opening when nobody knows what became of the call
 */
export async function openSession(
  ctx: Ctx,
  checkout: Checkout,
  giveUpAt = performance.now() + stripeTimeoutMs,
): Promise<OpenedCheckout> {
  const params = sessionParams(checkout, ctx.settings.appUrl);
  try {
    const stripe = await ctx.stripe();
    const call = stripe.checkout.sessions.create(params, { idempotencyKey: `checkout:${checkout.id}` });
    const session = await callStripe(call, giveUpAt - performance.now());
    const recorded = await recordSession(ctx.db, checkout.id, session);
    return toResponse(recorded ?? (await checkoutById(ctx.db, checkout.id)));
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error;
    if (error.kind !== 'silent') await failCheckout(ctx.db, checkout.id);
    const isRefused = error.kind === 'refusing' || error.kind === 'missing';
    if (isRefused)
      ctx.log.error({ err: error, checkoutId: checkout.id }, 'the card provider refused a checkout');
    throw new AppError('unavailable', isRefused ? contactUs : tryAgain, {
      cause: error,
      ...(isRefused ? {} : { retryAfterSeconds: 30 }),
    });
  }
}

/** The page of a checkout that has one. */
export function toResponse(checkout: Checkout | undefined): OpenedCheckout {
  if (!checkout?.stripe_url || !checkout.stripe_session_id) {
    throw new AppError('unavailable', tryAgain, { retryAfterSeconds: 30 });
  }
  return { checkoutUrl: checkout.stripe_url, sessionId: checkout.stripe_session_id };
}
