import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { likePattern } from '../../../db/like-pattern.ts';
import type { BookingFilter, BookingPage } from './list-filter.ts';

const isStanding = sql<boolean>`bookings.status in ('held', 'requested', 'confirmed')`;

const filtered = (db: Db, { status, property, from, to, words }: BookingFilter) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .$if(status !== null, (query) => query.where('bookings.status', '=', status ?? 'held'))
    .$if(property !== null, (query) => query.where('properties.slug', '=', property ?? ''))
    .$if(from !== null, (query) => query.where('bookings.checkout', '>=', from ?? ''))
    .$if(to !== null, (query) => query.where('bookings.checkin', '<=', to ?? ''))
    .where((row) =>
      row.and(
        words.map((word) => {
          const pattern = likePattern(word);
          return row.or([
            row('bookings.code', 'ilike', pattern),
            row('bookings.name', 'ilike', pattern),
            row('bookings.email', 'ilike', pattern),
          ]);
        }),
      ),
    );

const ordered = <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { sort }: BookingFilter,
) => {
  const orders = {
    latest: sql`bookings.checkin desc`,
    arrival: sql`bookings.checkin`,
    newest: sql`bookings.created_at desc`,
  };
  return query.orderBy(orders[sort]).orderBy(sql`bookings.code`);
};

export const listBookings = (db: Db, filter: BookingFilter, { page, limit }: BookingPage) =>
  ordered(
    filtered(db, filter)
      .select(['bookings.code', 'bookings.status', 'bookings.checkin', 'bookings.checkout'])
      .select(['bookings.guests', 'bookings.pets', 'bookings.name', 'bookings.email', 'bookings.phone'])
      .select(['bookings.note', 'bookings.source', 'bookings.plan', 'bookings.total_cents'])
      .select(['bookings.currency', 'bookings.balance_due_on', 'bookings.hold_expires_at'])
      .select(['bookings.confirmed_at', 'bookings.cancelled_at', 'bookings.created_at'])
      .select(['properties.slug', 'properties.title'])
      .select(['paid_cents as paid', 'open_cents as open']),
    filter,
  )
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

export type ListedBooking = Awaited<ReturnType<typeof listBookings>>[number];

export const bookingTotals = (db: Db, filter: BookingFilter) =>
  filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(bookings.total_cents), 0)::bigint`.as('total'))
    .select(sql<number>`count(*) filter (where not ${isStanding})`.as('ended'))
    .select(sql<number>`coalesce(sum(total_cents) filter (where ${isStanding}), 0)::bigint`.as('standing'))
    .select(sql<number>`coalesce(sum(paid_cents), 0)::bigint`.as('paid'))
    .select(sql<number>`coalesce(sum(open_cents), 0)::bigint`.as('open'))
    .executeTakeFirstOrThrow();

export const propertyExists = async (db: Db, slug: string): Promise<boolean> =>
  (await db.selectFrom('properties').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined;
