import type { Pool } from 'pg';

/** Lets the triggers of a test's database keep the turnovers of fixed days, whenever the test runs: for them it is New Year 2027. */
export const stopTurnoverClock = (pool: Pool) =>
  pool.query(
    `create or replace function today_at_property() returns date language sql stable as $$ select date '2027-01-01' $$`,
  );
