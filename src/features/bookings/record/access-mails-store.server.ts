import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { isFailedJob } from '../../../db/failed-jobs.server.ts';

/** Whether the mail with the address and access of a row of `bookings` could not be delivered. */
export const isAccessUndeliverable = sql<boolean>`bookings.arrival_sent_at is not null and exists (
  select from graphile_worker._private_jobs
  where key like 'mail:booking-%' and ${isFailedJob} and payload ->> 'accessParts' = bookings.id::text
    and payload -> 'accessFor' ->> 'property_id' = bookings.property_id::text
    and payload -> 'accessFor' ->> 'checkin' = bookings.checkin::text)`;

/** Whether the arrival mail of a row of `bookings` may have been sent before a backup was restored, so that a host sends it. */
export const isArrivalWithheld = sql<boolean>`(bookings.arrival_sent_at is null and exists (
  select from withheld_arrivals as withheld where withheld.booking_id = bookings.id
    and withheld.property_id = bookings.property_id and withheld.checkin = bookings.checkin))`;

export const isWithheld = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where(isArrivalWithheld)
    .executeTakeFirst()) !== undefined;
