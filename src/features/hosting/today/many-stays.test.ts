import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { addBooking, addProperty, addQuote } from '../../../../test/bookings.ts';
import { testAppForHosts } from '../../../../test/host.ts';
import type { Browser } from '../../../../test/sign-in.ts';

let app: TestApp;
let host: Browser;
const now = new Date('2028-06-10T15:00:00Z');

beforeAll(async () => {
  ({ app, host } = await testAppForHosts({ now: () => now }));
  const { db, pool } = app.platform;
  await pool.query('truncate bookings cascade');
  const lines = [
    { kind: 'rent', label: '5 nights', amount: 100_000 },
    { kind: 'tax', label: 'Bed tax', jurisdiction: 'Bay County', step: 1, base: 100_000, amount: 5_000 },
  ];
  for (let index = 0; index < 20; index += 1) {
    const { id: property_id } = await addProperty(db, { title: `Home ${index}` });
    const span = { property_id, checkin: '2026-12-25', checkout: '2026-12-30' };
    const price = JSON.stringify({ nights: [], lines, total: 105_000, perNight: 21_000 });
    const quote_id = await addQuote(db, span, { price, total_cents: 105_000 });
    await addBooking(db, { ...span, quote_id, total_cents: 105_000, due_now_cents: 105_000 });
    await pool.query(
      `insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
         total_cents, due_now_cents)
       select upper(lpad(to_hex($3::int * 1000 + n), 8, '0')), '\\x00', 'confirmed', $1, $2, date '2027-01-01' + 7 * n,
         date '2027-01-06' + 7 * n, 2, 'Ann', 'ann@guests.example', 105000, 105000
       from generate_series(0, 155) as n`,
      [property_id, quote_id, index],
    );
  }
  await pool.query(
    `insert into payments (booking_id, kind, amount_cents, method, created_at)
     select id, 'charge', 105000, 'elsewhere', checkin from bookings where checkin >= '2027-01-01'`,
  );
  await pool.query('analyze');
});
afterAll(() => app.close());

const read = async (path: string): Promise<Record<string, unknown[]>> =>
  (await host.request('GET', path)).json();

test('the day of 20 homes with three years of stays has one stay of each home', async () => {
  const body = await read('/api/admin/today');
  expect(body.arrivals).toHaveLength(0);
  expect(body.inHouse).toHaveLength(20);
  expect(body.balancesDue).toHaveLength(20);
});

test('three years of taxes of 20 homes add up', async () => {
  const body = await read('/api/admin/reports/taxes?from=2027-01&to=2029-12');
  expect(body.rows).toHaveLength(36);
  expect(body.totals).toEqual([
    { jurisdiction: 'Bay County', taxable: 312_000_000, exempt: 0, due: 15_600_000 },
  ]);
});
