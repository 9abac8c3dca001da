import type { Db, Tx } from '../../../db/client.server.ts';

/** Takes a refund out of the ledger whose money came back; the history keeps it. */
export const deleteFailedRefund = (tx: Tx, stripeId: string) =>
  tx.deleteFrom('payments').where('stripe_id', '=', stripeId).where('kind', '=', 'refund').execute();

export const failRefundOrder = (db: Db, id: string) =>
  db.updateTable('refund_orders').set({ status: 'failed' }).where('id', '=', id).execute();
