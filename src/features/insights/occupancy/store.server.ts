import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { presentSlug } from '../../listings/store.server.ts';
import { monthDays } from '../reports/months.ts';

/** The rows to read: the months `YYYY-MM`, and the property; all properties if left out. */
export interface Scope {
  months: readonly string[];
  propertyId: string | null;
  /** Rows that existed before this moment count as booked by then. */
  booksAt: Date;
}

interface FigureProperty {
  id: string;
  slug: string;
  title: string;
  /** `YYYY-MM-DD` */
  madeOn: string;
}

/** The properties, or the one of a slug. */
export async function figureProperties(db: Db, slug: string | undefined): Promise<FigureProperty[]> {
  const { rows } = await sql<FigureProperty>`
    select id, slug, title, to_char(created_at at time zone ${sql.val(propertyTimeZone)}, 'YYYY-MM-DD') as "madeOn"
    from properties where ${slug === undefined ? sql`true` : sql`slug = ${presentSlug(slug)}`}
    order by position, slug`.execute(db);
  return rows;
}

interface MonthOfProperty {
  propertyId: string;
  /** `YYYY-MM` */
  month: string;
}

interface DirectSums extends MonthOfProperty {
  nights: number;
  rent: number;
  stays: number;
  stayNights: number;
  daysAhead: number;
  cancellations: number;
  bookedNights: number;
  bookedRent: number;
  bookedStays: number;
  bookedStayNights: number;
  bookedDaysAhead: number;
  bookedCancellations: number;
}

const firstDays = ({ months }: Scope) => sql`${months.map((month) => `${month}-01`)}::date[]`;

const inScope = (scope: Scope) => sql`month = any (${firstDays(scope)})
  and ${scope.propertyId === null ? sql`true` : sql`property_id = ${scope.propertyId}`}`;

/** Whether the row existed at `booksAt`. */
const stood = ({ booksAt }: Scope) =>
  sql`(booked_at < ${booksAt} and (ended_at is null or ended_at >= ${booksAt}))`;

/** Sums of direct stays: with their current state, and `booked…` with their state at the scope's `booksAt`. */
export async function directSums(db: Db, scope: Scope): Promise<DirectSums[]> {
  const { rows } = await sql<DirectSums>`
    select property_id as "propertyId", to_char(month, 'YYYY-MM') as month,
      coalesce(sum(nights) filter (where stands), 0)::integer as nights,
      coalesce(sum(rent_cents) filter (where stands), 0)::bigint as rent,
      (count(stay_nights) filter (where stands))::integer as stays,
      coalesce(sum(stay_nights) filter (where stands), 0)::integer as "stayNights",
      coalesce(sum(days_ahead) filter (where stands), 0)::integer as "daysAhead",
      (count(stay_nights) filter (where is_cancelled))::integer as cancellations,
      coalesce(sum(nights) filter (where stood), 0)::integer as "bookedNights",
      coalesce(sum(rent_cents) filter (where stood), 0)::bigint as "bookedRent",
      (count(stay_nights) filter (where stood))::integer as "bookedStays",
      coalesce(sum(stay_nights) filter (where stood), 0)::integer as "bookedStayNights",
      coalesce(sum(days_ahead) filter (where stood), 0)::integer as "bookedDaysAhead",
      (count(stay_nights) filter (where is_cancelled and ended_at < ${scope.booksAt}))::integer as "bookedCancellations"
    from (
      select property_id, month, nights, rent_cents, stay_nights, days_ahead,
        ended_at is null as stands, ${stood(scope)} as stood, is_cancelled, ended_at
      from stay_months where ${inScope(scope)}
    ) as part
    group by property_id, part.month`.execute(db);
  return rows;
}

interface ExtraSums extends MonthOfProperty {
  extras: number;
  bookedExtras: number;
}

/** Extras of the confirmed stays that check in, before taxes; `bookedExtras`: those added before `booksAt`. */
export async function extraSums(db: Db, scope: Scope): Promise<ExtraSums[]> {
  const { rows } = await sql<ExtraSums>`
    select property_id as "propertyId", to_char(checkin, 'YYYY-MM') as month, sum(amount_cents)::bigint as extras,
      coalesce(sum(amount_cents) filter (
        where confirmed_at < ${scope.booksAt} and booking_extras.created_at < ${scope.booksAt}
      ), 0)::bigint as "bookedExtras"
    from booking_extras
    join bookings on bookings.id = booking_id
    where bookings.status = 'confirmed' and booking_extras.status in ('included', 'open', 'paid')
      and date_trunc('month', checkin)::date = any (${firstDays(scope)})
      and ${scope.propertyId === null ? sql`true` : sql`property_id = ${scope.propertyId}`}
    group by property_id, to_char(checkin, 'YYYY-MM')`.execute(db);
  return rows;
}

