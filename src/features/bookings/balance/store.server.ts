import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';

/** Confirmed stays with an open balance whose day is near or past. */
export const unchargedBookings = (db: Db, dueUntil: string) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('balance_due_on', '<=', dueUntil)
    .where(
      sql<boolean>`total_cents > (select coalesce(sum(case kind when 'charge' then amount_cents else -amount_cents end), 0)
        from payments where booking_id = bookings.id)`,
    )
    .orderBy('balance_due_on')
    .limit(200)
    .execute();
