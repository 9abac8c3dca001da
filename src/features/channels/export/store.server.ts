import { type Selectable, sql } from 'kysely';
import { anyId } from '../../../db/any-id.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';
import { channels } from '../feed.ts';
import type { ExportedKind } from '../own-uid.ts';
import { linkOfFeed } from '../store.server.ts';

/**
 * Adds the links that are missing: one for each home and channel, and one for each feed where a home has several feeds
 * of a channel. Two feeds that shared a link would never learn of each other's stays.
 */
export async function addMissingLinks(db: Db): Promise<void> {
  await sql`insert into calendar_links (property_id, channel)
    select properties.id, channel from properties cross join unnest(${channels}::text[]) as channel
    where not exists (
      select from calendar_links as link where link.property_id = properties.id and link.channel = channel.channel
    ) on conflict do nothing`.execute(db);
  // First those without a link of their own, hardly ever any: the rest looks each of them up.
  await sql`with unlinked as materialized (
      select feed.id, feed.property_id, feed.channel from calendar_feeds as feed
      left join calendar_links as own
        on own.property_id = feed.property_id and own.channel = feed.channel and own.feed_id = feed.id
      where own.id is null
    )
    update calendar_links as link set feed_id = feed.id from unlinked as feed
    where ${linkOfFeed} and link.feed_id is distinct from feed.id and link.id = (
      select last.id from calendar_links as last
      where last.property_id = link.property_id and last.channel = link.channel
      order by last.last_fetched_at desc nulls last, last.created_at, last.id limit 1
    )`.execute(db);
  await sql`insert into calendar_links (property_id, channel, feed_id)
    select feed.property_id, feed.channel, feed.id from calendar_feeds as feed
    where not exists (
      select from calendar_links as own
      where own.property_id = feed.property_id and own.channel = feed.channel and own.feed_id = feed.id
    ) on conflict do nothing`.execute(db);
}

/**
 * Lists links. A link without a feed, or with a deleted one, is left out if it is not read and the home has another link of
 * the channel.
 * @param homes ids; `null` for the links of every home
 */
export const listLinks = (db: Db, homes: readonly string[] | null) =>
  db
    .selectFrom('calendar_links as link')
    .innerJoin('properties', 'properties.id', 'link.property_id')
    .leftJoin('calendar_feeds as feed', (join) =>
      join
        .onRef('feed.id', '=', 'link.feed_id')
        .onRef('feed.property_id', '=', 'link.property_id')
        .onRef('feed.channel', '=', 'link.channel'),
    )
    .select(['link.id', 'properties.slug as property', 'link.channel', 'link.token'])
    .select(['feed.id as feedId', 'feed.name as feedName', 'link.last_fetched_at as lastFetchedAt'])
    .$if(homes !== null, (query) => query.where('link.property_id', '=', anyId(homes ?? [])))
    .where(
      sql<boolean>`(feed.id is not null or link.last_fetched_at is not null or not exists (
        select from calendar_links as other
        where other.property_id = link.property_id and other.channel = link.channel and other.id <> link.id
      ))`,
    )
    .orderBy('properties.position')
    .orderBy('properties.id')
    .orderBy('link.channel')
    .orderBy('link.created_at')
    .orderBy('link.id')
    .execute();

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];

