import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import type { CheckoutStatus, CheckoutsTable } from '../../../db/schema/sales.ts';
import { dayMs } from '../../../shared/durations.ts';

export type Checkout = Selectable<CheckoutsTable>;

type NewCheckout = Omit<
  Checkout,
  'quantity' | 'status' | 'stripe_session_id' | 'stripe_url' | 'last_checked_at'
>;

/** @returns undefined when another request with the same key was faster */
export const insertCheckout = (db: Db, checkout: NewCheckout): Promise<Checkout | undefined> =>
  db
    .insertInto('checkouts')
    .values({ ...checkout, quantity: 1 })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst();

export const findCheckout = (db: Db, id: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();

export const findCheckoutByKey = (db: Db, key: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('idempotency_key', '=', key).executeTakeFirst();

export const releaseKey = (db: Db, id: string) =>
  db.updateTable('checkouts').set({ idempotency_key: null }).where('id', '=', id).execute();

/** Saves the session that the provider created for a checkout, unless it has one. */
export const saveSession = (
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

export const failCheckout = (db: Db, id: string) =>
  db
    .updateTable('checkouts')
    .set({ status: 'failed', idempotency_key: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();

/** A checkout with its row's version: a different one means that it was settled concurrently. */
export type VersionedCheckout = Checkout & { version: string };

const versioned = (db: Db) =>
  db.selectFrom('checkouts').selectAll().select(sql<string>`checkouts.xmin::text`.as('version'));

export const findCheckoutBySession = (db: Db, sessionId: string): Promise<VersionedCheckout | undefined> =>
  versioned(db).where('stripe_session_id', '=', sessionId).executeTakeFirst();

export const lockCheckout = (tx: Tx, id: string): Promise<VersionedCheckout> =>
  versioned(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const setCheckoutStatus = (tx: Tx, id: string, status: CheckoutStatus) =>
  tx.updateTable('checkouts').set({ status }).where('id', '=', id).execute();

/** Lists checkouts to reconcile with the provider, those checked longest ago first. */
export const listUnsettledCheckouts = (
  db: Db,
  { openBefore, pendingBefore, limit }: { openBefore: Date; pendingBefore: Date; limit: number },
): Promise<Checkout[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where((the) =>
      the.or([
        the.and([the('status', '=', 'open'), the('created_at', '<', openBefore)]),
        the.and([the('status', '=', 'pending'), the('created_at', '<', pendingBefore)]),
      ]),
    )
    .orderBy('last_checked_at', (by) => by.asc().nullsFirst())
    .orderBy('created_at')
    .limit(limit)
    .execute();

export const touchChecked = (db: Db, id: string, now: Date) =>
  db.updateTable('checkouts').set({ last_checked_at: now }).where('id', '=', id).execute();

/** @returns when the first checkout was started; before it the provider has nothing for us */
export const firstCheckoutAt = async (db: Db): Promise<Date | undefined> => {
  const { first } = await db
    .selectFrom('checkouts')
    .select((the) => the.fn.min<Date | null>('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return first ?? undefined;
};

const abandonedRetentionDays = 90;

/** Deletes unpaid checkouts, long after anything could still be paid under them. */
export const deleteAbandonedCheckouts = (db: Db, now: Date) =>
  deleteInBatches(db, {
    table: 'checkouts',
    where: sql<boolean>`status in ('expired', 'failed')
      and created_at < ${new Date(now.getTime() - abandonedRetentionDays * dayMs)}
      and not exists (select from purchases where purchases.checkout_id = checkouts.id)`,
  });
