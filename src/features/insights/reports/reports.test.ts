import { parse } from 'csv-parse/sync';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { addBooking, addQuote } from '../../../../test/bookings.ts';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
let host: Browser;
let home: { id: string; slug: string };
const processZone = process.env.TZ;
afterEach(() => {
  if (processZone === undefined) delete process.env.TZ;
  else process.env.TZ = processZone;
});
beforeAll(async () => {
  host = await signedInBrowser(stays, 'host@example.com');
  home = await stays.addProperty({ max_nights: 60 });
  const taxes = [
    { label: 'City tax', jurisdiction: '=City', percent: 1, step: 1 },
    { label: 'Sales tax', jurisdiction: 'Florida', percent: 6, step: 2, max_nights: 4 },
  ];
  await stays.db.insertInto('taxes').values(taxes).execute();
});

const monthOf = async ({ code }: Placed) => (await stays.stored(code)).checkin.slice(0, 7);
const read = async (path: string) => {
  const response = await host.request('GET', `/api/admin/reports/${path}`);
  expect(response.status).toBe(200);
  return response.json();
};
const hosts = async (code: string, action: string, json: object) => {
  const response = await host.request('POST', `/api/admin/bookings/${code}/${action}`, { json });
  expect(response.status, await response.clone().text()).toBe(200);
};

