import type { Db } from '../../../db/client.server.ts';
import { touchesDays } from '../calendar/store.server.ts';

/** Confirmed stays that begin in these days and whose guests do not know yet how to get in, once their home says it. */
export const arrivingBookings = (db: Db, { from, until }: { from: string; until: string }) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select('bookings.id')
    .where((row) => row.or([row('street_address', '<>', ''), row('access_notes', '<>', '')]))
    .where('status', '=', 'confirmed')
    .where('arrival_sent_at', 'is', null)
    // By days alone: the index of unsent arrivals holds every past stay of homes that say nothing.
    .where(touchesDays(from, until))
    .limit(200)
    .execute();
