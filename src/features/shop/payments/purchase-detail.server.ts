import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { requireUser } from '../../auth/guards.ts';
import { toImages } from '../../media/media.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import { isSessionId } from '../../payments/session-id.ts';
import { findCheckoutBySession } from '../checkout/store.server.ts';
import type { PurchaseDetail, PurchasedProduct } from '../contract.server.ts';
import { getProduct } from '../products/store.server.ts';
import { noPurchase } from '../purchases/messages.ts';
import { listPurchasesByEmail, purchaseOfCheckout } from '../purchases/store.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

/** Counts only requests for unsettled sessions, so reloading the success page never locks a guest out. */
const unsettledLimit: Limit = {
  name: 'purchase-detail',
  points: 120,
  seconds: 600,
  message: 'Too many requests. Please try again in a few minutes.',
};

/**
 * Loads a purchase; its checkout is settled first, before the provider's event arrives.
 * @throws AppError `notFound` without a paid purchase, `unavailable`, `tooMany`
 */
export async function readPurchase(ctx: Ctx, sessionId: string): Promise<PurchaseDetail> {
  const checkout = isSessionId(sessionId) ? await findCheckoutBySession(ctx.db, sessionId) : undefined;
  if (checkout?.status !== 'complete') await ctx.consumeLimit(unsettledLimit, ctx.clientKey);
  if (checkout?.status === 'open') await settleCheckout(ctx, sessionId);
  const purchase = checkout && (await purchaseOfCheckout(ctx.db, checkout.id));
  if (!purchase || purchase.status === 'refunded') throw new AppError('notFound', noPurchase);
  const { productId, orderId, product: name, amount, currency, type, expiresAt } = purchase;
  const { id, description, images } = await getProduct(ctx.db, productId);
  const pictures = toImages(images, await imagesByUrl(ctx.db, images));
  return withoutUndefined({
    product: { id, name, description, images, pictures },
    type,
    expiresAt: expiresAt?.toISOString(),
    orderId,
    amount,
    currency,
  });
}

/** Includes what was paid before the account existed. @throws AppError `unauthenticated` */
export async function listPurchases(ctx: Ctx): Promise<PurchasedProduct[]> {
  const { email } = requireUser(ctx);
  const purchases = await listPurchasesByEmail(ctx.db, email);
  return purchases.map(({ productId, product, amount, currency, purchasedAt, expiresAt, status }) =>
    withoutUndefined({
      productId,
      name: product,
      price: amount,
      currency,
      purchaseDate: purchasedAt.toISOString(),
      expiresAt: expiresAt?.toISOString(),
      status,
    }),
  );
}
