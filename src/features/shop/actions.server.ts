import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { AppError } from '../../shared/errors.ts';
import { toImages } from '../media/media.ts';
import { picturesByUrl } from '../media/processing/images-store.server.ts';
import { settleCheckout } from './payments/settle-checkout.server.ts';
import type { Product } from './products/product.ts';
import { isSessionId, noPurchase, type PurchaseDetail } from './purchases/purchase.ts';
import { checkoutOfSession, findProduct, purchaseOfCheckout, shopProducts } from './store.server.ts';

/** What guests can buy now, in the hosts' order. */
export const listProducts = (ctx: Ctx): Promise<Product[]> =>
  ctx.content.read('products', async () => {
    const rows = await shopProducts(ctx.db);
    const pictures = await picturesByUrl(
      ctx.db,
      rows.flatMap((row) => row.images),
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      images: row.images,
      pictures: toImages(row.images, pictures),
      price: row.price_cents,
      currency: row.currency,
      billingType: row.billing_type,
      billingPeriod: row.billing_period,
      ...(row.guests === null ? {} : { guests: row.guests }),
      ...(row.beds === null ? {} : { beds: row.beds }),
      ...(row.baths === null ? {} : { baths: row.baths }),
    }));
  });

/** Counts only looks that found nothing settled, so a guest who reloads the success page is never locked out. */
const lookLimit: Limit = {
  name: 'purchase-detail',
  points: 120,
  seconds: 600,
  message: 'Too many requests. Please try again in a few minutes.',
};

/**
 * What the success page shows. Nobody has to wait for the provider's event: the page's own look settles the checkout.
 * @throws AppError `notFound`, in the same words for whatever is not a paid purchase of this shop; `unavailable` while
 * the provider cannot say; `tooMany`
 */
export async function readPurchase(ctx: Ctx, sessionId: string): Promise<PurchaseDetail> {
  const checkout = isSessionId(sessionId) ? await checkoutOfSession(ctx.db, sessionId) : undefined;
  if (checkout?.status !== 'complete') await ctx.consumeLimit(lookLimit, ctx.clientKey);
  if (checkout?.status === 'open') await settleCheckout(ctx, sessionId);
  const purchase = checkout && (await purchaseOfCheckout(ctx.db, checkout.id));
  if (!purchase || purchase.status === 'refunded') throw new AppError('notFound', noPurchase);
  const { id, description, images } = await findProduct(ctx.db, purchase.product_id);
  const pictures = toImages(images, await picturesByUrl(ctx.db, images));
  return {
    product: { id, name: purchase.product_name, description, images, pictures },
    type: purchase.type,
    ...(purchase.expires_at ? { expiresAt: purchase.expires_at.toISOString() } : {}),
    orderId: purchase.checkout_id,
    amount: purchase.amount_cents,
    currency: purchase.currency,
  };
}
