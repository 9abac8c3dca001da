import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { type Months, monthDays } from './months.ts';
import type { PayoutRow } from './report.ts';
import type { TaxedStay } from './tax-report.ts';

/** Confirmed and cancelled stays by check-in; what other channels sell is no booking of ours. */
export async function taxedStays(db: Db, months: Months): Promise<TaxedStay[]> {
  const { firstDay, dayAfter } = monthDays(months);
  const { rows } = await sql<TaxedStay>`
    select bookings.status, bookings.checkin, quotes.price - 'nights' as price,
      paid_cents + refunds + lost as charges, refunds, lost, pending_cents as pending, waived_cents as waived
    from bookings
    join quotes on quotes.id = bookings.quote_id
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::bigint as refunds,
        coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)::bigint as lost
      from payments where booking_id = bookings.id and kind <> 'charge'
    ) as returned
    where bookings.status in ('confirmed', 'cancelled')
      and bookings.checkin >= ${firstDay}::date and bookings.checkin < ${dayAfter}::date
    order by bookings.checkin, bookings.code`.execute(db);
  return rows;
}

/** The ledger by month of the homes' clock and by method. */
export async function payoutRows(db: Db, months: Months): Promise<PayoutRow[]> {
  const { firstDay, dayAfter } = monthDays(months);
  const zone = sql.val(propertyTimeZone);
  const { rows } = await sql<PayoutRow>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month, method,
      coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::bigint as charges,
      coalesce(sum(amount_cents) filter (where kind <> 'charge'), 0)::bigint as refunds,
      sum(case kind when 'charge' then amount_cents else -amount_cents end)::bigint as net
    from payments
    where created_at >= ${firstDay}::timestamp at time zone ${zone}
      and created_at < ${dayAfter}::timestamp at time zone ${zone}
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}
