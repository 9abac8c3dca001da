import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { CalendarFeedsTable } from '../../../db/schema/channel-feeds.ts';
import { linkOfFeed } from '../store.server.ts';
import type { PublishedNights } from './classify-event.ts';
import type { Changes, StoredEvent } from './merge-reading.ts';
import { type Nights, parseMultirange, toMultirange } from './night-ranges.ts';

export type FeedRow = Selectable<CalendarFeedsTable>;

/** Reads a feed with the database's time, which orders readings of different processes. */
export const feedToRead = (db: Db, id: string) =>
  db
    .selectFrom('calendar_feeds')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('began_at'))
    .where('id', '=', id)
    .executeTakeFirst();

export type FeedToRead = NonNullable<Awaited<ReturnType<typeof feedToRead>>>;

/** Locks a feed, after a concurrent reading of it is stored. */
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

/** Leaves `updated_at` as it is, so that a reading does not conflict with a host who edits the row. */
export const updateFeed = (db: Db, id: string, values: Updateable<CalendarFeedsTable>) =>
  db.updateTable('calendar_feeds').set(values).where('id', '=', id).execute();

/** Records a failed reading, unless the feed has another URL now or a later reading was good. */
export const recordFailure = (
  db: Db,
  { id, url, began_at }: Pick<FeedToRead, 'id' | 'url' | 'began_at'>,
  { startedAt, error }: { startedAt: Date; error: string },
) =>
  db
    .updateTable('calendar_feeds')
    .set({ last_read_at: startedAt, last_error: error })
    .where('id', '=', id)
    .where('url', '=', url)
    .where((row) => row.or([row('read_began_at', 'is', null), row('read_began_at', '<=', began_at)]))
    .execute();

export async function storedEvents(tx: Tx, feedId: string): Promise<StoredEvent[]> {
  const rows = await tx
    .selectFrom('feed_events')
    .select(['id', 'uid', 'kind', 'marked', 'checkin', 'checkout', 'is_echo', 'own_nights', 'echo_ended_at'])
    .select(['missing_since', 'missing_readings'])
    .where('feed_id', '=', feedId)
    .execute();
  return rows.map(({ own_nights, marked, ...event }) => ({
    ...event,
    marked: marked ?? event.kind,
    own_nights: own_nights === null ? [event] : parseMultirange(own_nights),
  }));
}

/** Reads what the channel of a feed was served when it last fetched its link. */
export async function publishedNights(tx: Tx, feed: FeedRow): Promise<PublishedNights> {
  const { rows } = await sql<{ last_fetched_at: Date | null; nights: Nights[] }>`
    select link.last_fetched_at, coalesce((
      select jsonb_agg(jsonb_build_object('checkin', lower(served.nights), 'checkout', upper(served.nights)))
      from served_nights as served where served.link_id = link.id
    ), '[]') as nights
    from calendar_links as link join calendar_feeds as feed on ${linkOfFeed}
    where feed.id = ${feed.id}
    order by link.last_fetched_at desc nulls last, link.id limit 1`.execute(tx);
  const link = rows[0];
  return { nights: link?.nights ?? [], isCurrent: link?.last_fetched_at != null };
}

/** Rows of one statement: 10,000 events at once would exceed the timeout of a statement. */
const batchSize = 1_000;

const batches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );

const toRow = <Event extends { own_nights: readonly Nights[] }>(event: Event) => ({
  ...event,
  own_nights: toMultirange(event.own_nights),
});

/**
 * Stores the changes of a reading. Triggers update `occupied_nights` (`occupy_feed_events`, migration 044) and
 * turnovers (145).
 */
export async function writeChanges(tx: Tx, feed: FeedRow, changes: Changes, now: Date): Promise<void> {
  for (const ids of batches(changes.removedIds))
    await tx.deleteFrom('feed_events').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  for (const events of batches(changes.updated)) {
    await sql`update feed_events as event
      set uid = changed.uid, kind = changed.kind, marked = changed.marked, checkin = changed.checkin,
        checkout = changed.checkout, is_echo = changed.is_echo, own_nights = changed.own_nights,
        echo_ended_at = changed.echo_ended_at, missing_since = changed.missing_since,
        missing_readings = changed.missing_readings,
        -- The moment of the nights, which others are told: not that of a name or of a reading without them.
        updated_at = case when (event.kind, event.checkin, event.checkout)
          is distinct from (changed.kind, changed.checkin, changed.checkout) then ${now} else event.updated_at end
      from jsonb_to_recordset(${JSON.stringify(events.map(toRow))}::jsonb) as changed (
        id uuid, uid text, kind text, marked text, checkin date, checkout date, is_echo boolean,
        own_nights datemultirange, echo_ended_at timestamptz, missing_since timestamptz, missing_readings integer
      ) where event.id = changed.id`.execute(tx);
  }
  for (const events of batches(changes.added)) {
    await sql`insert into feed_events
        (feed_id, property_id, uid, kind, marked, checkin, checkout, is_echo, own_nights, created_at, updated_at)
      select ${feed.id}, ${feed.property_id}, uid, kind, marked, checkin, checkout, is_echo, own_nights, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(events.map(toRow))}::jsonb) as added (
        uid text, kind text, marked text, checkin date, checkout date, is_echo boolean, own_nights datemultirange
      )`.execute(tx);
  }
}
