import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { CalendarFeedsTable } from '../../../db/schema/channel-feeds.ts';
import type { Merge, StoredEvent } from './event-outcomes.ts';

export type FeedRow = Selectable<CalendarFeedsTable>;

export const feedById = (db: Db, id: string): Promise<FeedRow | undefined> =>
  db.selectFrom('calendar_feeds').selectAll().where('id', '=', id).executeTakeFirst();

/** Waits for another reading of the same feed that is being stored. */
export const lockFeed = (tx: Tx, id: string): Promise<FeedRow | undefined> =>
  tx.selectFrom('calendar_feeds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Active feeds, of one home or of all, the longest unread first. */
export async function activeFeedIds(db: Db, propertyId: string | null): Promise<string[]> {
  let query = db.selectFrom('calendar_feeds').select('id').where('is_active', '=', true);
  if (propertyId) query = query.where('property_id', '=', propertyId);
  const rows = await query
    .orderBy('last_read_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Without `updated_at`: a reading is no change that a host who edits the row must hear of. */
export const updateFeed = (db: Db, id: string, values: Updateable<CalendarFeedsTable>) =>
  db.updateTable('calendar_feeds').set(values).where('id', '=', id).execute();

/** Unless the feed has another address by now, or a later reading was faster and good. */
export const recordFailure = (
  db: Db,
  { id, url }: Pick<FeedRow, 'id' | 'url'>,
  { startedAt, error }: { startedAt: Date; error: string },
) =>
  db
    .updateTable('calendar_feeds')
    .set({ last_read_at: startedAt, last_error: error })
    .where('id', '=', id)
    .where('url', '=', url)
    .where((row) => row.or([row('last_good_at', 'is', null), row('last_good_at', '<=', startedAt)]))
    .execute();

export const storedEvents = (tx: Tx, feedId: string): Promise<StoredEvent[]> =>
  tx
    .selectFrom('feed_events')
    .select(['id', 'uid', 'kind', 'checkin', 'checkout', 'is_echo', 'missing_since', 'missing_readings'])
    .where('feed_id', '=', feedId)
    .execute();

/** Nights of stays that the channel has read from us: exactly these, coming from it, are an echo. */
export async function sentNights(
  tx: Tx,
  feed: FeedRow,
): Promise<{ echoes: Set<string>; ownStays: Set<string> }> {
  const { rows } = await sql<{ nights: string; is_own: boolean }>`
    with link as (
      select last_fetched_at from calendar_links
      where property_id = ${feed.property_id} and channel = ${feed.channel} and last_fetched_at is not null
    )
    select event.checkin || '/' || event.checkout as nights, false as is_own
    from link, feed_events as event join calendar_feeds as source on source.id = event.feed_id
    where event.property_id = ${feed.property_id} and source.channel <> ${feed.channel}
      and event.kind = 'reservation' and event.created_at < link.last_fetched_at
    union all
    select booking.checkin || '/' || booking.checkout, true
    from link, bookings as booking
    where booking.property_id = ${feed.property_id}
      and booking.status in ('held', 'requested', 'confirmed') and booking.created_at < link.last_fetched_at
  `.execute(tx);
  const nightsOf = (isOwn: boolean) =>
    new Set(rows.filter(({ is_own }) => is_own === isOwn).map(({ nights }) => nights));
  return { echoes: nightsOf(false), ownStays: nightsOf(true) };
}

/** Stores what a reading changed, in at most three statements however many events there are. */
export async function writeMerge(tx: Tx, feed: FeedRow, merge: Merge, now: Date): Promise<void> {
  const { removedIds, updated, added } = merge;
  if (removedIds.length > 0)
    await tx.deleteFrom('feed_events').where('id', '=', sql<string>`any(${removedIds}::uuid[])`).execute();
  if (updated.length > 0) {
    await sql`update feed_events as event
      set uid = changed.uid, kind = changed.kind, checkin = changed.checkin, checkout = changed.checkout,
        is_echo = changed.is_echo, missing_since = changed.missing_since,
        missing_readings = changed.missing_readings,
        -- The moment of the nights, which others are told: not that of a name or of a reading without them.
        updated_at = case when (event.kind, event.checkin, event.checkout)
          is distinct from (changed.kind, changed.checkin, changed.checkout) then ${now} else event.updated_at end
      from jsonb_to_recordset(${JSON.stringify(updated)}::jsonb) as changed (
        id uuid, uid text, kind text, checkin date, checkout date, is_echo boolean, missing_since timestamptz,
        missing_readings integer
      ) where event.id = changed.id`.execute(tx);
  }
  if (added.length > 0) {
    await sql`insert into feed_events
        (feed_id, property_id, uid, kind, checkin, checkout, is_echo, created_at, updated_at)
      select ${feed.id}, ${feed.property_id}, uid, kind, checkin, checkout, is_echo, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (
        uid text, kind text, checkin date, checkout date, is_echo boolean
      )`.execute(tx);
  }
}
