import { type NotNull, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import { touchesDays } from '../../bookings/calendar/store.server.ts';
import type { TodayStay } from './contract.server.ts';

/** The most rows of one kind that a card shows. */
const limit = 100;

/** The home of a row, for screens. */
const home = sql<{ slug: string; title: string }>`json_build_object('slug', slug, 'title', title)`;

export type StayRow = Omit<TodayStay, 'isReady'>;

/** Confirmed stays and other channels' reservations that touch these days, both inclusive; by home. */
export async function staysBetween(db: Db, from: string, until: string): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    with stays as (
      select code, null as channel, slug, title, checkin, checkout,
        coalesce(early_check_in, check_in_from) as check_in_from,
        coalesce(late_check_out, check_out_until) as check_out_until,
        name, phone, bookings.guests, pets, arrival_details
      from bookings join properties on properties.id = property_id
      where bookings.status = 'confirmed' and ${touchesDays(from, until)}
      union all
      select null, channel, slug, title, checkin, checkout, check_in_from, check_out_until, '', '', null, 0, '{}'
      from feed_events
      join calendar_feeds on calendar_feeds.id = feed_id
      join properties on properties.id = feed_events.property_id
      join occupied_nights on source_id = feed_events.id
        and nights && daterange(${from}::date - 1, ${until}::date, '[]')
      where feed_events.kind = 'reservation' and not is_echo and checkin <= ${until}::date and checkout >= ${from}::date
    )
    select code, channel, ${home} as property, checkin, checkout, check_in_from as "checkInFrom",
      check_out_until as "checkOutUntil", name, phone, guests, pets, arrival_details as "arrivalDetails"
    from stays
    order by title, checkin, code`.execute(db);
  return rows;
}

/** Confirmed stays that check in on these days (inclusive) and have no access code, with the notes of their homes. */
export const arrivalsWithoutCode = (db: Db, from: string, until: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['code', home.as('property'), 'checkin', 'name', 'phone', 'access_notes as accessNotes'])
    .where('bookings.status', '=', 'confirmed')
    .where('checkin', '>=', from)
    .where('checkin', '<=', until)
    .where('access_code', '=', '')
    .orderBy('checkin')
    .orderBy('code')
    .limit(limit)
    .execute();

/** Requests and holds of guests, the next to expire first; without the nights of offers, which are paid after they are taken. */
export const waitingBookings = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['code', 'status', home.as('property'), 'checkin', 'checkout', 'name', 'phone'])
    .select(['bookings.guests', 'pets', 'total_cents as total', 'hold_expires_at as expiresAt'])
    .$narrowType<{ expiresAt: NotNull }>()
    .where('status', 'in', ['held', 'requested'])
    .where('hold_expires_at', 'is not', null)
    .where((row) => row.or([row('source', '<>', 'offer'), row('email', '<>', '')]))
    .orderBy('hold_expires_at')
    .limit(limit)
    .execute();

export interface BalanceRow
  extends Pick<Selectable<BookingsTable>, 'plan' | 'stripe_customer_id' | 'stripe_payment_method_id'> {
  code: string;
  property: { slug: string; title: string };
  checkin: string;
  name: string;
  phone: string;
  amount: number;
  dueOn: string | null;
  declines: number;
  nextAttemptAt: Date | null;
}

/**
 * Confirmed stays whose balance is due or was declined; a balance without a date is due at once. Extras that are due
 * separately are not included.
 */
export async function balancesDue(db: Db, today: string): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select code, ${home} as property, checkin, name, phone, open_cents - due_by_themselves as amount,
      balance_due_on as "dueOn", balance_declines as declines, next_charge_at as "nextAttemptAt", plan, stripe_customer_id, stripe_payment_method_id
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
    .select(['calendar_feeds.id', 'name', 'channel', home.as('property')])
    .select(['last_error as lastError', 'last_good_at as lastGoodAt'])
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
    .select(['backup_at as backupAt', 'restored_at as restoredAt', 'unsent'])
    .where('restored_at', '>=', since)
    .executeTakeFirst();
