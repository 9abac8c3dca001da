import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { addQuote, bookingRow } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { deleteFromLedger } from '../../../../test/ledger.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { bookingFilter } from './contract.server.ts';
import { exportHostedBookings } from './list-bookings.server.ts';

const stays = await openStaysForFile();
// The seeded homes are removed.
for (const { id } of await stays.db.selectFrom('bookings').select('id').execute())
  await deleteFromLedger(stays.db, id);
await stays.db.deleteFrom('bookings').execute();
const first = await stays.addProperty();
const second = await stays.addProperty({ booking_mode: 'request' });
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

let paid: Placed;
let held: Placed;
let requested: Placed;
beforeAll(async () => {
  paid = await stays.confirmed(first.slug, { name: 'Zoë O’Hara', phone: '+1 (850) 555-0177' }, 30);
  held = await stays.hold(first.slug, { name: '=HYPERLINK("x")', email: 'a_b@guests.example' }, 50);
  requested = await stays.hold(second.slug, { name: '100% Sure', note: 'Two, or\nthree cots' }, 40);
});

const list = async (query = '') => {
  const response = await host.request('GET', `/api/admin/bookings${query}`);
  expect(response.status, query).toBe(200);
  return response.json();
};
const codes = async (query: string): Promise<string[]> =>
  (await list(query)).bookings.map(({ code }: Placed) => code);

test('hosts see all bookings, the latest stay first, with totals over every page', async () => {
  expect(await codes('')).toEqual([held.code, requested.code, paid.code]);
  expect(await codes('?sort=arrival')).toEqual([paid.code, requested.code, held.code]);
  expect(await codes('?sort=newest')).toEqual([requested.code, held.code, paid.code]);
  const { bookings, totals, ...paging } = await list('?limit=1&page=3');
  expect(bookings).toMatchObject([
    {
      code: paid.code,
      status: 'confirmed',
      name: 'Zoë O’Hara',
      property: { slug: first.slug },
      total: 60_000,
      paid: 60_000,
      open: 0,
      currency: 'usd',
      checkin: inDays(30),
      guests: 2,
    },
  ]);
  expect(totals).toEqual({
    count: 3,
    ended: 0,
    total: 180_000,
    standing: 180_000,
    paid: 60_000,
    open: 120_000,
    currency: 'usd',
  });
  expect(paging).toEqual({ page: 3, limit: 1 });
  expect(await codes('?page=2')).toEqual([]);
});

test.each([
  ['status', () => '?status=requested', () => [requested.code]],
  ['home', () => `?property=${first.slug}`, () => [held.code, paid.code]],
  ['home and status', () => `?property=${first.slug}&status=confirmed`, () => [paid.code]],
  ['first day', () => `?from=${inDays(43)}`, () => [held.code, requested.code]],
  ['end before a day', () => `?endsBefore=${inDays(43)}`, () => [paid.code]],
  ['day after the last stay', () => `?from=${inDays(54)}`, () => []],
  ['last day', () => `?to=${inDays(40)}`, () => [requested.code, paid.code]],
  ['both days', () => `?from=${inDays(41)}&to=${inDays(42)}`, () => [requested.code]],
  ['code in small letters', () => `?search=${held.code.toLowerCase()}`, () => [held.code]],
  ['part of a name', () => '?search=hara', () => [paid.code]],
  ['a name without its accents', () => '?search=ZOE', () => [paid.code]],
  [
    'a name with other accents and signs',
    () => `?search=${encodeURIComponent("Zóe O'Hára")}`,
    () => [paid.code],
  ],
  ['the digits of a phone number', () => '?search=8505550177', () => [paid.code]],
  [
    'a phone number as it is dictated',
    () => `?search=${encodeURIComponent('(850) 555-0177')}`,
    () => [paid.code],
  ],
  ['a part of a phone number', () => '?search=555+0177', () => [paid.code]],
  [
    'a code with a dash',
    () => `?search=${held.code.slice(0, 4)}-${held.code.slice(4).toLowerCase()}`,
    () => [held.code],
  ],
  [
    'a code with letters for digits',
    () => `?search=${held.code.replaceAll('0', 'o').replaceAll('1', 'l')}`,
    () => [held.code],
  ],
  ['two words', () => '?search=zo%C3%AB+guests.example', () => [paid.code]],
  ['words of different bookings', () => '?search=zo%C3%AB+sure', () => []],
  ['a percent sign as it is', () => '?search=100%25', () => [requested.code]],
  ['an underscore as it is', () => '?search=a_b%40', () => [held.code]],
  ['a quote as it is', () => '?search=%27%3B--', () => []],
])('the list is filtered by %s', async (_, query, expected) => {
  expect(await codes(query())).toEqual(expected());
  expect((await list(query())).totals.count).toBe(expected().length);
});

