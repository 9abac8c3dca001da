import { sql } from 'kysely';
import type { Months } from '../../src/features/insights/reports/months.ts';
import { todayAtProperty } from '../../src/shared/dates.ts';
import type { World } from './world.ts';

/** The months of all stays and payments, with one more at each end, so that a report that is a month off is seen. */
export async function usedMonths({ ctx: { db }, now }: World): Promise<Months> {
  const { rows } = await sql<Months>`
    select to_char(min(day) - interval '1 month', 'YYYY-MM') as "from",
      to_char(max(day) + interval '1 month', 'YYYY-MM') as "to"
    from (
      select checkin as day from bookings union all
      select checkout from bookings union all
      select created_at::date from payments union all
      select ${todayAtProperty(now())}::date
    ) as days`.execute(db);
  return rows[0] as Months;
}
