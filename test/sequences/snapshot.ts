import { sql } from 'kysely';
import type { World } from './world.ts';

interface Snapshot {
  text: string;
  /** Whether the provider knows more of payments than our ledger: any step may bring that in. */
  hasUnreported: boolean;
}

/** Everything that a rejected step must not change. */
export async function takeSnapshot({ ctx: { db }, provider: { ledger } }: World): Promise<Snapshot> {
  const { rows } = await sql<{ snapshot: { ids: string[] | null } }>`select json_build_object(
    'bookings', (select json_agg(row order by row) from (
      select id, status, property_id, quote_id, checkin, checkout, total_cents, due_now_cents, balance_due_on,
        hold_expires_at, turnover_nights from bookings) as row),
    'payments', (select json_agg(row order by row) from (
      select booking_id, kind, amount_cents, stripe_id, corrects from payments) as row),
    'ids', (select json_agg(object) from (
      select coalesce(corrects, stripe_id) as object from payments where kind <> 'dispute'
      group by 1 having sum(amount_cents) <> 0) as standing where object is not null),
    'orders', (select json_agg(row order by row) from (
      select booking_id, payment_id, amount_cents, status from refund_orders) as row),
    'extras', (select json_agg(row order by row) from (
      select id, amount_cents, due_cents, status from booking_extras) as row),
    'blocks', (select json_agg(row order by row) from (
      select id, property_id, first_night, last_night from blocks) as row),
    'events', (select count(*) from booking_events)) as snapshot`.execute(db);
  const ours = new Set(rows[0]?.snapshot.ids ?? []);
  const theirs = [...ledger.intents.all(), ...ledger.refunds.all()];
  const done = theirs.filter(({ status }) => status === 'succeeded');
  return {
    text: JSON.stringify([rows[0]?.snapshot, theirs.map(({ id, status, amount }) => [id, status, amount])]),
    hasUnreported: ours.size !== done.length || done.some(({ id }) => !ours.has(id)),
  };
}

/** How often each event came in the histories of all bookings, and conflicts with other channels. */
export async function countEvents({ ctx: { db } }: World): Promise<Record<string, number>> {
  const { rows } = await sql<{ event: string; count: number }>`
    select event, count(*) from booking_events group by event
    union all select 'conflict', count(*) from calendar_conflicts`.execute(db);
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
}
