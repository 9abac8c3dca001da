import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { hasDispute } from '../record/disputes-store.server.ts';

/** Confirmed stays whose guests owe a balance that is due soon or already, and which is not given up yet. */
export const unchargedBookings = (
  db: Db,
  { dueUntil, maxDeclines }: { dueUntil: string; maxDeclines: number },
) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('balance_due_on', '<=', dueUntil)
    // Balances that are never charged must not fill the batch.
    .where('balance_declines', '<', maxDeclines)
    .where(sql<boolean>`open_cents > 0`)
    .where(sql<boolean>`not ${hasDispute}`)
    .orderBy('balance_due_on')
    .limit(200)
    .execute();
