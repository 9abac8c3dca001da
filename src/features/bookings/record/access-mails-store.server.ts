import { sql } from 'kysely';
import { isFailedJob } from '../../../db/failed-jobs.server.ts';

/** Whether the mail with the address and access of a row of `bookings` could not be delivered. */
export const isAccessUndeliverable = sql<boolean>`bookings.arrival_sent_at is not null and exists (
  select from graphile_worker._private_jobs
  where key like 'mail:booking-%' and ${isFailedJob} and payload ->> 'accessParts' = bookings.id::text
    and payload -> 'accessFor' ->> 'property_id' = bookings.property_id::text
    and payload -> 'accessFor' ->> 'checkin' = bookings.checkin::text)`;
