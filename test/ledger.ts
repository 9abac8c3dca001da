import { sql } from 'kysely';
import type { Db } from '../src/db/client.server.ts';

/** Moves a booking's ledger to another moment, as if all of it had happened then. */
export const moveLedger = (db: Db, bookingId: string, created_at: Date) =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('pcb.restoring', 'on', true)`.execute(tx);
    await tx.updateTable('payments').set({ created_at }).where('booking_id', '=', bookingId).execute();
  });

/** Deletes from the ledger what a restored backup would lack. @param kind all kinds without it */
export const deleteFromLedger = (db: Db, bookingId: string, kind?: 'charge' | 'refund' | 'dispute') =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('pcb.restoring', 'on', true)`.execute(tx);
    await tx
      .deleteFrom('payments')
      .where('booking_id', '=', bookingId)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'charge'))
      .execute();
  });
