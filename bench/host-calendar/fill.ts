import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { vacuumBuilt } from '../vacuum.ts';

const homes = 20;

/** Twenty homes with a stay every week, seasons, closed nights and another channel's events, three years of each. */
async function fillHomes(db: pg.Client, databaseUrl: string): Promise<void> {
  await db.query(
    `insert into properties (id, slug, title, description, guests, beds, baths, price_preview, booking_mode, nightly_cents,
       weekend_cents, min_nights, turnover_nights)
     select gen_random_uuid(), 'bench-' || n, 'Bench Home ' || n, 'Home', 6, 3, 2, '$200', 'instant', 20000, 26000, 2, 1
     from generate_series(1, $1 - (select count(*)::int from properties)) as n`,
    [homes],
  );
  const ofBench = "from properties, generate_series(0, 155) as n where slug like 'bench-%'";
  const week = 'current_date - 546 + 7 * n';
  await db.query(`
    insert into rates (property_id, name, first_night, last_night, nightly_cents)
    select id, 'Season ' || n, current_date - 546 + 90 * n, current_date - 546 + 90 * n + 60, 25000 + 100 * n
    from properties, generate_series(0, 11) as n where slug like 'bench-%'`);
  await db.query(`
    insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
      cancellation_policy, check_in_from, expires_at)
    select md5(slug || '/' || n)::uuid, id, ${week}, ${week} + 4, 2, 0, '{}', 80000, 'usd', '[]', '{}', '16:00', now() ${ofBench}`);
  await db.query(`
    insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
      total_cents, due_now_cents)
    select upper(substr(md5(slug || '/' || n), 1, 8)), '', 'confirmed', id, md5(slug || '/' || n)::uuid, ${week}, ${week} + 4, 2,
      'Guest ' || n, 'guest@example.com', 80000, 80000 ${ofBench}`);
  await db.query(`
    insert into blocks (property_id, first_night, last_night, note)
    select id, ${week} + 5, ${week} + 5, 'Cleaning' ${ofBench} and n % 4 = 1`);
  await db.query(`
    insert into calendar_feeds (id, property_id, channel, url, is_active)
    select md5(slug)::uuid, id, 'airbnb', 'https://feeds.example/1.ics', false from properties where slug like 'bench-%'`);
  await db.query(`
    insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout)
    select md5(slug)::uuid, id, n::text, 'block', ${week} + 5, ${week} + 6 ${ofBench} and n % 4 = 3`);
  await vacuumBuilt(db, databaseUrl);
}

/** The session cookie of a host. */
async function addHost(db: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [id, email] = [randomUUID(), 'host@example.com'];
  await db.query("insert into users (id, email, role) values ($1, $2, 'admin')", [id, email]);
  await db.query("insert into sessions (id, user_id, token_hash, method) values ($1, $2, $3, 'code')", [
    randomUUID(),
    id,
    createHash('sha256').update(token).digest(),
  ]);
  return token;
}

/** Fills the database of a fresh site. @returns the session cookie of a host */
export async function fillCalendar(databaseUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    await fillHomes(db, databaseUrl);
    return await addHost(db);
  } finally {
    await db.end();
  }
}
