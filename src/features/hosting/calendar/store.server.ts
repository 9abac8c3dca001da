import { sql } from 'kysely';
import { anyId } from '../../../db/any-id.server.ts';
import type { Db } from '../../../db/client.server.ts';
import { touchesDays } from '../../bookings/calendar/store.server.ts';
import { occupyingStatuses } from '../../bookings/record/booking.ts';
import { presentSlug } from '../../listings/store.server.ts';

interface DayRange {
  from: string;
  /** The day after the last one. */
  to: string;
}

/** `null`: of every home. */
type HomeIds = readonly string[] | null;

export function bookingsOnDays(db: Db, { from, to }: DayRange, homes: HomeIds) {
  const query = db
    .selectFrom('bookings')
    .select(['property_id', 'code', 'status', 'name', 'guests', 'checkin', 'checkout'])
    .select('hold_expires_at as holdExpiresAt')
    .where('status', 'in', occupyingStatuses)
    .where('checkin', '<', to)
    .where('checkout', '>', from)
    .orderBy('checkin');
  // Repeats the days in the form of an index: for the bookings of some homes, or of all.
  const ofHomes = (ids: readonly string[]) =>
    query
      .where('property_id', '=', anyId(ids))
      .where(sql<boolean>`daterange(checkin, checkout + turnover_nights) && daterange(${from}, ${to})`);
  return (homes ? ofHomes(homes) : query.where(touchesDays(from, to))).execute();
}

export function blocksOnDays(db: Db, { from, to }: DayRange, homes: HomeIds) {
  const query = db
    .selectFrom('blocks')
    .select(['id', 'property_id', 'first_night', 'last_night', 'note'])
    .where('first_night', '<', to)
    .where('last_night', '>=', from)
    .orderBy('first_night')
    .orderBy('id');
  return (homes ? query.where('property_id', '=', anyId(homes)) : query).execute();
}

/** Loads the ranges that events close, which leave out the nights that their channel had read from us. */
export function feedEventsOnDays(db: Db, { from, to }: DayRange, homes: HomeIds) {
  const closed = sql<string>`unnest(coalesce(event.own_nights, datemultirange(daterange(event.checkin, event.checkout))))`;
  const query = db
    .selectFrom('feed_events as event')
    .innerJoin('calendar_feeds as feed', 'feed.id', 'event.feed_id')
    .innerJoinLateral(closed.as<'closed'>(sql`closed(nights)`), (join) => join.onTrue())
    .select(['event.id', 'event.property_id', 'event.kind', 'feed.channel', 'feed.name'])
    .select([
      sql<string>`lower(closed.nights)`.as('checkin'),
      sql<string>`upper(closed.nights)`.as('checkout'),
    ])
    .where('event.is_echo', '=', false)
    .where('event.checkin', '<', to)
    .where('event.checkout', '>', from)
    .where(sql<boolean>`closed.nights && daterange(${from}, ${to})`)
    .orderBy('checkin')
    .orderBy('event.id');
  return (homes ? query.where('event.property_id', '=', anyId(homes)) : query).execute();
}

export const propertyBySlug = (db: Db, slug: string) =>
  db.selectFrom('properties').select(['id', 'slug']).where('slug', '=', presentSlug(slug)).executeTakeFirst();

type BlockValues = { property_id: string; first_night: string; last_night: string; note: string };

export const findBlock = (db: Db, { property_id, first_night, last_night, note }: BlockValues) =>
  db
    .selectFrom('blocks')
    .select('id')
    .where('property_id', '=', property_id)
    .where('first_night', '=', first_night)
    .where('last_night', '=', last_night)
    .where('note', '=', note)
    .executeTakeFirst();
