import type pg from 'pg';
import { vacuumBuilt } from '../vacuum.ts';

export const homeCount = 500;
const years = 3;

/** The slug of the nth home, from 1. */
export const homeSlug = (n: number): string => `many-${n}`;

/** Each home's stays are five nights from every seventh day on, counted from this one; two nights between them are free. */
export const firstNight = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** 500 homes, each with twelve seasons, a fee, and three years of stays. The rows of the triggers are written directly. */
export async function fillManyHomes(db: pg.Client, databaseUrl: string): Promise<void> {
  await db.query(
    `insert into properties (id, slug, title, description, guests, beds, baths, price_preview, booking_mode, nightly_cents, horizon_days)
     select gen_random_uuid(), 'many-' || n, 'Home ' || n, 'By the sea', 6, 3, 2, '$200', 'instant', 20000, 1095
     from generate_series(1, $1::int) as n`,
    [homeCount],
  );
  const first = firstNight();
  await db.query(
    `insert into rates (property_id, name, first_night, last_night, nightly_cents)
     select id, 'Season', $1::date + 90 * n, $1::date + 90 * n + 60, 25000
     from properties, generate_series(0, 11) as n where slug like 'many-%'`,
    [first],
  );
  await db.query(
    `insert into fees (property_id, label, kind, amount_cents)
     select id, 'Cleaning', 'per_stay', 15000 from properties where slug like 'many-%'`,
  );
  await db.query(
    `insert into occupied_nights (source_id, property_id, kind, nights)
     select gen_random_uuid(), id, 'booking', daterange($1::date + 7 * n, $1::date + 7 * n + 5)
     from properties, generate_series(0, $2::int) as n where slug like 'many-%'`,
    [first, years * 52 - 1],
  );
  await vacuumBuilt(db, databaseUrl);
}
