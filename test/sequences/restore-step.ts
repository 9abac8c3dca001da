import { sql } from 'kysely';
import { dayMs } from '../../src/shared/durations.ts';
import type { StepOf } from './step.ts';
import { runJobs } from './wait-step.ts';
import type { SavedWorld, World } from './world.ts';

/** The tables that steps change. */
const tables = [
  'quotes',
  'offers',
  'bookings',
  'booking_browsers',
  'booking_companions',
  'booking_extras',
  'booking_events',
  'payments',
  'payment_attempts',
  'refund_orders',
  'disputes',
  'reviews',
  'review_requests',
  'blocks',
  'feed_events',
  'calendar_feeds',
  'calendar_conflicts',
  'calendar_links',
  'occupied_nights',
  'turnovers',
  'stay_months',
  'channel_nights',
  'webhook_events',
  'provider_event_sync',
  'payment_pause',
  'unknown_payments',
] as const;

/** Backs the database up before a step, as `npm run backup` does. */
export async function backUp(world: World): Promise<void> {
  const { ctx, bookings, blocks, paidElsewhere, refunds, offers, keys, reviews, shares, retained } = world;
  const parts = tables.map(
    (table) => sql`${sql.lit(table)}, (select json_agg(row) from ${sql.table(table)} as row)`,
  );
  const query = sql<{ rows: SavedWorld['rows'] }>`select json_build_object(${sql.join(parts)}) as rows`;
  const { rows } = await query.execute(ctx.db);
  world.backups.unshift({
    at: world.now(),
    rows: rows[0]?.rows ?? {},
    bookings: [...bookings],
    blocks: [...blocks],
    paidElsewhere: new Map(paidElsewhere),
    refunds: new Map(refunds),
    offers: [...offers],
    keys: [...keys],
    reviews: new Map(reviews),
    shares: new Map(shares),
    retained: new Map(retained),
  });
}

/** Older ones are not covered by the provider's events. */
const maxAgeMs = 29 * dayMs;

/** Restores the database and restarts, as `npm run restore` does: the provider and the channels stay as they are. */
export async function restore(world: World, { stepsBack }: StepOf<'restore'>): Promise<void> {
  const { ctx } = world;
  const saved = world.backups[stepsBack];
  if (!saved || world.now().getTime() - saved.at.getTime() > maxAgeMs) return;
  await ctx.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const table of tables) {
      await sql`delete from ${sql.table(table)}`.execute(tx);
      await sql`insert into ${sql.table(table)} overriding system value
        select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(saved.rows[table] ?? [])}::json)`.execute(
        tx,
      );
    }
    await sql`insert into payment_pause (since) values (${saved.at})`.execute(tx);
  });
  world.bookings = [...saved.bookings];
  world.blocks = [...saved.blocks];
  world.paidElsewhere = new Map(saved.paidElsewhere);
  world.refunds = new Map(saved.refunds);
  world.offers = [...saved.offers];
  world.keys = [...saved.keys];
  world.reviews = new Map(saved.reviews);
  world.shares = new Map(saved.shares);
  world.retained = new Map(saved.retained);
  await runJobs(world);
}
