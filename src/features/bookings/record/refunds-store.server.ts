import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { RefundOrdersTable } from '../../../db/schema/payments.ts';

export const failRefundOrder = (db: Db, id: string) =>
  db.updateTable('refund_orders').set({ status: 'failed' }).where('id', '=', id).execute();

/** Marks as failed a refund that was made on the provider's own page. */
export const failOwnOrder = (db: Db, bookingId: string, stripeId: string) =>
  db
    .updateTable('refund_orders')
    .set({ status: 'failed' })
    .where('booking_id', '=', bookingId)
    .where('cause', '=', stripeId)
    .execute();

export type RefundOrder = Selectable<RefundOrdersTable>;

/** @returns whether the cause is new for this payment */
export async function insertRefundOrder(tx: Db, row: Insertable<RefundOrdersTable>): Promise<boolean> {
  const added = await tx
    .insertInto('refund_orders')
    .values(row)
    .onConflict((conflict) => conflict.columns(['booking_id', 'payment_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const refundOrderById = (db: Db, id: string) =>
  db.selectFrom('refund_orders').selectAll().where('id', '=', id).executeTakeFirst();

export const pendingRefundOrders = (db: Db, bookingId?: string) =>
  db
    .selectFrom('refund_orders')
    .selectAll()
    .where('status', '=', 'pending')
    .$if(bookingId !== undefined, (query) => query.where('booking_id', '=', bookingId ?? ''))
    // Orders that failed come last, so that they do not fill the batch.
    .orderBy('tries')
    .orderBy('created_at')
    .limit(100)
    .execute();

export const setRefundOrder = (db: Db, id: string, set: Updateable<RefundOrdersTable>) =>
  db.updateTable('refund_orders').set(set).where('id', '=', id).where('status', '=', 'pending').execute();

/** The refunds ordered for a cause, over all charges, in minor units; `null` without one. */
export async function orderedAmount(db: Db, bookingId: string, cause: string): Promise<number | null> {
  const { amount } = await db
    .selectFrom('refund_orders')
    .select(({ fn }) => fn.sum<string | null>('amount_cents').as('amount'))
    .where('booking_id', '=', bookingId)
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow();
  return amount === null ? null : Number(amount);
}

/** Marks a part of the hosts' refunds as overpaid instead of waived, newest refunds first; in minor units. */
export async function countAsOverpaid(tx: Tx, bookingId: string, amountCents: number): Promise<void> {
  await sql`
    with hosts_refunds as (
      select id, amount_cents - overpaid_cents as waived,
        sum(amount_cents - overpaid_cents) over (order by created_at desc, id desc) as so_far
      from refund_orders where booking_id = ${bookingId} and kind = 'hosts' and status <> 'failed'
    )
    update refund_orders
    set overpaid_cents = overpaid_cents + least(waived, ${amountCents}::bigint - (so_far - waived))
    from hosts_refunds
    where hosts_refunds.id = refund_orders.id and so_far - waived < ${amountCents}::bigint and waived > 0`.execute(
    tx,
  );
}
