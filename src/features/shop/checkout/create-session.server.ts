import type { Ctx } from '../../../platform/context.server.ts';
import { isRejected, StripeCallError, stripeTimeoutMs } from '../../../platform/stripe-call.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { openSession, type SessionParams } from '../../payments/session-calls.server.ts';
import type { OpenedCheckout } from '../contract.server.ts';
import { cancelPath, successPath } from './checkout.ts';
import { type Checkout, failCheckout, findCheckout, saveSession } from './store.server.ts';

const tryAgainMessage =
  'The payment page could not be opened just now. You have not been charged. Please try again in a few minutes.';
/** The error page offers to contact the hosts when it reads the provider's name. */
const contactUsMessage =
  'Stripe, our payment service, did not accept this payment. You have not been charged. Please contact us to book.';

const maxImages = 8;

/** Uses only the checkout's row: the idempotency key requires equal parameters, even if hosts edit the product concurrently. */
function sessionParams(checkout: Checkout, appUrl: string): SessionParams {
  const metadata = { checkoutId: checkout.id, productId: checkout.product_id };
  const images = checkout.product_images.slice(0, maxImages).map((image) => new URL(image, appUrl).href);
  return withoutUndefined({
    mode: checkout.type,
    allowed_payment_method_types: ['card'],
    client_reference_id: checkout.id,
    metadata,
    subscription_data: checkout.type === 'subscription' ? { metadata } : undefined,
    payment_intent_data: checkout.type === 'subscription' ? undefined : { metadata },
    line_items: [
      {
        quantity: checkout.quantity,
        price_data: withoutUndefined({
          currency: checkout.currency,
          unit_amount: checkout.unit_amount_cents,
          product_data: withoutUndefined({
            name: checkout.product_name,
            description: checkout.product_description || undefined,
            images: images.length > 0 ? images : undefined,
          }),
          recurring: checkout.billing_period ? { interval: checkout.billing_period } : undefined,
        }),
      },
    ],
    expires_at: Math.floor(checkout.expires_at.getTime() / 1000),
    success_url: `${appUrl}${successPath}?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${appUrl}${cancelPath}`,
  });
}

/**
 * Creates the session of a checkout; idempotent.
 * @param deadline by `performance.now()`
 * @throws AppError `unavailable`; the checkout is failed, or pending if the result is unknown
 */
export async function createSession(
  ctx: Ctx,
  checkout: Checkout,
  deadline = performance.now() + stripeTimeoutMs,
): Promise<OpenedCheckout> {
  const params = sessionParams(checkout, ctx.settings.appUrl);
  try {
    const key = `checkout:${checkout.id}`;
    const session = await openSession(ctx, key, params, deadline - performance.now());
    const saved = await saveSession(ctx.db, checkout.id, session);
    return toResponse(saved ?? (await findCheckout(ctx.db, checkout.id)));
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    if (error.kind !== 'timeout') await failCheckout(ctx.db, checkout.id);
    if (!isRejected(error)) throw tryAgain(error);
    ctx.log.error({ err: error, checkoutId: checkout.id }, 'the card provider rejected a checkout');
    throw new AppError('unavailable', contactUsMessage, { cause: error });
  }
}

const tryAgain = (cause?: unknown): AppError =>
  new AppError('unavailable', tryAgainMessage, { cause, retryAfterSeconds: 30 });

/** @throws AppError `unavailable` for a checkout that has no payment page */
export function toResponse(checkout: Checkout | undefined): OpenedCheckout {
  if (!checkout?.stripe_url || !checkout.stripe_session_id) {
    throw tryAgain();
  }
  return { checkoutUrl: checkout.stripe_url, sessionId: checkout.stripe_session_id };
}
