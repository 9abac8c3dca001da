import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { anyAddress } from '../../../test/shop.ts';
import { countRatings, dueRequests, homeReviewRows } from './store.server.ts';

const reviewsOfHome = 10_000;
const otherHomes = 2;

let app: TestApp;
let home: { id: string; slug: string };
beforeAll(async () => {
  app = await testAppForFile();
  const { db, settings } = app.platform;
  const homes = [];
  for (let at = 0; at <= otherHomes; at += 1) homes.push(await addProperty(db));
  home = homes[0] as typeof home;
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  await client.query('set session_replication_role = replica; set statement_timeout = 0');
  for (const [at, { id: property_id }] of homes.entries()) {
    const { id } = await addBooking(db, { property_id, checkin: '2027-01-10', checkout: '2027-01-11' });
    await client.query(
      `insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
         total_cents, due_now_cents)
       select $1 || to_char(n, 'FM0000000'), key_hash, status, property_id, quote_id, current_date - n - 70,
         current_date - n - 69, guests, name, 'guest-' || n || '@guests.example', total_cents, due_now_cents
       from bookings, generate_series(1, ${reviewsOfHome}) as n where id = $2`,
      [String(at), id],
    );
  }
  for (const statement of [
    `insert into review_requests (booking_id, due_at, sent_at, reminded_at, is_open, token_hash)
     select id, checkout, checkout, checkout + 5, false, sha256(id::text::bytea) from bookings
     where checkout < current_date`,
    'update review_requests set token_hash = sha256(booking_id::text::bytea) where token_hash is null',
    `insert into reviews (id, kind, guest_name, rating, review_html, booking_id, published_at)
     select 100000 + row_number() over (), 'stay', 'Guest', 1 + right(code, 1)::int % 5,
       repeat('We loved the porch and the sea. ', 12), id, checkout + 2
     from bookings where checkout < current_date - 60`,
    'vacuum analyze',
  ])
    await client.query(statement);
  await client.end();
}, 120_000);

test('the sums of a home count every review, and its last page has the oldest ones', async () => {
  const { db } = app.platform;
  expect((await countRatings(db, home.id)).reduce((sum, { count }) => sum + count, 0)).toBe(reviewsOfHome);
  const response = await app.request('GET', `/api/properties/${home.slug}/reviews?page=1000`, {
    from: anyAddress(),
  });
  expect(response.status).toBe(200);
  expect((await response.json()).reviews).toHaveLength(10);
});

/** The plans of all statements of a call. */
async function plansOf(call: (spied: TestApp['platform']['db']) => Promise<unknown>): Promise<string> {
  const { db, pool } = app.platform;
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const spied = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await call(spied);
  const plans: string[] = [];
  for (const { sql: text, parameters } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters]);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  }
  return plans.join('\n');
}

test.each<[string, string[], (db: TestApp['platform']['db']) => Promise<unknown>]>([
  ['the sums of a home', ['reviews_of_home_by_stars'], (db) => countRatings(db, home.id)],
  [
    'a page of a home',
    ['reviews_of_home'],
    (db) => homeReviewRows(db, { propertyId: home.id, page: 1, stars: null }),
  ],
  [
    'a page of a home by stars',
    ['reviews_of_home_by_stars'],
    (db) => homeReviewRows(db, { propertyId: home.id, page: 1, stars: 2 }),
  ],
  [
    'what is due',
    ['review_requests_to_send', 'review_requests_to_remind'],
    (db) => dueRequests(db, { now: new Date(), sentBefore: new Date() }),
  ],
])('%s is read off an index', async (_, indexes, call) => {
  const plan = await plansOf(call);
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
});
