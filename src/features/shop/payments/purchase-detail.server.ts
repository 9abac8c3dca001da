import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireUser } from '../../auth/guards.ts';
import { toImages } from '../../media/media.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import { isSessionId } from '../../payments/session-id.ts';
import { findCheckoutBySession } from '../checkout/store.server.ts';
import type { PurchaseDetail, PurchasedProduct } from '../contract.server.ts';
import { getProduct } from '../products/store.server.ts';
import { noPurchase } from '../purchases/messages.ts';
import { findPurchase, listPurchasesByEmail, type Purchase } from '../purchases/store.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

/** Counts only requests for unsettled sessions, so reloading the success page never locks a guest out. */
const unsettledLimit: Limit = {
  name: 'purchase-detail',
  points: 120,
  seconds: 600,
  message: 'Too many requests. Please try again in a few minutes.',
};

/** Settles the checkout first, before the provider's event. @throws AppError `notFound` for what is no paid purchase here, `unavailable`, `tooMany` */
export async function readPurchase(ctx: Ctx, sessionId: string): Promise<PurchaseDetail> {
  const checkout = isSessionId(sessionId) ? await findCheckoutBySession(ctx.db, sessionId) : undefined;
  if (checkout?.status !== 'complete') await ctx.consumeLimit(unsettledLimit, ctx.clientKey);
  if (checkout?.status === 'open') await settleCheckout(ctx, sessionId);
  const purchase = checkout && (await findPurchase(ctx.db, checkout.id));
  if (!purchase || purchase.status === 'refunded') throw new AppError('notFound', noPurchase);
  const { id, description, images } = await getProduct(ctx.db, purchase.product_id);
  const pictures = toImages(images, await imagesByUrl(ctx.db, images));
  return {
    product: { id, name: purchase.product_name, description, images, pictures },
    type: purchase.type,
    ...expiry(purchase),
    orderId: purchase.checkout_id,
    amount: purchase.amount_cents,
    currency: purchase.currency,
  };
}

/** Includes what was paid before the account existed. @throws AppError `unauthenticated` */
export async function listPurchases(ctx: Ctx): Promise<PurchasedProduct[]> {
  const { email } = requireUser(ctx);
  const purchases = await listPurchasesByEmail(ctx.db, email);
  return purchases.map((purchase) => ({
    productId: purchase.product_id,
    name: purchase.product_name,
    price: purchase.amount_cents,
    currency: purchase.currency,
    purchaseDate: purchase.purchased_at.toISOString(),
    ...expiry(purchase),
    status: purchase.status,
  }));
}

const expiry = ({ expires_at }: Purchase) => (expires_at ? { expiresAt: expires_at.toISOString() } : {});
