import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import { echoLagMs } from '../../channels/feed.ts';

/**
 * Stores each pair of stays of two feeds on the same nights of a home that is not stored yet. Echoes and closed nights are no
 * stays, also what was an echo within the lag of its channel's file, one UID in both feeds is one stay, and a pair that hosts
 * dismissed comes again only with other nights.
 * @returns ids of the new conflicts
 */
export async function insertChannelConflicts(
  tx: Tx,
  { now, today }: { now: Date; today: string },
): Promise<string[]> {
  const lagSince = new Date(now.getTime() - echoLagMs);
  const { rows } = await sql<{ id: string }>`
    with stays as materialized (
      select id, property_id, feed_id, uid, checkin, checkout, created_at,
        max(checkout) over (
          partition by property_id order by checkin, id rows between unbounded preceding and 1 preceding
        ) as taken_until
      from feed_events
      where kind = 'reservation' and not is_echo and missing_readings = 0 and checkout > ${today}
        and (echo_ended_at is null or echo_ended_at <= ${lagSince})
    ), crowded as (
      -- Hardly any: the stays of the other homes need not be compared with each other.
      select distinct property_id from stays where checkin < taken_until
    )
    insert into calendar_conflicts (feed_event_id, feed_id, channel, checkin, checkout,
      other_event_id, other_feed_id, other_channel, other_checkin, other_checkout, found_at)
    select event.id, feed.id, feed.channel, event.checkin, event.checkout,
      other.id, other_feed.id, other_feed.channel, other.checkin, other.checkout, ${now}
    from crowded
    join stays as event on event.property_id = crowded.property_id
    join stays as other on other.property_id = event.property_id and other.feed_id <> event.feed_id
      and (event.created_at, event.id) < (other.created_at, other.id) and other.uid <> event.uid
      and other.checkin < event.checkout and event.checkin < other.checkout
    join calendar_feeds as feed on feed.id = event.feed_id
    join calendar_feeds as other_feed on other_feed.id = other.feed_id
    where not exists (
      select from calendar_conflicts as dismissed
      where dismissed.feed_event_id = event.id and dismissed.other_event_id = other.id
        and dismissed.resolution = 'dismissed'
        and (dismissed.checkin, dismissed.checkout) = (event.checkin, event.checkout)
        and (dismissed.other_checkin, dismissed.other_checkout) = (other.checkin, other.checkout))
    on conflict (feed_event_id, other_event_id) where resolved_at is null and booking_id is null do nothing
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Closes conflicts of which one of both is gone or somewhere else, and brings the nights of the others up to date. */
export async function closeChannelConflicts(tx: Tx, now: Date): Promise<void> {
  await sql`
    update calendar_conflicts as conflict set resolved_at = ${now}, resolution = case
      when event.id is null or event.kind <> 'reservation' or other.id is null or other.kind <> 'reservation'
      then 'event_gone' else 'moved' end
    from calendar_conflicts as same
    left join feed_events as event on event.id = same.feed_event_id
    left join feed_events as other on other.id = same.other_event_id
    where same.id = conflict.id and conflict.booking_id is null and conflict.resolved_at is null
      and (event.id is null or event.kind <> 'reservation' or other.id is null or other.kind <> 'reservation'
        or event.property_id <> other.property_id
        or event.checkin >= other.checkout or other.checkin >= event.checkout)`.execute(tx);
  await sql`
    update calendar_conflicts as conflict
    set checkin = event.checkin, checkout = event.checkout,
      other_checkin = other.checkin, other_checkout = other.checkout
    from feed_events as event, feed_events as other
    where event.id = conflict.feed_event_id and other.id = conflict.other_event_id
      and conflict.booking_id is null and conflict.resolved_at is null
      and (conflict.checkin, conflict.checkout, conflict.other_checkin, conflict.other_checkout)
        is distinct from (event.checkin, event.checkout, other.checkin, other.checkout)`.execute(tx);
}

/** The open ones, the next arrival first. */
export async function openChannelConflicts(db: Db, id?: string) {
  let query = db
    .selectFrom('calendar_conflicts as conflict')
    .innerJoin('feed_events as event', 'event.id', 'conflict.feed_event_id')
    .innerJoin('properties as property', 'property.id', 'event.property_id')
    .leftJoin('calendar_feeds as feed', 'feed.id', 'conflict.feed_id')
    .leftJoin('calendar_feeds as other_feed', 'other_feed.id', 'conflict.other_feed_id')
    .select([
      'conflict.id',
      'conflict.found_at as detectedAt',
      'property.id as propertyId',
      'property.slug',
      'property.title',
    ])
    .select(['conflict.channel', 'conflict.checkin', 'conflict.checkout'])
    .select(sql<string>`coalesce(feed.name, '')`.as('feed'))
    .select(({ ref }) => [
      ref('conflict.other_channel').$notNull().as('otherChannel'),
      ref('conflict.other_checkin').$notNull().as('otherCheckin'),
      ref('conflict.other_checkout').$notNull().as('otherCheckout'),
      sql<string>`coalesce(other_feed.name, '')`.as('otherFeed'),
    ])
    .where('conflict.booking_id', 'is', null)
    .where('conflict.resolved_at', 'is', null);
  if (id !== undefined) query = query.where('conflict.id', '=', id);
  return query.orderBy('conflict.checkin').orderBy('conflict.found_at').orderBy('conflict.id').execute();
}

export type ChannelConflictRow = Awaited<ReturnType<typeof openChannelConflicts>>[number];

/** @returns whether it was open */
export async function dismissConflict(db: Db, id: string, now: Date): Promise<boolean> {
  const dismissed = await db
    .updateTable('calendar_conflicts')
    .set({ resolved_at: now, resolution: 'dismissed' })
    .where('id', '=', id)
    .where('booking_id', 'is', null)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return dismissed !== undefined;
}
