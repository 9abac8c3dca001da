import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { PurchaseStatus, PurchasesTable } from '../../../db/schema/sales.ts';

export type Purchase = Selectable<PurchasesTable>;

export const findPurchase = (db: Db, checkoutId: string): Promise<Purchase | undefined> =>
  db.selectFrom('purchases').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();

/** @returns undefined when the checkout has its purchase already */
export const insertPurchase = (tx: Tx, purchase: Purchase): Promise<Purchase | undefined> =>
  tx
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const updatePurchase = (
  tx: Tx,
  id: string,
  change: { status: PurchaseStatus; expires_at: Date | null },
) => tx.updateTable('purchases').set(change).where('id', '=', id).execute();

const soldColumns = [
  'product_id as productId',
  'checkout_id as orderId',
  'product_name as product',
  'amount_cents as amount',
  'currency',
  'type',
  'status',
  'email',
  'customer_name as customerName',
  'purchased_at as purchasedAt',
  'expires_at as expiresAt',
] as const;

/** A purchase as its buyer reads it. */
export const purchaseOfCheckout = (db: Db, checkoutId: string) =>
  db.selectFrom('purchases').select(soldColumns).where('checkout_id', '=', checkoutId).executeTakeFirst();

export const listPurchasesByEmail = (db: Db, email: string) =>
  db
    .selectFrom('purchases')
    .select(soldColumns)
    .where('email', '=', email)
    .orderBy('purchased_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Takes the buyer out of purchases, which the law wants preserved. */
export const anonymizePurchases = (tx: Tx, email: string) =>
  tx
    .updateTable('purchases')
    .set({ email: 'deleted@account.invalid', customer_name: '' })
    .where('email', '=', email)
    .execute();

export async function findSessionId(
  db: Db,
  column: 'stripe_payment_intent_id' | 'stripe_subscription_id',
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('purchases')
    .select('stripe_session_id')
    .where(column, '=', id)
    .executeTakeFirst();
  return row?.stripe_session_id;
}
