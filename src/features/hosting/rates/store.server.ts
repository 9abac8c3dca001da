import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { RateChange, RateEffect } from './contract.server.ts';

/** Prices that guests may still book, by home. */
export const countOpenQuotes = (db: Db, change: RateChange, now: Date) =>
  db
    .selectFrom('quotes')
    .select(({ fn }) => ['property_id', fn.countAll<number>().as('count')])
    .where('property_id', 'in', change.properties)
    .where('expires_at', '>', now)
    .where('checkin', '<=', change.last_night)
    .where('checkout', '>', change.first_night)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bookings').select('id').whereRef('bookings.quote_id', '=', 'quotes.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('offers').select('id').whereRef('offers.quote_id', '=', 'quotes.id'))),
    )
    .groupBy('property_id')
    .execute();

/** Offers that guests may still accept, by home. */
export const countOpenOffers = (db: Db, change: RateChange, now: Date) =>
  db
    .selectFrom('offers')
    .innerJoin('quotes', 'quotes.id', 'offers.quote_id')
    .leftJoin('bookings', 'bookings.id', 'offers.booking_id')
    .select(({ fn }) => ['quotes.property_id', fn.countAll<number>().as('count')])
    .where('quotes.property_id', 'in', change.properties)
    .where('offers.withdrawn_at', 'is', null)
    .where('offers.expires_at', '>', now)
    .where('quotes.checkin', '<=', change.last_night)
    .where('quotes.checkout', '>', change.first_night)
    .where((row) => row.or([row('bookings.id', 'is', null), row('bookings.status', '=', 'held')]))
    .groupBy('quotes.property_id')
    .execute();

/** Loads the state of the rates of some nights: a hash, each home's highest priority, and when the newest was made. */
export async function ratesState(
  db: Db,
  { properties, first_night, last_night }: RateChange,
): Promise<{ hash: string; newest: Date | null; priorities: Map<string, number> }> {
  const ofNights = db
    .selectFrom('rates')
    .where('property_id', 'in', properties)
    .where((row) => row.or([row('first_night', 'is', null), row('first_night', '<=', last_night)]))
    .where((row) => row.or([row('last_night', 'is', null), row('last_night', '>=', first_night)]));
  const texts = sql<string>`coalesce(string_agg(rates::text, '|' order by id), '')`;
  const { hash, newest } = await ofNights
    .select(({ fn }) => [
      sql<string>`encode(sha256(convert_to(${texts}, 'UTF8')), 'hex')`.as('hash'),
      fn.max('created_at').as('newest'),
    ])
    .executeTakeFirstOrThrow();
  const highest = await ofNights
    .select(({ fn }) => ['property_id', fn.max('priority').as('priority')])
    .groupBy('property_id')
    .execute();
  return {
    hash,
    newest,
    priorities: new Map(highest.map(({ property_id, priority }) => [property_id, priority])),
  };
}

/** The latest change with the same request that was not undone. */
export const sameChange = (db: Db, change: RateChange) =>
  db
    .selectFrom('rate_changes')
    .select(['id', 'effect', 'rates_hash'])
    .where(sql<boolean>`md5(request::text) = md5(${JSON.stringify(change)}::jsonb::text)`)
    .where('undone_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

interface NewChange {
  id: string;
  change: RateChange;
  effect: RateEffect;
  rateIds: string[];
  hash: string;
  at: Date;
}

export const insertChange = (tx: Tx, { id, change, effect, rateIds, hash, at }: NewChange) =>
  tx
    .insertInto('rate_changes')
    .values({
      id,
      request: JSON.stringify(change),
      effect: JSON.stringify(effect),
      rate_ids: rateIds,
      rates_hash: hash,
      created_at: at,
    })
    .execute();

export const readChange = (db: Db, id: string) =>
  db.selectFrom('rate_changes').selectAll().where('id', '=', id).executeTakeFirst();

export const markUndone = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('rate_changes').set({ undone_at: at }).where('id', '=', id).execute();

/** The prices of homes by their own values, in the hosts' order. */
export const tariffProperties = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('properties')
    .select(['id', 'title', 'nightly_cents', 'weekend_cents', 'min_nights', 'arrival_days'])
    .where('id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
