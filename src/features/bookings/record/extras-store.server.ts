import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { anyId } from '../../../db/any-id.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingExtrasTable } from '../../../db/schema/bookings.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { joinedProperty } from '../../listings/store.server.ts';
import type { Booking } from './bookings-store.server.ts';

/** An addition to a booking: part of its price, an order of its guest, or a charge of hosts. */
export type BookingExtra = Selectable<BookingExtrasTable>;

/** The columns of an extra that its bill and pages read. */
export type AddedRow = Pick<
  BookingExtra,
  | 'id'
  | 'extra_id'
  | 'label'
  | 'quantity'
  | 'amount_cents'
  | 'due_cents'
  | 'status'
  | 'reason'
  | 'is_taxed'
  | 'collect'
> & {
  /** A moment, as a text where it came as JSON. */
  paid_at: Date | string | null;
};

/** The additions to a booking, oldest first. */
export const addedExtras = sql<
  AddedRow[]
>`(select coalesce(json_agg(added order by added.created_at, added.id), '[]')
  from booking_extras as added where added.booking_id = bookings.id)`;

/** Stores the extras of a booking's price, which were chosen while booking. */
export const insertIncludedExtras = (tx: Tx, { id, quote_id, created_at }: Booking) =>
  sql`insert into booking_extras
      (booking_id, extra_id, label, quantity, amount_cents, status, by, kind, unit_cents, is_taxed, created_at)
    select ${id}, "extraId", label, quantity, amount, 'included', 'guest', charged, "unitCents", "isTaxed",
      ${created_at}::timestamptz
    from quotes, jsonb_to_recordset(price -> 'lines') as line (kind text, "extraId" uuid, label text, quantity integer,
      amount bigint, charged text, "unitCents" integer, "isTaxed" boolean)
    where quotes.id = ${quote_id} and line.kind = 'extra'`.execute(tx);

/** The extras and charges of a booking, oldest first. */
export const extrasOfBooking = (db: Db, bookingId: string): Promise<BookingExtra[]> =>
  db
    .selectFrom('booking_extras')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const bookingExtraById = (db: Db, id: string) =>
  db.selectFrom('booking_extras').selectAll().where('id', '=', id).executeTakeFirst();

export const insertBookingExtra = (tx: Tx, row: Insertable<BookingExtrasTable>) =>
  tx.insertInto('booking_extras').values(row).execute();

export const updateBookingExtra = (tx: Tx, id: string, set: Updateable<BookingExtrasTable>) =>
  tx.updateTable('booking_extras').set(set).where('id', '=', id).execute();

/** Selects the extras that are neither paid nor given up. */
export const openExtras = async (db: Db, bookingId: string): Promise<BookingExtra[]> =>
  (await extrasOfBooking(db, bookingId)).filter(({ status }) => status === 'open');

export async function markPaid(tx: Tx, rows: readonly BookingExtra[], now: Date): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx
    .updateTable('booking_extras')
    .set({ status: 'paid', paid_at: now, due_cents: 0 })
    .where('id', '=', anyId(ids))
    .where('status', '=', 'open')
    .execute();
}

/** The homes that extras belong to, by id; `null`: all homes. */
export async function homesOfExtras(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('extras')
    .select(['id', 'property_id'])
    .where('id', '=', anyId(ids))
    .execute();
  return new Map(rows.map(({ id, property_id }) => [id, property_id]));
}

const atHome = (time: RawBuilder<unknown>) => sql`(${time} at time zone ${sql.lit(propertyTimeZone)})`;
const checkInAt = atHome(sql`(bookings.checkin + check_in_from::time)`);

const wasMovedInHouse = sql`exists (select from booking_events as event
  where event.booking_id = bookings.id and event.event = 'moved' and event.created_at >= ${checkInAt})`;

/**
 * The end of an order that is not paid or decided: the check-in; for guests in the house, who may still order, the check-out day.
 * A late check-out is requested again when the stay of guests in the house is moved.
 */