interface ChannelSums extends MonthOfProperty {
  channel: Channel;
  nights: number;
  bookedNights: number;
}

const length = (nights: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(upper(span) - lower(span)), 0)::integer from unnest(${nights}) as span)`;

/** The months that a range of nights touches, each as the moment at which it begins. */
const touchedMonths = (nights: ReturnType<typeof sql>) => sql`generate_series(
  date_trunc('month', lower(${nights})::timestamp), upper(${nights})::timestamp - interval '1 day', interval '1 month'
)`;

const monthSpan = sql`daterange(first_day::date, (first_day + interval '1 month')::date)`;

/** Whether a range of nights lies between the first and the last month of the scope. */
const touchesScope = ({ months }: Scope, nights: ReturnType<typeof sql>) => {
  const sorted = [...months].sort();
  const { firstDay, dayAfter } = monthDays({ from: sorted[0] ?? '', to: sorted.at(-1) ?? '' });
  return sql`${nights} && daterange(${firstDay}::date, ${dayAfter}::date)`;
};

/** `channel_nights` of the scope, a row for each month that one touches. */
const channelMonths = (scope: Scope) => sql`(
  select property_id, channel, kind, booked_at, ended_at, first_day::date as month, nights * ${monthSpan} as nights
  from channel_nights, ${touchedMonths(sql`nights`)} as first_day
  where ${touchesScope(scope, sql`nights`)} and first_day::date = any (${firstDays(scope)})
    and ${scope.propertyId === null ? sql`true` : sql`property_id = ${scope.propertyId}`}
)`;

const blockNights = sql`daterange(first_night, last_night, '[]')`;

/** The hosts’ blocks in the same way. */
const blockMonths = (scope: Scope) => sql`(
  select property_id, first_day::date as month, ${blockNights} * ${monthSpan} as nights
  from blocks, ${touchedMonths(blockNights)} as first_day
  where ${touchesScope(scope, blockNights)} and first_day::date = any (${firstDays(scope)})
    and ${scope.propertyId === null ? sql`true` : sql`property_id = ${scope.propertyId}`}
)`;

/** The nights that other channels sold; a night that one channel names twice counts once. */
export async function channelSums(db: Db, scope: Scope): Promise<ChannelSums[]> {
  const { rows } = await sql<ChannelSums>`
    select property_id as "propertyId", to_char(month, 'YYYY-MM') as month, channel,
      ${length(sql`stands`)} as nights, ${length(sql`stood`)} as "bookedNights"
    from (
      select property_id, month, channel, range_agg(nights) filter (where ended_at is null) as stands,
        range_agg(nights) filter (where ${stood(scope)}) as stood
      from ${channelMonths(scope)} as part
      where kind = 'reservation'
      group by property_id, month, channel
    ) as sold`.execute(db);
  return rows;
}

interface ClosedNights extends MonthOfProperty {
  nights: number;
}

/** Nights that hosts or channels closed and that were not sold, from the day on which the property was added. */
export async function closedNights(db: Db, scope: Scope): Promise<ClosedNights[]> {
  const { rows } = await sql<ClosedNights>`
    with channel as materialized (
      select property_id, month, kind, nights from ${channelMonths(scope)} as part where ended_at is null
    ), closed as (
      select property_id, month, range_agg(nights) as nights from (
        select property_id, month, nights from channel where kind = 'block'
        union all
        select property_id, month, nights from ${blockMonths(scope)} as block
      ) as part
      group by property_id, month
    ), sold as (
      select property_id, month, range_agg(nights) as nights from (
        select property_id, month, nights from channel where kind = 'reservation'
        union all
        select property_id, month, daterange(first_night, first_night + stay_months.nights)
        from stay_months join closed using (property_id, month)
        where ended_at is null
      ) as part
      group by property_id, month
    )
    select closed.property_id as "propertyId", to_char(month, 'YYYY-MM') as month,
      ${length(sql`(closed.nights - coalesce(sold.nights, '{}'))
        * datemultirange(daterange((created_at at time zone ${sql.val(propertyTimeZone)})::date, null))`)} as nights
    from closed left join sold using (property_id, month)
    join properties on properties.id = closed.property_id`.execute(db);
  return rows;
}

/** Confirmed stays that check in and were booked by the link of a guest’s agent. */
export async function countAgentBookings(
  db: Db,
  { firstDay, dayAfter, propertyId }: { firstDay: string; dayAfter: string; propertyId: string | null },
): Promise<number> {
  const row = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('source', '=', sql.lit('agent'))
    .where('status', '=', 'confirmed')
    .where('checkin', '>=', firstDay)
    .where('checkin', '<', dayAfter)
    .$if(propertyId !== null, (query) => query.where('property_id', '=', propertyId))
    .executeTakeFirstOrThrow();
  return row.count;
}
