import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import type { DayStats } from '../contract.server.ts';

const findSalt = (db: Db, day: string) =>
  db.selectFrom('daily_salts').select('salt').where('day', '=', day).executeTakeFirst();

/** Returns the salt of a day; the first caller's `fresh` becomes it, for all processes. */
export async function dailySalt(db: Db, day: string, fresh: Buffer): Promise<Buffer> {
  const stored = await findSalt(db, day);
  if (stored) return stored.salt;
  await db
    .insertInto('daily_salts')
    .values({ day, salt: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSalt(db, day))?.salt ?? fresh;
}

/** Adds a view to a day, and a visitor when the hash is new to it; `null` counts no visitor. */
export async function addView(db: Db, day: string, hash: Buffer | null): Promise<void> {
  await sql`
    with added as (
      insert into daily_visitors (day, hash)
      select ${day}::date, ${hash}::bytea where ${hash}::bytea is not null
      on conflict do nothing returning 1
    )
    insert into daily_visits as days (day, visitors, views)
    select ${day}::date, count(*), 1 from added
    on conflict (day) do update set visitors = days.visitors + excluded.visitors, views = days.views + 1
  `.execute(db);
}

export async function deleteVisitorsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('daily_salts').where('day', '<', day).execute();
  await deleteInBatches(db, { table: 'daily_visitors', where: sql<boolean>`day < ${day}` });
}

/** Counts each day. A stay is one purchase, at its first charge by card; each of its card charges is revenue of its own day. */
export async function dailyStats(db: Db, first: string, last: string): Promise<DayStats[]> {
  const from = sql`(${first}::date::timestamp at time zone ${propertyTimeZone})`;
  const { rows } = await sql<DayStats>`
    with days as (
      select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day
    ), sent as (
      select (created_at at time zone ${propertyTimeZone})::date as day, count(*)::integer as inquiries
      from inquiries where created_at >= ${from} group by 1
    ), sold as (
      select purchased_at as at, currency, amount_cents, true as is_first
      from purchases where status <> 'refunded' and purchased_at >= ${from}
      union all
      select charge.created_at, charge.currency, charge.amount_cents, not exists (
          select from payments as earlier where earlier.booking_id = charge.booking_id
            and earlier.kind = 'charge' and earlier.method = 'card' and earlier.created_at < charge.created_at)
      from payments as charge
      where charge.kind = 'charge' and charge.method = 'card' and charge.created_at >= ${from}
        -- A subquery uses the index; a join may read every booking ever confirmed.
        and (select true from bookings where bookings.id = charge.booking_id and status = 'confirmed')
    ), paid as (
      select (at at time zone ${propertyTimeZone})::date as day, lower(currency) as currency,
             count(*) filter (where is_first)::integer as purchases, sum(amount_cents) as cents
      from sold group by 1, 2
    ), bought as (
      select day, sum(purchases)::integer as purchases, jsonb_object_agg(currency, cents) as "revenueCents"
      from paid group by day
    )
    select to_char(days.day, 'YYYY-MM-DD') as day,
           coalesce(daily_visits.visitors, 0) as visitors, coalesce(daily_visits.views, 0) as views,
           coalesce(sent.inquiries, 0) as inquiries, coalesce(bought.purchases, 0) as purchases,
           coalesce(bought."revenueCents", '{}') as "revenueCents"
    from days
    left join daily_visits using (day) left join sent using (day) left join bought using (day)
    order by days.day
  `.execute(db);
  return rows;
}