const lastMoment = sql`case
  when (moment = 'late_check_out' and ${wasMovedInHouse}) or (booking_extras.created_at >= ${checkInAt}
    and (moment = 'late_check_out' or booking_extras.created_at < ${atHome(sql`(bookings.checkin + 1)::timestamp`)}))
  then ${atHome(sql`(bookings.checkout + 1)::timestamp`)} else ${checkInAt} end`;

/**
 * Orders of confirmed stays that were not paid or decided in time.
 * @param orderedBefore for those that are paid by themselves
 * @param id of the one in question; without it all
 */
export const lapsedExtras = (
  db: Db,
  { orderedBefore, now }: { orderedBefore: Date; now: Date },
  id?: string,
) =>
  db
    .selectFrom('booking_extras')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('quotes', 'quotes.id', 'quote_id')
    .select(['booking_extras.id', 'booking_id'])
    .where('bookings.status', '=', 'confirmed')
    .where('extra_id', 'is not', null)
    .where(
      sql<boolean>`case booking_extras.status
        when 'open' then collect = 'link' and (greatest(booking_extras.created_at, decided_at) <= ${orderedBefore}
          or ${lastMoment} <= ${now})
        when 'asked' then ${lastMoment} <= ${now}
        else false end`,
    )
    .where('booking_extras.status', 'in', ['open', 'asked'])
    .$if(id !== undefined, (one) => one.where('booking_extras.id', '=', id as string))
    .orderBy('booking_extras.created_at')
    .limit(200)
    .execute();

interface PendingRow {
  id: string;
  code: string;
  label: string;
  quantity: number;
  property: { slug: string; title: string };
  name: string;
  phone: string;
  checkin: string;
  checkout: string;
  clockTime: string | null;
  requestedAt: Date;
  /** Who comes and who leaves on the day in question: confirmed stays, and other channels' reservations without a code. */
  arrivals: { code: string | null; guest: string }[];
  departures: { code: string | null; guest: string }[];
}

/** Requests for extras of confirmed stays that hosts have not decided, the earliest day first. */
export async function pendingExtras(db: Db): Promise<PendingRow[]> {
  const others = (column: 'checkin' | 'checkout') => sql`(
    select coalesce(json_agg(json_build_object('code', code, 'guest', guest) order by guest), '[]') from (
      select code, name as guest from bookings
      where property_id = asked.property_id and status = 'confirmed' and ${sql.ref(column)} = asked.day
      union all
      select null, channel from feed_events join calendar_feeds on calendar_feeds.id = feed_id
      where feed_events.property_id = asked.property_id and feed_events.kind = 'reservation' and not is_echo
        and ${sql.ref(column)} = asked.day
    ) as other)`;
  const { rows } = await sql<PendingRow>`
    select id, code, label, quantity, property, name, phone, checkin, checkout, "clockTime", "requestedAt",
      ${others('checkin')} as arrivals, ${others('checkout')} as departures
    from (
      select booking_extras.id, code, label, quantity, ${joinedProperty} as property, bookings.name, bookings.phone,
        checkin, checkout, clock_time as "clockTime", booking_extras.created_at as "requestedAt", bookings.property_id,
        case moment when 'late_check_out' then checkout else checkin end as day
      from booking_extras
      join bookings on bookings.id = booking_id
      join properties on properties.id = bookings.property_id
      where booking_extras.status = 'asked' and bookings.status = 'confirmed'
      limit 200
    ) as asked
    order by day, "requestedAt"`.execute(db);
  return rows;
}

interface MomentConflictRow {
  id: string;
  code: string;
  property: { slug: string; title: string };
  name: string;
  phone: string;
  moment: 'early_check_in' | 'late_check_out';
  clockTime: string;
  on: string;
  other: {
    /** `null`: sold by another channel, whose name stands for the guest. */
    code: string | null;
    guest: string;
    /** The time at which the other guests arrive or leave. */
    time: string;
  };
}

