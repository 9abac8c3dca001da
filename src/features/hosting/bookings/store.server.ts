import { type SelectQueryBuilder, sql } from 'kysely';
import { anyId } from '../../../db/any-id.server.ts';
import type { Db } from '../../../db/client.server.ts';
import { bookingHas } from '../../../db/search-text.server.ts';
import { propertyIdBySlug, touchesDays } from '../../bookings/calendar/store.server.ts';
import { joinedProperty, presentSlug } from '../../listings/store.server.ts';
import type { BookingFilter, BookingPage } from './list-filter.ts';

const isStanding = sql<boolean>`bookings.status in ('held', 'requested', 'confirmed')`;

const ordered = <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { sort }: BookingFilter,
) => {
  const orders = {
    latest: [sql`bookings.checkin desc`, sql`bookings.id desc`],
    arrival: [sql`bookings.checkin`, sql`bookings.id`],
    newest: [sql`bookings.created_at desc`, sql`bookings.id desc`],
  };
  const [by, then] = orders[sort];
  return query.orderBy(by ?? sql`bookings.id`).orderBy(then ?? sql`bookings.id`);
};

/**
 * Which bookings are searched: the first of the order (`among`), those whose ids are known to match, or all. A search
 * of all ignores the order, because the database would read row after row of its index to find rare words.
 */
export type WordSearch = { among: number } | { ids: readonly string[] } | 'all';

function fitting(db: Db, { status, property, to, endsBefore }: BookingFilter) {
  return (
    db
      .selectFrom('bookings')
      .select(['bookings.id', 'bookings.status', 'checkin', 'checkout', 'bookings.created_at'])
      .select(['bookings.code', 'bookings.name', 'bookings.email', 'bookings.phone'])
      .select(['total_cents', 'paid_cents', 'open_cents'])
      .$if(status !== null, (query) => query.where('bookings.status', '=', status ?? 'held'))
      .$if(property !== null, (query) =>
        query.where('bookings.property_id', '=', propertyIdBySlug(property ?? '')),
      )
      .$if(to !== null, (query) => query.where('checkin', '<=', to ?? ''))
      // The bound on `checkin` follows from that on `checkout`, and lets the index of the order be used.
      .$if(endsBefore !== null, (query) =>
        query.where('checkout', '<', endsBefore ?? '').where('checkin', '<', endsBefore ?? ''),
      )
  );
}

type Fitting = ReturnType<typeof fitting>;

const withTerms = (query: Fitting, terms: string[]): Fitting =>
  terms.reduce((matching, word) => matching.where(bookingHas(word)), query);

/** Selects bookings by `part`: with a first day, the stays that go on then, and those that come later, each by itself. */
function inParts(db: Db, filter: BookingFilter, part: (all: Fitting) => Fitting) {
  const { from } = filter;
  const all = fitting(db, filter);
  if (!from) return db.selectFrom(part(all).as('bookings'));
  const present = all.where(touchesDays(from, from)).where('checkin', '<', from);
  return db.selectFrom(
    db
      .selectFrom(part(present).as('present'))
      .selectAll()
      .unionAll(db.selectFrom(part(all.where('checkin', '>=', from)).as('later')).selectAll())
      .as('bookings'),
  );
}

/** Selects filtered bookings. Each part is read in order from an index, and no further than `max`. */
function filtered(db: Db, filter: BookingFilter, search: WordSearch, max?: number) {
  const { terms } = filter;
  const first = (count: number) => (all: Fitting) => ordered(all, filter).limit(count);
  if (terms.length === 0) return inParts(db, filter, max === undefined ? (all) => all : first(max));
  const matching = (all: Fitting) => withTerms(all, terms);
  if (search === 'all')
    return inParts(
      db,
      filter,
      (all) => db.selectFrom(matching(all).offset(0).as('bookings')).selectAll() as Fitting,
    );
  if ('ids' in search) return inParts(db, filter, (all) => all.where('bookings.id', '=', anyId(search.ids)));
  // The first ones of both parts together: a match that comes later in the order must not be found before.
  const among = inParts(db, filter, first(search.among)).selectAll() as Fitting;
  return db.selectFrom(
    matching(db.selectFrom(first(search.among)(among).as('bookings')).selectAll() as Fitting).as('bookings'),
  );
}

/** The page is found first, so that no other row is joined. */
export const listBookings = (
  db: Db,
  filter: BookingFilter,
  { page, limit }: BookingPage,
  search: WordSearch = 'all',
) =>
  ordered(
    db
      .selectFrom(
        ordered(filtered(db, filter, search, page * limit).select('bookings.id'), filter)
          .limit(limit)
          .offset((page - 1) * limit)
          .as('page'),
      )
      .innerJoin('bookings', 'bookings.id', 'page.id')
      .innerJoin('properties', 'properties.id', 'bookings.property_id')
      .select(['bookings.code', 'bookings.status', joinedProperty.as('property')])
      .select(['bookings.checkin', 'bookings.checkout', 'bookings.guests', 'bookings.pets'])
      .select(['bookings.name', 'bookings.email', 'bookings.phone', 'bookings.note'])
      .select(['bookings.source', 'bookings.plan', 'bookings.total_cents as total'])
      .select(['paid_cents as paid', 'open_cents as open', 'bookings.currency'])
      .select(['bookings.balance_due_on as balanceDueOn', 'bookings.hold_expires_at as holdExpiresAt'])
      .select(['bookings.created_at as createdAt', 'bookings.confirmed_at as confirmedAt'])
      .select('bookings.cancelled_at as cancelledAt'),
    filter,
  ).execute();

export type ListedBooking = Awaited<ReturnType<typeof listBookings>>[number];

const idsAdded = sql<string[]>`coalesce(array_agg(bookings.id), '{}')`;

/**
 * @param max adds up no more than so many, whichever they are; without it, every one that fits
 * @returns `ids` of those added up, where words were looked for up to `max`
 */
export const bookingTotals = (db: Db, filter: BookingFilter, max?: number) =>
  db
    .selectFrom(
      filtered(db, filter, 'all')
        .selectAll()
        .$if(max !== undefined, (query) => query.limit(max ?? 0))
        .as('bookings'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(bookings.total_cents), 0)::bigint`.as('total'))
    .select(sql<number>`count(*) filter (where not ${isStanding})`.as('ended'))
    .select(sql<number>`coalesce(sum(total_cents) filter (where ${isStanding}), 0)::bigint`.as('standing'))
    .select(sql<number>`coalesce(sum(paid_cents), 0)::bigint`.as('paid'))
    .select(sql<number>`coalesce(sum(open_cents), 0)::bigint`.as('open'))
    .select((max !== undefined && filter.terms.length > 0 ? idsAdded : sql<string[]>`'{}'::uuid[]`).as('ids'))
    .executeTakeFirstOrThrow();

export const propertyExists = async (db: Db, slug: string): Promise<boolean> =>
  (await db
    .selectFrom('properties')
    .select('id')
    .where('slug', '=', presentSlug(slug))
    .executeTakeFirst()) !== undefined;
