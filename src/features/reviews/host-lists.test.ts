import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { type Browser, signedInBrowser } from '../../../test/sign-in.ts';

const perList = 120;

let app: TestApp;
let host: Browser;
beforeAll(async () => {
  app = await testAppForFile();
  const { db, settings } = app.platform;
  host = await signedInBrowser(app, 'host@example.com');
  const { id: property_id } = await addProperty(db);
  const { id: reviewedHome } = await addProperty(db);
  const { id } = await addBooking(db, { property_id, checkin: '2027-01-10', checkout: '2027-01-11' });
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
       total_cents, due_now_cents)
     select initial || to_char(n, 'FM0000000'), key_hash, 'confirmed', $2, quote_id,
       current_date - 50 + n + ${perList} * at::int, current_date - 49 + n + ${perList} * at::int, guests, name,
       'guest-' || initial || n || '@guests.example', total_cents, due_now_cents
     from bookings, generate_series(1, ${perList}) as n, unnest('{W,A,H,R}'::text[]) with ordinality as list (initial, at)
     where id = $1`,
    [id, reviewedHome],
  );
  for (const statement of [
    `insert into review_requests (booking_id, due_at, sent_at, is_open, token_hash)
     select id, checkout, now(), true, sha256(id::text::bytea) from bookings where code ~ '^[WAHR]0000'`,
    `insert into reviews (id, kind, guest_name, rating, review_html, booking_id, property_id, published_at, reply,
       replied_at, hidden_at, hidden_reason)
     select 1000 + row_number() over (), 'stay', 'Guest', 5, 'We loved the porch.', id, property_id, now(),
       case when code ~ '^[HR]' then 'Thanks.' else '' end, case when code ~ '^[HR]' then now() end,
       case when code ~ '^H' then now() end, case when code ~ '^H' then 'abusive' end
     from bookings where code ~ '^[WHR]0000'`,
  ])
    await client.query(statement);
  await client.end();
}, 60_000);

const read = async (query = '') => {
  const response = await host.request('GET', `/api/admin/reviews${query}`);
  return { status: response.status, body: await response.json() };
};

const lists = [
  ['waiting', 'W'],
  ['unanswered', 'A'],
  ['hidden', 'H'],
  ['replied', 'R'],
] as const;

test.each(lists)('the list “%s” goes on in pages of 50 to its last entry', async (list, initial) => {
  const pages = [];
  for (const query of ['', `?${list}=2`, `?${list}=3`]) {
    const { body } = await read(query);
    pages.push([body[list].length, body.hasMore[list]]);
    for (const [other] of lists) if (other !== list) expect(body[other]).toHaveLength(50);
  }
  expect(pages).toEqual([
    [50, true],
    [100, true],
    [perList, false],
  ]);
  const { body } = await read(`?${list}=3`);
  const codes = body[list].map(({ code }: { code: string }) => code);
  expect(new Set(codes).size).toBe(perList);
  expect(codes.every((code: string) => code.startsWith(initial))).toBe(true);
  expect((await read(`?${list}=2`)).body[list]).toEqual(body[list].slice(0, 100));
});

test.each(['?replied=0', '?replied=2001', '?replied=all', '?page=2'])(
  'the lists of reviews reject %s',
  async (query) => {
    expect((await read(query)).status).toBe(400);
  },
);
