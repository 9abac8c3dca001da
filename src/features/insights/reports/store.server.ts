import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import type { PayoutRow } from './contract.server.ts';
import { type Months, monthDays } from './months.ts';
import type { StaysLedger } from './stays-ledger.ts';
import type { CancelledStay, TaxRow } from './tax-report.ts';

const inMonths = (months: Months) => {
  const { firstDay, dayAfter } = monthDays(months);
  return sql`checkin >= ${firstDay}::date and checkin < ${dayAfter}::date`;
};

/** Sums the taxes of confirmed stays by check-in; stays sold by other channels are not our bookings. */
export async function confirmedTaxes(db: Db, months: Months): Promise<TaxRow[]> {
  const { rows } = await sql<TaxRow>`
    select jurisdiction, to_char(checkin, 'YYYY-MM') as month,
      sum(taxable)::bigint as taxable, sum(exempt)::bigint as exempt, sum(due)::bigint as due
    from bookings, jsonb_to_recordset(taxes) as share (jurisdiction text, taxable bigint, exempt bigint, due bigint)
    where status = 'confirmed' and ${inMonths(months)} and (taxable, exempt, due) <> (0, 0, 0)
    group by 1, 2
    order by 2, 1`.execute(db);
  return rows;
}

/** Cancelled stays for which the guest did not get everything back. */
export async function cancelledStays(db: Db, months: Months): Promise<CancelledStay[]> {
  const { rows } = await sql<CancelledStay>`
    select checkin, taxes, total_cents as total, paid_cents - pending_cents as retained, (
      select details -> 'policyRefund' from booking_events
      where booking_id = bookings.id and event = 'cancelled' and details ? 'policyRefund'
      order by booking_events.id desc limit 1
    ) as policy_refund
    from bookings
    where status = 'cancelled' and ${inMonths(months)} and paid_cents > pending_cents`.execute(db);
  return rows;
}

/** Sums the ledger for the confirmed stays. */
export async function staysLedger(db: Db, months: Months): Promise<StaysLedger> {
  const { rows } = await sql<StaysLedger>`
    select count(*)::integer as stays, coalesce(sum(total_cents), 0)::bigint as billed,
      coalesce(sum(paid_cents + returned_cents), 0)::bigint as charges,
      coalesce(sum(returned_cents + pending_cents), 0)::bigint as refunds,
      coalesce(sum(waived_cents), 0)::bigint as waived,
      coalesce(sum(total_cents - waived_cents - paid_cents + pending_cents), 0)::bigint as open
    from bookings where status = 'confirmed' and ${inMonths(months)}`.execute(db);
  return rows[0] as StaysLedger;
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
