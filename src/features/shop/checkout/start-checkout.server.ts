import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { stripeTimeoutMs } from '../../../platform/stripe-call.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { assertSiteOpen } from '../../opening/opening.server.ts';
import type { OpenedCheckout, ParsedCheckout } from '../contract.server.ts';
import { findBuyableProduct, type ProductRow } from '../products/store.server.ts';
import { checkoutLifetimeMs, unknownProduct } from './checkout.ts';
import { createSession, toResponse } from './create-session.server.ts';
import {
  type Checkout,
  findCheckout,
  findCheckoutByKey,
  insertCheckout,
  releaseKey,
} from './store.server.ts';

const checkoutLimit: Limit = {
  name: 'checkout',
  points: 20,
  seconds: 3600,
  message: 'You have started many payments in a short time. Please try again later, or call us to book.',
};

/** How long a second click waits for the first one's session before it calls the provider itself. */
const firstClickTimeoutMs = 3_000;
const pollIntervalMs = 100;

/**
 * Opens the provider's payment page for one product at the price in our table.
 * @param key the client's idempotency key: a repeated request gets the same page for as long as it can be paid
 * @throws AppError `notFound` for what cannot be booked, `conflict` for a key used for another product, `tooMany`,
 * `unavailable` within 12 seconds when the provider does not open a page
 */
export async function startCheckout(
  ctx: Ctx,
  request: ParsedCheckout,
  key: string | null,
): Promise<OpenedCheckout> {
  const deadline = performance.now() + stripeTimeoutMs;
  await assertSiteOpen(ctx);
  const idempotencyKey = key === null ? null : scopeKey(ctx.clientKey, key);
  if (idempotencyKey !== null) {
    const earlier = await activeCheckout(ctx, idempotencyKey);
    if (earlier) return resumeCheckout(ctx, earlier, request, deadline);
  }
  const product = await findBuyableProduct(ctx, request.productId);
  if (!product) throw unknownProduct();
  await ctx.consumeLimit(checkoutLimit, ctx.clientKey);
  const checkout = await insertCheckout(ctx.db, newCheckout(ctx.now(), product, idempotencyKey));
  if (!checkout) return startCheckout(ctx, request, key);
  return createSession(ctx, checkout, deadline);
}

/** Keeps visitors apart who happen to send the same key. */
const scopeKey = (clientKey: string, key: string): string =>
  createHash('sha256').update(`${clientKey}\n${key}`).digest('hex');

function newCheckout(now: Date, product: ProductRow, idempotencyKey: string | null) {
  const expiresAt = Math.floor((now.getTime() + checkoutLifetimeMs) / 1000) * 1000;
  return {
    id: newId(),
    idempotency_key: idempotencyKey,
    product_id: product.id,
    product_name: product.name,
    product_description: product.description,
    product_images: product.images,
    unit_amount_cents: product.price_cents,
    currency: product.currency,
    type: product.billing_type === 'recurring' ? ('subscription' as const) : ('payment' as const),
    billing_period: product.billing_period,
    expires_at: new Date(expiresAt),
    created_at: now,
  };
}

/** Finds the checkout of a key; one that can no longer be paid loses it. */
async function activeCheckout(ctx: Ctx, idempotencyKey: string): Promise<Checkout | null> {
  const checkout = await findCheckoutByKey(ctx.db, idempotencyKey);
  if (!checkout) return null;
  const isOver =
    checkout.status === 'expired' ||
    checkout.status === 'failed' ||
    (checkout.status !== 'complete' && checkout.expires_at <= ctx.now());
  if (!isOver) return checkout;
  await releaseKey(ctx.db, checkout.id);
  return null;
}

async function resumeCheckout(
  ctx: Ctx,
  earlier: Checkout,
  request: ParsedCheckout,
  deadline: number,
): Promise<OpenedCheckout> {
  if (earlier.product_id !== request.productId) {
    throw new AppError(
      'conflict',
      'This Idempotency-Key was used for another property. Please use a new one.',
    );
  }
  const waitUntil = performance.now() + firstClickTimeoutMs;
  let current: Checkout | undefined = earlier;
  while (current?.status === 'pending' && performance.now() < waitUntil) {
    await pause(pollIntervalMs);
    current = await findCheckout(ctx.db, earlier.id);
  }
  if (current?.status === 'pending') return createSession(ctx, current, deadline);
  return toResponse(current);
}
