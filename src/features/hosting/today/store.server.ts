import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { touchesDays } from '../../bookings/calendar/store.server.ts';
import type { Channel } from './contract.server.ts';

/** No card shows more of one kind. */
const limit = 100;

export interface StayRow {
  code: string | null;
  channel: Channel | null;
  slug: string;
  title: string;
  checkin: string;
  checkout: string;
  check_in_from: string;
  check_out_until: string;
  name: string;
  phone: string;
  guests: number | null;
  pets: number;
  /** `null`: of another channel. */
  arrival_details: ArrivalDetails | null;
}

/** Confirmed stays and other channels' reservations that touch these days, both inclusive; by home. */
export async function staysBetween(db: Db, from: string, until: string): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select code, null as channel, slug, title, checkin, checkout,
      coalesce(early_check_in, check_in_from) as check_in_from,
      coalesce(late_check_out, check_out_until) as check_out_until,
      name, phone, bookings.guests, pets, arrival_details
    from bookings join properties on properties.id = property_id
    where bookings.status = 'confirmed' and ${touchesDays(from, until)}
    union all
    select null, channel, slug, title, checkin, checkout, check_in_from, check_out_until, '', '', null, 0, null
    from feed_events
    join calendar_feeds on calendar_feeds.id = feed_id
    join properties on properties.id = feed_events.property_id
    join occupied_nights on source_id = feed_events.id
      and nights && daterange(${from}::date - 1, ${until}::date, '[]')
    where feed_events.kind = 'reservation' and not is_echo and checkin <= ${until}::date and checkout >= ${from}::date
    order by title, checkin, code`.execute(db);
  return rows;
}

/** Confirmed stays that begin on these days, both inclusive, and for which hosts have set no code; with the notes of their homes. */
export const arrivalsWithoutCode = (db: Db, from: string, until: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['code', 'slug', 'title', 'checkin', 'name', 'phone', 'access_notes'])
    .where('bookings.status', '=', 'confirmed')
    .where('checkin', '>=', from)
    .where('checkin', '<=', until)
    .where('access_code', '=', '')
    .orderBy('checkin')
    .orderBy('code')
    .limit(limit)
    .execute();

/** Requests and holds of guests, the next to run out first; for the nights of an offer nobody pays before it is taken. */
export const waitingBookings = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['code', 'status', 'slug', 'title', 'checkin', 'checkout', 'name', 'phone', 'total_cents'])
    .select(['bookings.guests', 'pets', 'hold_expires_at'])
    .where('status', 'in', ['held', 'requested'])
    .where('hold_expires_at', 'is not', null)
    .where((row) => row.or([row('source', '<>', 'offer'), row('email', '<>', '')]))
    .orderBy('hold_expires_at')
    .limit(limit)
    .execute();

export interface BalanceRow {
  code: string;
  slug: string;
  title: string;
  checkin: string;
  name: string;
  phone: string;
  balance_due_on: string | null;
  balance_declines: number;
  next_charge_at: Date | null;
  plan: 'full' | 'deposit';
  stripe_customer_id: string | null;
  stripe_payment_method_id: string | null;
  amount: number;
}

/** Confirmed stays whose balance is due or was declined; one without a day is due at once. What is paid by itself is no balance. */
export async function balancesDue(db: Db, today: string): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select code, slug, title, checkin, name, phone, balance_due_on, balance_declines, next_charge_at,
      plan, stripe_customer_id, stripe_payment_method_id, open_cents - due_by_themselves as amount
    from bookings
    join properties on properties.id = property_id
    cross join lateral (
      select coalesce(sum(due_cents), 0)::bigint as due_by_themselves from booking_extras
      where booking_id = bookings.id and booking_extras.status = 'open'
    ) as added
    where bookings.id in (
      select id from bookings where status = 'confirmed' and open_cents > 0 and balance_due_on <= ${today}::date
      union select id from bookings where status = 'confirmed' and open_cents > 0 and balance_due_on is null
      union select id from bookings where status = 'confirmed' and open_cents > 0 and balance_declines > 0
    ) and open_cents > due_by_themselves
    order by balance_declines > 0 desc, balance_due_on nulls first, checkin
    limit ${limit}`.execute(db);
  return rows;
}

/** Active feeds that fail, were never read well, or were read well last before a moment. */
export const feedsInTrouble = (db: Db, goodSince: Date) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('properties', 'properties.id', 'calendar_feeds.property_id')
    .select(['calendar_feeds.id', 'name', 'channel', 'slug', 'title', 'last_error', 'last_good_at'])
    .where('is_active', '=', true)
    .where((row) =>
      row.or([
        row('last_error', '<>', ''),
        row('last_good_at', 'is', null),
        row('last_good_at', '<', goodSince),
      ]),
    )
    .orderBy('last_good_at', (order) => order.asc().nullsFirst())
    .orderBy('calendar_feeds.id')
    .limit(limit)
    .execute();

/** The last restore of a backup, unless it was before a moment. */
export const restoreSince = (db: Db, since: Date) =>
  db
    .selectFrom('last_restore')
    .select(['backup_at', 'restored_at', 'unsent'])
    .where('restored_at', '>=', since)
    .executeTakeFirst();
