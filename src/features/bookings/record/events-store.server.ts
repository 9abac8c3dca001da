import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { isAccessUndeliverable } from './access-mails-store.server.ts';

/** Whether the guest cancelled a stay. Hosts who cancel one choose the refund themselves. */
export const isCancelledByGuest = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('booking_events')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'cancelled')
    .where('actor', '=', 'guest')
    .executeTakeFirst()) !== undefined;

/** The part of the payments that the hosts retain under the policy if the guest cancelled, else `null`; minor units. */
export async function retainedOfCancelled(db: Db, bookingId: string): Promise<number | null> {
  const event = await db
    .selectFrom('booking_events')
    .select(sql<number | null>`(details ->> 'kept')::bigint`.as('kept'))
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'cancelled')
    .executeTakeFirst();
  return event?.kept ?? null;
}

/** The history of a booking, the oldest first; each event says whether the mail about access was undeliverable. */
export const bookingEvents = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking_events')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['event', 'actor', 'details', 'booking_events.created_at as at'])
    .select(isAccessUndeliverable.as('isAccessUndeliverable'))
    .where('booking_id', '=', bookingId)
    .orderBy('booking_events.id')
    .execute();

export const recordEvent = (
  db: Db,
  event: { booking_id: string; event: string; actor: string; details?: object; created_at: Date },
) =>
  db
    .insertInto('booking_events')
    .values({ ...event, details: JSON.stringify(event.details ?? {}) })
    .execute();

/** Returns those of these events that a booking has had. */
export async function eventsAmong(
  db: Db,
  bookingId: string,
  events: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('booking_events')
    .select('event')
    .where('booking_id', '=', bookingId)
    .where('event', 'in', events)
    .execute();
  return new Set(rows.map(({ event }) => event));
}

/** Whether hosts have renewed the key of a booking: for a leaked link, or with another address of the guest. */
export const isKeyRenewedByHosts = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('booking_events')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where(
      sql<boolean>`(event = 'link_renewed' or event = 'guest_corrected' and details @> '{"fields": ["email"]}')`,
    )
    .executeTakeFirst()) !== undefined;

export const hasEvent = async (
  db: Db,
  {
    booking_id,
    event,
    details,
  }: { booking_id: string; event: string; details: Record<string, string | number> },
): Promise<boolean> =>
  (await db
    .selectFrom('booking_events')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('event', '=', event)
    .where(sql<boolean>`details @> ${JSON.stringify(details)}::jsonb`)
    .executeTakeFirst()) !== undefined;

/** The details of the event that a request with this key made; `undefined` before. @param key hashed */
export const eventDetailsOfKey = async (
  db: Db,
  { bookingId, event, key }: { bookingId: string; event: string; key: string },
): Promise<Record<string, unknown> | undefined> =>
  (
    await db
      .selectFrom('booking_events')
      .select('details')
      .where('booking_id', '=', bookingId)
      .where('event', '=', event)
      .where(sql<boolean>`details ->> 'key' = ${key}`)
      .executeTakeFirst()
  )?.details;

/** Deletes the texts of messages and of charges, which may name the guest, from the history. @param ids of anonymized bookings */
export const deleteMessageTexts = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('booking_events')
    .set({ details: sql`details - '{text,reason,how}'::text[]` })
    .where('event', 'in', ['message_sent', 'message_received', 'change_asked', 'charged', 'extra_declined'])
    .where('booking_id', 'in', ids)
    .execute();