/** Whether a stay was moved onto the day of an approved time, and not only at its other end. */
const wasMovedThere = sql`exists (
  select from booking_events as event
  cross join lateral (select case moment when 'late_check_out' then 'checkin' else 'checkout' end as day) as side
  where event.booking_id = bookings.id and event.event = 'moved' and event.created_at > decided_at
    and (details -> 'from' -> 'property', details -> 'from' -> side.day)
      is distinct from (details -> 'to' -> 'property', details -> 'to' -> side.day))`;

/** Approved early check-ins and late check-outs of stays to come, onto whose day another stay was sold or moved later. */
export async function momentConflicts(db: Db, today: string): Promise<MomentConflictRow[]> {
  const { rows } = await sql<MomentConflictRow>`
    select approved.id, approved.code, ${joinedProperty} as property, approved.name, approved.phone, moment,
      clock_time as "clockTime", day as on,
      json_build_object('code', other.code, 'guest', other.guest, 'time', other.time) as other
    from (
      select booking_extras.id, booking_id, code, property_id, name, phone, moment, clock_time, decided_at,
        case moment when 'late_check_out' then checkout else checkin end as day
      from booking_extras join bookings on bookings.id = booking_id
      where booking_extras.status in ('open', 'paid') and moment <> 'none' and bookings.status = 'confirmed'
        and checkout >= ${today}::date
    ) as approved
    join properties on properties.id = approved.property_id
    cross join lateral (
      select code, name as guest,
        case moment when 'late_check_out' then coalesce(early_check_in, check_in_from)
          else coalesce(late_check_out, check_out_until) end as time
      from bookings
      where property_id = approved.property_id and id <> approved.booking_id and bookings.status = 'confirmed'
        and case moment when 'late_check_out' then checkin else checkout end = day
        and (coalesce(confirmed_at, created_at) > decided_at or ${wasMovedThere})
      union all
      select null, channel, case moment when 'late_check_out' then check_in_from else check_out_until end
      from feed_events join calendar_feeds on calendar_feeds.id = feed_id
      where feed_events.property_id = approved.property_id and feed_events.kind = 'reservation' and not is_echo
        and case moment when 'late_check_out' then checkin else checkout end = day
        -- The time at which its nights changed last.
        and feed_events.updated_at > decided_at
    ) as other
    where day >= ${today}::date
    order by day, approved.id limit 100`.execute(db);
  return rows;
}

/** Everything that was ever added to the stays of a guest, the first one first. */
export const extrasOfEmail = (db: Db, email: string) =>
  db
    .selectFrom('booking_extras')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select([
      'code as booking',
      'label',
      'quantity',
      'amount_cents as amount',
      'currency',
      'booking_extras.status',
      'reason',
      'booking_extras.created_at as addedAt',
      'paid_at as paidAt',
    ])
    .where('bookings.email', '=', email)
    .orderBy('booking_extras.created_at')
    .execute();

/** Deletes the words to guests about what was added. @param bookingIds of anonymized bookings */
export const deleteExtraReasons = (db: Db, bookingIds: readonly string[]) =>
  db.updateTable('booking_extras').set({ reason: '' }).where('booking_id', '=', anyId(bookingIds)).execute();

/** Unpaid charges by hosts of confirmed stays that were made before a moment, oldest first. */
export const unpaidCharges = (db: Db, chargedBefore: Date) =>
  db
    .selectFrom('booking_extras')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['booking_extras.id', 'code', joinedProperty.as('property'), 'checkin', 'name', 'phone'])
    .select(['booking_extras.label', 'due_cents as amount', 'booking_extras.created_at as chargedAt'])
    .where('extra_id', 'is', null)
    .where('booking_extras.status', '=', 'open')
    .where('bookings.status', '=', 'confirmed')
    .where('booking_extras.created_at', '<=', chargedBefore)
    .orderBy('booking_extras.created_at')
    .limit(200)
    .execute();
