import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type {
  CheckoutStatus,
  CheckoutsTable,
  ProductsTable,
  PurchaseStatus,
  PurchasesTable,
  WebhookEventsTable,
} from '../../db/schema.ts';

export type ProductRow = Selectable<ProductsTable>;
export type Checkout = Selectable<CheckoutsTable>;
export type Purchase = Selectable<PurchasesTable>;
/** Products that are listed and whose home, if they book one, can be booked. */
const buyable = (db: Db) =>
  db
    .selectFrom('products')
    .leftJoin('properties', 'properties.id', 'products.property_id')
    .where('products.is_listed', '=', true)
    .where((the) =>
      the.or([
        the('products.property_id', 'is', null),
        the.and([the('properties.is_listed', '=', true), the('properties.is_coming_soon', '=', false)]),
      ]),
    );

/** What the shop shows, in the hosts' order, each with the facts of its home. */
export const shopProducts = (db: Db) =>
  buyable(db)
    .selectAll('products')
    .select(['properties.guests', 'properties.beds', 'properties.baths'])
    .orderBy('products.position')
    .orderBy('products.id')
    .execute();

export const buyableProduct = (db: Db, id: string): Promise<ProductRow | undefined> =>
  buyable(db).selectAll('products').where('products.id', '=', id).executeTakeFirst();

export const findProduct = (db: Db, productId: string): Promise<ProductRow> =>
  db.selectFrom('products').selectAll().where('id', '=', productId).executeTakeFirstOrThrow();

/** @returns undefined when another request with the same key was faster */
export const insertCheckout = (
  db: Db,
  checkout: Pick<
    Checkout,
    | 'id'
    | 'idempotency_key'
    | 'product_id'
    | 'product_name'
    | 'product_description'
    | 'product_images'
    | 'unit_amount_cents'
    | 'currency'
    | 'type'
    | 'billing_period'
    | 'expires_at'
    | 'created_at'
  >,
): Promise<Checkout | undefined> =>
  db
    .insertInto('checkouts')
    .values({ ...checkout, quantity: 1 })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst();

export const checkoutById = (db: Db, id: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();

export const checkoutByRequestKey = (db: Db, key: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('idempotency_key', '=', key).executeTakeFirst();

/** Lets a key be used anew once nobody can pay under it any more. */
export const releaseRequestKey = (db: Db, id: string) =>
  db.updateTable('checkouts').set({ idempotency_key: null }).where('id', '=', id).execute();

/** Writes down the session that the provider opened for a checkout, unless one is known already. */
export const recordSession = (
  db: Db,
  id: string,
  session: { id: string; url: string | null },
): Promise<Checkout | undefined> =>
  db
    .updateTable('checkouts')
    .set({ status: 'open', stripe_session_id: session.id, stripe_url: session.url })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'failed'])
    .where('stripe_session_id', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Ends a checkout for which no session was opened. */
export const failCheckout = (db: Db, id: string) =>
  db
    .updateTable('checkouts')
    .set({ status: 'failed', idempotency_key: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();

/** A checkout with the version of its row: another one means that somebody settled it in between. */
export type VersionedCheckout = Checkout & { version: string };

const versioned = (db: Db) =>
  db.selectFrom('checkouts').selectAll().select(sql<string>`checkouts.xmin::text`.as('version'));

export const checkoutOfSession = (db: Db, sessionId: string): Promise<VersionedCheckout | undefined> =>
  versioned(db).where('stripe_session_id', '=', sessionId).executeTakeFirst();

export const lockCheckout = (tx: Tx, id: string): Promise<VersionedCheckout> =>
  versioned(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const setCheckoutStatus = (tx: Tx, id: string, status: CheckoutStatus) =>
  tx.updateTable('checkouts').set({ status }).where('id', '=', id).execute();

export const purchaseOfCheckout = (db: Db, checkoutId: string): Promise<Purchase | undefined> =>
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

/** Everything paid with an address, the newest first. */
export const purchasesOf = (db: Db, email: string): Promise<Purchase[]> =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('email', '=', email)
    .orderBy('purchased_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Keeps an address's purchases, as the law wants, without the person. */
export const anonymizePurchases = (tx: Tx, email: string) =>
  tx
    .updateTable('purchases')
    .set({ email: 'deleted@account.invalid', customer_name: '' })
    .where('email', '=', email)
    .execute();

export const sessionIdOfPayment = async (db: Db, paymentIntentId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('purchases')
    .select('stripe_session_id')
    .where('stripe_payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst();
  return row?.stripe_session_id;
};

export const sessionIdOfSubscription = async (
  db: Db,
  subscriptionId: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('purchases')
    .select('stripe_session_id')
    .where('stripe_subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.stripe_session_id;
};

/** An event of the provider that made us look; recorded together with what the look changed. */
export type StripeEventRef = Pick<Selectable<WebhookEventsTable>, 'id' | 'type'>;

/** @returns false when it was recorded before */
export const saveEvent = async (db: Db, event: StripeEventRef): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhook_events')
    .values({ id: event.id, type: event.type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Which of these events have been dealt with. */
export async function seenEventIds(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('webhook_events').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Checkouts to ask the provider about, those that were looked at longest ago first. */
export const unsettledCheckouts = (
  db: Db,
  { openBefore, openingBefore, limit }: { openBefore: Date; openingBefore: Date; limit: number },
): Promise<Checkout[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where((the) =>
      the.or([
        the.and([the('status', '=', 'open'), the('created_at', '<', openBefore)]),
        the.and([the('status', '=', 'pending'), the('created_at', '<', openingBefore)]),
      ]),
    )
    .orderBy('last_checked_at', (by) => by.asc().nullsFirst())
    .orderBy('created_at')
    .limit(limit)
    .execute();

export const touchChecked = (db: Db, id: string, now: Date) =>
  db.updateTable('checkouts').set({ last_checked_at: now }).where('id', '=', id).execute();

/** When somebody was first sent to pay; until then there is nothing to ask the card provider about. */
export const firstCheckoutAt = async (db: Db): Promise<Date | null> => {
  const { first } = await db
    .selectFrom('checkouts')
    .select((the) => the.fn.min('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return first;
};

/** Up to when the provider's events have been followed. */
export const eventsSyncedUntil = async (db: Db): Promise<Date | undefined> =>
  (await db.selectFrom('provider_event_sync').select('synced_until').executeTakeFirst())?.synced_until;

export const setEventsSyncedUntil = (db: Db, moment: Date) =>
  db
    .insertInto('provider_event_sync')
    .values({ synced_until: moment })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ synced_until: moment }))
    .execute();

/** A day longer than the provider remembers its events, so that none is followed twice. */
const eventsKeptDays = 31;

export const deleteOldEvents = (db: Db, now: Date) =>
  db
    .deleteFrom('webhook_events')
    .where('received_at', '<', new Date(now.getTime() - eventsKeptDays * 86_400_000))
    .execute();

const abandonedKeptDays = 90;

/** Deletes checkouts that nobody paid, long after anything could still be paid under them. */
export const deleteAbandonedCheckouts = (db: Db, now: Date) =>
  db
    .deleteFrom('checkouts')
    .where('status', 'in', ['expired', 'failed'])
    .where('created_at', '<', new Date(now.getTime() - abandonedKeptDays * 86_400_000))
    .where((the) =>
      the.not(
        the.exists(
          the.selectFrom('purchases').select('id').whereRef('purchases.checkout_id', '=', 'checkouts.id'),
        ),
      ),
    )
    .execute();
