import { test as hostTest } from './admin-fixture.ts';
import { query } from './database.ts';

export const test = hostTest;

export const secrets = ['Zebulon Quartz', 'zebulon@secret.example', '212 555 0199'];

/** A home that guests leave today and into which others move today, and its cleaner. */
export async function prepare(title: string): Promise<{ email: string; id: string }> {
  const email = `cleaner-${Date.now()}@example.com`;
  const [cleaner] = (await query(`insert into cleaners (name, email) values ('Ana', $1) returning id`, [
    email,
  ])) as { id: string }[];
  const [home] = (await query(
    `insert into properties (id, slug, title, description, guests, beds, baths, price_preview, cleaner_id, street_address, access_notes, is_listed)
     values (gen_random_uuid(), $1, $2, 'A test', 6, 3, 2, '$1', $3, '12 Gulf Lane', 'Key box 4711', false) returning id`,
    [`cleaned-${Date.now()}`, title, cleaner?.id],
  )) as { id: string }[];
  await query(
    `with day as (select (now() at time zone 'America/Chicago')::date as today),
     stay as (
       select gen_random_uuid() as quote, today + first as checkin, today + last as checkout, code
       from day, (values (-3, 0, 'C'), (0, 2, 'D')) as span (first, last, code)
     ), quoted as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans, cancellation_policy, check_in_from, expires_at)
       select quote, $1, checkin, checkout, 4, 1, '{"nights":[],"lines":[],"total":0}', 0, 'usd', '[]', '{"name":"","steps":[],"graceHours":0}', '16:00', now()
       from stay returning id
     )
     insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, pets, name, email, phone, total_cents, due_now_cents)
     select code || lpad((extract(epoch from clock_timestamp())::bigint % 10000000)::text, 7, '0'), '\\x00', 'confirmed', $1, quote, checkin, checkout, 4, 1, $2, $3, $4, 0, 0
     from stay`,
    [home?.id, ...secrets],
  );
  await query(
    `update turnover_changes set created_at = now() - interval '20 minutes' where cleaner_id = $1`,
    [cleaner?.id],
  );
  return { email, id: cleaner?.id ?? '' };
}
