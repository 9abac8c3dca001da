import { type Expression, sql } from 'kysely';
import { anyId } from '../../../db/any-id.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import { presentSlug } from '../../listings/store.server.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';

const everyHome = (db: Db) =>
  db
    .selectFrom('properties')
    .select(['id', 'slug', 'title', 'position', 'guests', 'is_coming_soon', 'check_in_from'])
    .select(['booking_mode', 'nightly_cents', 'weekend_cents', 'min_nights', 'max_nights', 'arrival_days'])
    .select(['turnover_nights', 'lead_days', 'horizon_days', 'guests_included', 'max_pets'])
    .select(['deposit_percent as depositPercent', 'balance_due_days as balanceDueDays'])
    .select('cancellation_policy_id');

const sold = ({ db, settings }: ExampleReader) =>
  everyHome(db).where('is_listed', '=', true).where(withoutExamples({ settings }, 'properties'));

/** Every home, listed or not, in the hosts' order; with `ids` only those. */
export function allProperties(db: Db, ids: readonly string[] | null = null) {
  const query = everyHome(db)
    .select(['is_listed as isListed', 'booking_mode as bookingMode'])
    .orderBy('position')
    .orderBy('id');
  return (ids ? query.where('id', 'in', ids) : query).execute();
}

/** Every listed home with what it is sold for, in the hosts' order. */
export const soldProperties = (reader: ExampleReader) =>
  sold(reader).orderBy('position').orderBy('id').execute();

export type SoldProperty = Awaited<ReturnType<typeof soldProperties>>[number];

/** @param slug that it has or had */
export const soldProperty = (reader: ExampleReader, slug: string) =>
  sold(reader).where('slug', '=', presentSlug(slug)).executeTakeFirst();

/** Selects a home's id within other statements, which then need not wait for its row. */
export const propertyIdBySlug = (slug: string) =>
  sql<string>`(select id from properties where slug = ${presentSlug(slug)})`;

/** The home of a booking, which may be listed no longer. */
export const bookedProperty = (db: Db, id: string): Promise<SoldProperty> =>
  everyHome(db).where('id', '=', id).executeTakeFirstOrThrow();

/** Serializes hosts who change nights or rates of these homes; in the order of ids, so that no two wait for each other (T-03). */
export const lockProperties = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('properties').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();

/** Bookings that touch these days, both inclusive, their check-out day, too; `null`: without an end. */
export const touchesDays = (from: string | null, until: string | null) =>
  sql<boolean>`daterange(bookings.checkin, bookings.checkout, '[]') && daterange(${from}::date, ${until}::date, '[]')`;

interface NightsQuery {
  /** `null`: every home's. */
  propertyId: string | Expression<string> | null;
  /** Only of these homes. */
  propertyIds?: readonly string[] | null;
  from: string;
  until: string;
  /** The browser whose own holds count as free nights. */
  browserHash?: Buffer | null;
  /** The booking whose own nights count as free. */
  exceptBookingId?: string | undefined;
}

/** Loads what occupies some nights: bookings, blocks and events of feeds, half-open. */
export function occupiedNights(db: Db, nights: NightsQuery) {
  const { propertyId, propertyIds, from, until, browserHash = null, exceptBookingId } = nights;
  let query = db
    .selectFrom('occupied_nights')
    .select(['property_id', 'kind'])
    .select([sql<string>`lower(nights)`.as('from'), sql<string>`upper(nights)`.as('until')])
    .where(sql<boolean>`nights && daterange(${from}::date, ${until}::date)`);
  if (propertyId) query = query.where('property_id', '=', propertyId);
  if (propertyIds) query = query.where('property_id', '=', anyId(propertyIds));
  if (exceptBookingId) query = query.where('source_id', '<>', exceptBookingId);
  if (browserHash) {
    query = query.where('source_id', 'not in', (row) =>
      row
        .selectFrom('bookings')
        .select('id')
        .where('browser_hash', '=', browserHash)
        .where('status', '=', 'held'),
    );
  }
  return query.execute();
}

/** Loads one row for each home and kind, with adjacent spans merged (`{[FIRST,END),…}`), because many rows are slow to read. */
export const occupiedNightsOfAll = (db: Db, { from, until }: Omit<NightsQuery, 'propertyId'>) =>
  db
    .selectFrom('occupied_nights')
    .select(['property_id', 'kind'])
    .select(sql<string>`range_agg(nights)::text`.as('spans'))
    .where(
      sql<boolean>`nights && (select daterange(${from}::date - turnover, ${until}::date + turnover)
        from (select coalesce(max(turnover_nights), 0) as turnover from properties) as longest)`,
    )
    .groupBy(['property_id', 'kind'])
    .execute();

/** When the least fresh active feed of a home was last read well; `count` is 0 for a home without feeds. */
export const feedFreshness = (db: Db, propertyId: string | Expression<string>) =>
  db
    .selectFrom('calendar_feeds')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('last_good_at').as('read'),
      fn.min('last_good_at').as('oldest'),
    ])
    .where('property_id', '=', propertyId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
