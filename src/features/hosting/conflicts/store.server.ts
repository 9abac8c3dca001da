import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';

/**
 * Stores every stay of another channel that lies over a confirmed one and is not stored yet. Echoes are no stays, and an event
 * that is missing from its feed may be over.
 * @returns ids of the new conflicts
 */
export async function insertConflicts(
  tx: Tx,
  { now, today }: { now: Date; today: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into calendar_conflicts (booking_id, feed_event_id, feed_id, channel, checkin, checkout, found_at)
    select booking.id, event.id, feed.id, feed.channel, event.checkin, event.checkout, ${now}
    from feed_events as event
    join calendar_feeds as feed on feed.id = event.feed_id
    -- By the nights that bookings take, so that none of those that are over is read.
    join occupied_nights as taken on taken.property_id = event.property_id and taken.kind = 'booking'
      and taken.nights && daterange(event.checkin, event.checkout)
    join bookings as booking on booking.id = taken.source_id and booking.status = 'confirmed'
    where event.kind = 'reservation' and not event.is_echo and event.missing_readings = 0
      and booking.checkout >= ${today} and event.checkout >= ${today}
    on conflict (booking_id, feed_event_id) where resolved_at is null do nothing
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Closes conflicts of which one side is gone, and brings the nights of the others up to date. */
export async function closeConflicts(tx: Tx, now: Date): Promise<void> {
  await sql`
    update calendar_conflicts as conflict set resolved_at = ${now}, resolution = case
      when booking.status <> 'confirmed' then 'cancelled'
      when event.id is null or event.kind <> 'reservation' then 'event_gone'
      else 'moved' end
    from bookings as booking, calendar_conflicts as same left join feed_events as event on event.id = same.feed_event_id
    where same.id = conflict.id and booking.id = conflict.booking_id and conflict.resolved_at is null
      and (booking.status <> 'confirmed' or event.id is null or event.kind <> 'reservation'
        or event.property_id <> booking.property_id
        or booking.checkin >= event.checkout or event.checkin >= booking.checkout)`.execute(tx);
  await sql`
    update calendar_conflicts as conflict set checkin = event.checkin, checkout = event.checkout
    from feed_events as event
    where event.id = conflict.feed_event_id and conflict.resolved_at is null
      and (conflict.checkin, conflict.checkout) <> (event.checkin, event.checkout)`.execute(tx);
}

const open = (db: Db) =>
  db
    .selectFrom('calendar_conflicts as conflict')
    .innerJoin('bookings as booking', 'booking.id', 'conflict.booking_id')
    .innerJoin('properties as property', 'property.id', 'booking.property_id')
    .leftJoin('calendar_feeds as feed', 'feed.id', 'conflict.feed_id')
    .select(['conflict.id', 'conflict.channel', 'conflict.checkin', 'conflict.checkout'])
    .select(['conflict.found_at as detectedAt', 'conflict.offered_at as offeredAt'])
    .select(sql<string>`coalesce(feed.name, '')`.as('feed'))
    .select(['booking.code', 'booking.name as guestName', 'booking.phone', 'booking.total_cents as total'])
    .select(['booking.checkin as bookedCheckin', 'booking.checkout as bookedCheckout', 'booking.currency'])
    .select(['property.slug', 'property.title'])
    .where('conflict.resolved_at', 'is', null);

/** The open conflicts, the next arrival first. */
export const openConflicts = (db: Db) =>
  open(db).orderBy('booking.checkin').orderBy('conflict.found_at').orderBy('conflict.id').execute();

export type ConflictRow = Awaited<ReturnType<typeof openConflicts>>[number];

export const openConflict = (db: Db, id: string): Promise<ConflictRow | undefined> =>
  open(db).where('conflict.id', '=', id).executeTakeFirst();

/** Loads the stays of a feed that overlap confirmed ones, with the guest of each. */
export const conflictsOfFeed = (db: Db, feedId: string) =>
  db
    .selectFrom('calendar_conflicts as conflict')
    .innerJoin('bookings as booking', 'booking.id', 'conflict.booking_id')
    .select(['conflict.checkin', 'conflict.checkout', 'booking.code', 'booking.name'])
    .where('conflict.feed_id', '=', feedId)
    .where('conflict.resolved_at', 'is', null)
    .orderBy('conflict.checkin')
    .orderBy('conflict.id')
    .execute();

/** Serializes readings that end at once, which would otherwise wait for each other's rows. */
export const lockConflicts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('calendar_conflicts'))`.execute(tx);

/** @returns whether the conflict is still open and no other dates were offered since `seenAt` */
export async function markOffered(
  tx: Tx,
  id: string,
  { seenAt, now }: { seenAt: Date | null; now: Date },
): Promise<boolean> {
  const marked = await tx
    .updateTable('calendar_conflicts')
    .set({ offered_at: now })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .where('offered_at', 'is not distinct from', seenAt)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
