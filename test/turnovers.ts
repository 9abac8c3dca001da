import type { Pool } from 'pg';

/** Sets the date of the triggers in a test's database to New Year 2027, so that its days are fixed. */
export const stopTurnoverClock = (pool: Pool) =>
  pool.query(
    `create or replace function today_at_property() returns date language sql stable as $$ select date '2027-01-01' $$`,
  );