test.each([
  ['', { from: 'Please send a month as YYYY-MM', to: 'Please send a month as YYYY-MM' }],
  ['?from=2027-13&to=2027-12', { from: 'Please send a month as YYYY-MM' }],
  [
    '?from=0000-01&to=0000-02',
    { from: 'Please send a month as YYYY-MM', to: 'Please send a month as YYYY-MM' },
  ],
  ['?from=2027-07&to=2027-06', { to: 'The last month lies before the first one' }],
  ['?from=2017-01&to=2027-01', { to: 'A report covers at most 120 months' }],
  ['?from=2027-01&to=2027-02&home=1', { home: 'There is no parameter "home"' }],
])('both reports reject %j with a message', async (query, fields) => {
  for (const path of ['taxes', 'taxes.csv', 'taxes.pdf', 'payouts', 'payouts.csv']) {
    const response = await host.request('GET', `/api/admin/reports/${path}${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).fields).toEqual(fields);
  }
});

test('guests are denied reports before anything else is checked', async () => {
  const guest = await signedInBrowser(stays, 'guest@example.com');
  for (const path of ['taxes', 'taxes.csv', 'taxes.pdf', 'payouts', 'payouts.csv']) {
    expect((await stays.request('GET', `/api/admin/reports/${path}?x=1`)).status).toBe(401);
    expect((await guest.request('GET', `/api/admin/reports/${path}?x=1`)).status).toBe(403);
  }
});

test('the taxes of a stay are in the month of its check-in; those retained of a cancelled stay are listed separately', async () => {
  const placed = await stays.confirmed(home.slug, {}, 100);
  const month = await monthOf(placed);
  const report = () => read(`taxes?from=${month}&to=${month}`);
  const first = await report();
  expect(first).toMatchObject({ from: month, to: month, currency: 'usd', cancelled: [] });
  expect(first.rows).toEqual([
    { jurisdiction: '=City', month, taxable: 60_000, exempt: 0, due: 600 },
    { jurisdiction: 'Florida', month, taxable: 60_600, exempt: 0, due: 3_636 },
  ]);
  expect(first.ledger).toEqual({
    stays: 1,
    billed: 64_236,
    charges: 64_236,
    refunds: 0,
    waived: 0,
    open: 0,
  });

  await hosts(placed.code, 'refund', { amount: 4_236, reason: 'No hot water' });
  expect((await report()).rows).toEqual(first.rows);
  const listed = await host.request('GET', `/api/admin/bookings?search=${placed.code}`);
  const { open } = (await listed.json()).totals;
  expect(open).toBe(0);
  expect((await report()).ledger).toMatchObject({ refunds: 4_236, waived: 4_236, open });

  await hosts(placed.code, 'cancel', { refund: 27_882, reason: 'Storm' });
  const last = await report();
  expect(last).toMatchObject({ rows: [], totals: [], ledger: { stays: 0, billed: 0 } });
  expect(last.cancelled).toEqual([
    { jurisdiction: '=City', month, taxable: 30_000, exempt: 0, due: 300 },
    { jurisdiction: 'Florida', month, taxable: 30_300, exempt: 0, due: 1_818 },
  ]);
});

test('a stay longer than the limit of a tax is exempt from it, and equal to it is not', async () => {
  const { code } = await stays.hold(home.slug, {}, 200, 5);
  await stays.set(code, { status: 'confirmed' });
  const month = (await stays.stored(code)).checkin.slice(0, 7);
  const { rows } = await read(`taxes?from=${month}&to=${month}`);
  expect(rows).toEqual([
    { jurisdiction: '=City', month, taxable: 100_000, exempt: 0, due: 1_000 },
    { jurisdiction: 'Florida', month, taxable: 0, exempt: 101_000, due: 0 },
  ]);
});

test('a stay that was moved counts with its new dates and price, and no longer with the old ones', async () => {
  const span = (month: string) => ({
    property_id: home.id,
    checkin: `2031-${month}-28`,
    checkout: `2031-${month}-30`,
  });
  const price = (amount: number) => ({
    price: JSON.stringify({
      lines: [{ kind: 'tax', label: 'City', jurisdiction: 'City', step: 1, base: 10_000, amount }],
      total: amount,
    }),
  });
  const { id } = await addBooking(stays.db, {
    ...span('05'),
    quote_id: await addQuote(stays.db, span('05'), price(500)),
  });
  const months = 'taxes?from=2031-05&to=2031-06';
  expect((await read(months)).rows).toMatchObject([{ month: '2031-05', due: 500 }]);
  const quote_id = await addQuote(stays.db, span('06'), price(700));
  await stays.db
    .updateTable('bookings')
    .set({ ...span('06'), quote_id })
    .where('id', '=', id)
    .execute();
  expect((await read(months)).rows).toMatchObject([{ month: '2031-06', due: 700 }]);
});

test('holds, requests and what other channels sell are in no report', async () => {
  const span = { property_id: home.id, checkin: '2029-03-01', checkout: '2029-03-04' };
  await addBooking(stays.db, { ...span, status: 'requested' });
  const { id: feed_id } = await stays.db
    .insertInto('calendar_feeds')
    .values({ property_id: home.id, channel: 'airbnb', url: 'https://feeds.example/1.ics' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stays.db
    .insertInto('feed_events')
    .values({
      ...span,
      feed_id,
      uid: '1',
      kind: 'reservation',
      checkin: '2029-03-10',
      checkout: '2029-03-12',
    })
    .execute();
  expect(await read('taxes?from=2029-03&to=2029-03')).toMatchObject({ rows: [], cancelled: [] });
});

test('the CSV has the rows of the report, and its texts start no formula', async () => {
  const price = JSON.stringify({
    lines: [
      { kind: 'rent', label: '1 night', amount: 10_001 },
      { kind: 'tax', label: 'City', jurisdiction: '=City', step: 1, base: 10_001, amount: 101 },
    ],
    total: 10_102,
  });
  const span = { property_id: home.id, checkin: '2030-01-31', checkout: '2030-02-02' };
  await addBooking(stays.db, { ...span, quote_id: await addQuote(stays.db, span, { price }) });
  const response = await host.request('GET', '/api/admin/reports/taxes.csv?from=2030-01&to=2030-02');
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('Content-Disposition')).toBe(
    'attachment; filename="taxes-2030-01-to-2030-02.csv"',
  );
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  expect(parse(await response.text(), { columns: true, record_delimiter: '\r\n' })).toEqual([
    {
      jurisdiction: "'=City",
      month: '2030-01',
      taxable: '100.01',
      exempt: '0.00',
      due: '1.01',
      currency: 'USD',
      stays: 'confirmed',
    },
  ]);
});

test('the PDF comes as a file, also without any stay', async () => {
  const response = await host.request('GET', '/api/admin/reports/taxes.pdf?from=2031-01&to=2031-12');
  expect(response.headers.get('Content-Type')).toBe('application/pdf');
  expect(response.headers.get('Content-Disposition')).toContain('taxes-2031-01-to-2031-12.pdf');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test.each([
  ['UTC', 2032],
  ['Pacific/Honolulu', 2033],
  ['Pacific/Kiritimati', 2034],
])(
  'with the server in %s a payment belongs to the month of the homes’ clock, on both sides of midnight',
  async (zone, year) => {
    process.env.TZ = zone;
    const { db } = stays;
    const span = { property_id: home.id, checkin: `${year}-06-01`, checkout: `${year}-06-03` };
    const { id: booking_id } = await addBooking(db, { ...span, status: 'cancelled' });
    const row = { booking_id, method: 'elsewhere' as const };
    await db
      .insertInto('payments')
      .values([
        { ...row, kind: 'charge', amount_cents: 1_000, created_at: new Date(`${year}-02-01T05:59:59.9Z`) },
        { ...row, kind: 'charge', amount_cents: 2_000, created_at: new Date(`${year}-02-01T06:00:00Z`) },
        { ...row, kind: 'refund', amount_cents: 500, created_at: new Date(`${year}-04-01T04:59:59.9Z`) },
        { ...row, kind: 'refund', amount_cents: 250, created_at: new Date(`${year}-04-01T05:00:00Z`) },
      ])
      .execute();
    const report = await read(`payouts?from=${year}-01&to=${year}-04`);
    const at = { method: 'elsewhere' };
    expect(report.rows).toEqual([
      { ...at, month: `${year}-01`, charges: 1_000, refunds: 0, net: 1_000 },
      { ...at, month: `${year}-02`, charges: 2_000, refunds: 0, net: 2_000 },
      { ...at, month: `${year}-03`, charges: 0, refunds: 500, net: -500 },
      { ...at, month: `${year}-04`, charges: 0, refunds: 250, net: -250 },
    ]);
    expect(report.totals).toEqual({ charges: 3_000, refunds: 750, net: 2_250 });
    expect((await read(`payouts?from=${year}-02&to=${year}-03`)).rows).toHaveLength(2);
    const csv = await host.request('GET', `/api/admin/reports/payouts.csv?from=${year}-03&to=${year}-03`);
    expect(await csv.text()).toBe(
      `month,method,charges,refunds,net,currency\r\n${year}-03,elsewhere,0.00,5.00,-5.00,USD\r\n`,
    );
  },
);
