import type { Ctx } from '../../../platform/context.server.ts';
import { requireUser } from '../../auth/guards.ts';
import { type Purchase, purchasesOf } from '../store.server.ts';
import type { PurchasedProduct } from './purchase.ts';

/**
 * What the viewer has bought, the newest first: everything paid with their confirmed address, also before they had an
 * account.
 * @throws AppError `unauthenticated`
 */
export async function listPurchases(ctx: Ctx): Promise<PurchasedProduct[]> {
  const { email } = requireUser(ctx);
  const purchases = await purchasesOf(ctx.db, email);
  return purchases.map(toPurchase);
}

const toPurchase = (purchase: Purchase): PurchasedProduct => ({
  productId: purchase.product_id,
  name: purchase.product_name,
  price: purchase.amount_cents,
  currency: purchase.currency,
  purchaseDate: purchase.purchased_at.toISOString(),
  ...(purchase.expires_at ? { expiresAt: purchase.expires_at.toISOString() } : {}),
  status: purchase.status,
});