/** @returns whether there is such a link; its old URL does not work from now on */
export async function renewLink(db: Db, id: string, now: Date): Promise<boolean> {
  const renewed = await db
    .updateTable('calendar_links')
    .set({ token: sql`default`, renewed_at: now, last_fetched_at: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

const byToken = ({ db, settings }: ExampleReader, token: string) =>
  db
    .selectFrom('calendar_links as link')
    .innerJoin('properties', 'properties.id', 'link.property_id')
    .select(['link.id', 'link.property_id as propertyId'])
    .where('link.token', '=', token)
    .where(withoutExamples({ settings }, 'properties'));

export const linkByToken = (reader: ExampleReader, token: string) =>
  byToken(reader, token).executeTakeFirst();

/** The lock waits for another fetch of the same link, so that the row stored last was served last. */
export const lockLink = (reader: ExampleReader, token: string) =>
  byToken(reader, token).forUpdate('link').executeTakeFirst();

/** Stores what a channel has just read from a link, which becomes that of its home's only feed of the channel. */
export async function storeServed(
  tx: Tx,
  linkId: string,
  events: readonly ExportedEvent[],
  now: Date,
): Promise<void> {
  await sql`update calendar_links as link set last_fetched_at = ${now}, feed_id = coalesce((
      select feed.id from calendar_feeds as feed where ${linkOfFeed} limit 1
    ), link.feed_id) where link.id = ${linkId}`.execute(tx);
  const served = JSON.stringify(
    events.map(({ id, kind, checkin, checkout }) => ({ id, kind, nights: `[${checkin},${checkout})` })),
  );
  const current = sql`jsonb_to_recordset(${served}::jsonb) as event (id uuid, kind text, nights daterange)`;
  await sql`delete from served_nights where link_id = ${linkId} and not exists (
      select from ${current} where (event.kind, event.id) = (source_kind, source_id)
    )`.execute(tx);
  await sql`insert into served_nights as served (link_id, source_kind, source_id, nights, served_at)
    select ${linkId}, kind, id, nights, ${now} from ${current}
    on conflict (link_id, source_kind, source_id) do update set nights = excluded.nights, served_at = excluded.served_at
    where served.nights <> excluded.nights`.execute(tx);
}

/** Nights that a channel closes because of us. */
export interface ExportedEvent {
  id: string;
  kind: ExportedKind;
  checkin: string;
  checkout: string;
  changedAt: Date;
}

/** Holds that end sooner are over before any channel has read them (lodging-facts 3a). */
const minExportedHoldMinutes = 120;

/**
 * Whether a booking is exported to other channels: stays, requests whose guest opened the mailed link, long holds, and those
 * whose payment a bank works on for days.
 * @param table the name of `bookings` in the query
 */
const isExported = (table: string) => sql<boolean>`(${sql.ref(`${table}.status`)} = 'confirmed'
  or ${sql.ref(`${table}.status`)} = 'requested' and ${sql.ref(`${table}.email_confirmed_at`)} is not null
  or ${sql.ref(`${table}.status`)} = 'held' and (
    ${sql.ref(`${table}.hold_expires_at`)} - ${sql.ref(`${table}.created_at`)}
      > make_interval(mins => ${minExportedHoldMinutes})
    or exists (
      select from payment_attempts where booking_id = ${sql.ref(`${table}.id`)} and status = 'processing'
    )))`;

interface Exported {
  propertyId: string;
  /** The link; its feed's own events are left out. */
  linkId: string;
  /** The current date: no channel needs the stays that are over. */
  today: string;
}

/** When a booking got its nights, which a payment does not change. */
const nightsChangedAt = sql<Date>`greatest(created_at, confirmed_at, email_confirmed_at, (
  select max(event.created_at) from booking_events as event where event.booking_id = bookings.id and event.event = 'moved'
))`;

/**
 * Selects what other channels must close: stays, requests and holds (`isExported`), the hosts' blocks, and stays of
 * other channels. Blocks of other channels and echoes stay out, because an event of ours could come back to us as
 * its own cause.
 */
export async function exportedEvents(
  db: Db,
  { propertyId, linkId, today }: Exported,
): Promise<Selectable<ExportedEvent>[]> {
  const { rows } = await sql<ExportedEvent>`
    select id, 'booking' as kind, checkin, checkout, ${nightsChangedAt} as "changedAt" from bookings
    where property_id = ${propertyId} and checkout >= ${today}::date and ${isExported('bookings')}
    union all
    select id, 'block', first_night, last_night + 1, updated_at from blocks
    where property_id = ${propertyId} and last_night >= ${today}::date
    union all
    select event.id, 'event', event.checkin, event.checkout, event.updated_at
    from feed_events as event join calendar_feeds as feed on feed.id = event.feed_id
    where event.property_id = ${propertyId} and event.checkout >= ${today}::date
      and event.kind = 'reservation' and not event.is_echo
      and not exists (select from calendar_links as link where link.id = ${linkId} and ${linkOfFeed})
    order by checkin, checkout, id`.execute(db);
  return rows;
}