test.each([
  ['status=lost', 'status'],
  ['state=held', 'state'],
  ['status=held&status=held', 'status'],
  ['property=nowhere', 'property'],
  ['from=2027-02-30', 'from'],
  ['endsBefore=2027-02-30', 'endsBefore'],
  ['to=tomorrow', 'to'],
  ['from=2027-02-03&to=2027-02-02', 'to'],
  ['sort=price', 'sort'],
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['limit=201', 'limit'],
  [`search=${'x'.repeat(201)}`, 'search'],
  ['search=%00', 'search'],
  ['property=%00', 'property'],
])('the filter %s is rejected by name', async (query, field) => {
  const response = await host.request('GET', `/api/admin/bookings?${query}`);
  expect(response.status).toBe(400);
  const { fields, message } = await response.json();
  expect(Object.keys(fields)).toEqual([field]);
  expect(message).not.toBe('');
});

test.each(['Zoe', "o'hara", '8505550177', '555-0177'])(
  'the table of bookings finds %s, too',
  async (search) => {
    const response = await host.request('GET', `/api/tables/bookings?search=${encodeURIComponent(search)}`);
    const { data } = await response.json();
    expect(data.map(({ code }: Placed) => code)).toEqual([paid.code]);
  },
);

test('the table of bookings finds a code as it is dictated', async () => {
  const dictated = held.code.replaceAll('0', 'o').replaceAll('1', 'i').toLowerCase();
  const response = await host.request('GET', `/api/tables/bookings?search=${dictated}`);
  expect((await response.json()).data).toMatchObject([{ code: held.code }]);
});

test('the CSV holds the filtered bookings, in whole units, and no formulas', async () => {
  const response = await host.request('GET', '/api/admin/bookings.csv?sort=arrival');
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="bookings.csv"');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const rows: Record<string, string>[] = parse(await response.text(), {
    columns: true,
    record_delimiter: '\r\n',
  });
  expect(rows.map(({ code }) => code)).toEqual([paid.code, requested.code, held.code]);
  expect(rows[0]).toMatchObject({
    status: 'confirmed',
    property: first.slug,
    checkin: inDays(30),
    nights: '3',
    name: 'Zoë O’Hara',
    total: '600.00',
    paid: '600.00',
    open: '0.00',
    currency: 'usd',
    phone: "'+1 (850) 555-0177",
  });
  expect(rows[1]).toMatchObject({ note: 'Two, or\nthree cots', open: '600.00', paid: '0.00' });
  expect(rows[2]?.name).toBe(`'=HYPERLINK("x")`);
  const filtered = await host.request('GET', '/api/admin/bookings.csv?status=declined');
  expect((await filtered.text()).split('\r\n')).toHaveLength(2);
});

test('too many bookings for one file are rejected with advice, and so are pages and unknown filters', async () => {
  const ctx = { ...stays.ctx, viewer: { role: 'admin', needsReauthentication: false } as Ctx['viewer'] };
  await expect(exportHostedBookings(ctx, bookingFilter.parse('/api/admin/bookings.csv'), 2)).rejects.toThrow(
    'These are more than 2 bookings. Please choose fewer days.',
  );
  for (const query of ['page=1', 'state=held', 'status=lost'])
    expect((await host.request('GET', `/api/admin/bookings.csv?${query}`)).status, query).toBe(400);
});

test('list and CSV are only for hosts', async () => {
  const guest = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  for (const path of [
    '/api/admin/bookings',
    '/api/admin/bookings/totals',
    '/api/admin/bookings.csv',
    `/api/admin/bookings/${paid.code}`,
  ]) {
    expect((await stays.request('GET', path)).status, path).toBe(401);
    expect((await guest.request('GET', path)).status, path).toBe(403);
  }
});

test('ended bookings are counted, but not in the sum of the current ones', async () => {
  const statuses = ['cancelled', 'declined', 'expired', 'released'] as const;
  const { slug } = await stays.addProperty();
  for (const [index, status] of statuses.entries())
    await stays.set((await stays.hold(slug, {}, 60 + 5 * index)).code, { status });
  await stays.hold(slug, {}, 90);
  expect((await list(`?property=${slug}`)).totals).toEqual({
    count: 5,
    ended: 4,
    total: 300_000,
    standing: 60_000,
    paid: 0,
    open: 60_000,
    currency: 'usd',
  });
  expect((await list(`?property=${slug}&status=expired`)).totals).toMatchObject({ ended: 1, standing: 0 });
});

test('a rest that no card can be charged is not open', async () => {
  const open = async () => (await list(`?search=${paid.code}`)).totals.open;
  await stays.set(paid.code, { total_cents: 60_049 });
  expect(await open()).toBe(0);
  await stays.set(paid.code, { total_cents: 60_050 });
  expect(await open()).toBe(50);
});

test('from a day on the stays that go on then are listed with those to come, in every order', async () => {
  const { slug } = await stays.addProperty();
  const past = await stays.hold(slug, {}, 100);
  const going = await stays.hold(slug, {}, 110);
  const coming = await stays.hold(slug, {}, 120);
  for (const [sort, expected] of [
    ['latest', [coming.code, going.code]],
    ['arrival', [going.code, coming.code]],
    ['newest', [coming.code, going.code]],
  ] as const) {
    expect(await codes(`?property=${slug}&from=${inDays(111)}&sort=${sort}`)).toEqual(expected);
    expect(await codes(`?property=${slug}&from=${inDays(111)}&sort=${sort}&limit=1&page=2`)).toEqual([
      expected[1],
    ]);
  }
  expect(await codes(`?property=${slug}&from=${inDays(103)}&to=${inDays(109)}`)).toEqual([past.code]);
});

test('more than 1,000 bookings are listed without totals, which a call of their own adds up', async () => {
  const { id, slug } = await stays.addProperty();
  const quoteId = await addQuote(stays.db, {
    property_id: id,
    checkin: '2020-01-01',
    checkout: '2020-01-03',
  });
  const row = await bookingRow(stays.db, {
    property_id: id,
    checkin: '2020-01-01',
    checkout: '2020-01-03',
    quote_id: quoteId,
    status: 'expired',
  });
  const rows = Array.from({ length: 1_001 }, (_, n) => ({
    ...row,
    id: newId(),
    code: `${n}`.padStart(8, 'A'),
  }));
  await stays.db.insertInto('bookings').values(rows).execute();
  const page = await list(`?property=${slug}&page=21`);
  expect([page.bookings.length, page.totals]).toEqual([1, null]);
  const totals = await host.request('GET', `/api/admin/bookings/totals?property=${slug}`);
  expect(await totals.json()).toEqual({
    count: 1_001,
    ended: 1_001,
    total: 60_060_000,
    standing: 0,
    paid: 0,
    open: 0,
    currency: 'usd',
  });
  expect((await list(`?property=${slug}&search=AAAAA100`)).totals.count).toBe(1);
  for (const query of ['page=1', 'state=held', 'property=nowhere'])
    expect((await host.request('GET', `/api/admin/bookings/totals?${query}`)).status, query).toBe(400);
});

test('a search from a day on lists a later stay behind 2,000 others before the stays that go on then', async () => {
  const { id: property_id, slug } = await stays.addProperty();
  const span = { checkin: '2027-01-10', checkout: '2027-01-12' };
  const quote_id = await addQuote(stays.db, { property_id, ...span });
  const row = await bookingRow(stays.db, { property_id, ...span, quote_id, status: 'expired' });
  const others = { created_at: new Date('2026-09-03') };
  const later = { name: 'Wanda', checkin: '2027-01-09', created_at: new Date('2026-09-02') };
  const present = { name: 'Wanda', checkin: '2027-01-07', created_at: new Date('2026-09-01') };
  const rows = [...Array.from({ length: 2_000 }, () => others), later, present, present];
  await stays.db
    .insertInto('bookings')
    .values(rows.map((more, n) => ({ ...row, ...more, id: newId(), code: `${n}`.padStart(8, 'B') })))
    .execute();
  for (const sort of ['newest', 'latest']) {
    const query = `?property=${slug}&from=2027-01-08&search=wanda&sort=${sort}&limit=1`;
    expect((await list(query)).bookings).toMatchObject([{ checkin: '2027-01-09' }]);
  }
});

test('every CSV of hosts begins with the byte order mark by which Excel reads UTF-8', async () => {
  const paths = [
    '/api/admin/bookings.csv',
    '/api/admin/figures.csv?from=2027-01&to=2027-02',
    '/api/admin/reports/taxes.csv?from=2027-01&to=2027-02',
    '/api/admin/reports/payouts.csv?from=2027-01&to=2027-02',
    '/api/tables/promo_codes/export',
  ];
  for (const path of paths) {
    const response = await host.request('GET', path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([path, response.status, ...bytes.slice(0, 3)]).toEqual([path, 200, 0xef, 0xbb, 0xbf]);
    expect([path, ...bytes.slice(3, 6)]).not.toEqual([path, 0xef, 0xbb, 0xbf]);
  }
});
