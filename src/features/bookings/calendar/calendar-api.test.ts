import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import type { Availability, PropertyCalendar } from './calendar.ts';

const now = new Date('2027-05-20T17:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
afterAll(() => app.close());

const read = (path: string) => app.request('GET', path);
const calendar = async (slug: string, from: string, to: string) =>
  (await (await read(`/api/properties/${slug}/calendar?from=${from}&to=${to}`)).json()) as PropertyCalendar;
const search = async (query: string) =>
  (await (await read(`/api/availability?${query}`)).json()) as Availability;

test('the calendar of a home says day by day what is free, why not, and what nights cost', async () => {
  const { id, slug } = await addProperty(app.platform.db, { turnover_nights: 1, weekend_cents: 26_000 });
  await addBooking(app.platform.db, { property_id: id, checkin: '2027-07-08', checkout: '2027-07-10' });
  const block = { property_id: id, first_night: '2027-07-12', last_night: '2027-07-12' };
  await app.platform.db.insertInto('blocks').values(block).execute();
  const rate = {
    property_id: id,
    first_night: '2027-07-13',
    name: 'Late',
    min_nights: 4,
    nightly_cents: 30_000,
  };
  await app.platform.db.insertInto('rates').values(rate).execute();

  const response = await read(`/api/properties/${slug}/calendar?from=2027-07-06&to=2027-07-14`);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=30');
  const { days, ...rest } = (await response.json()) as PropertyCalendar;
  expect(rest).toEqual({
    timeZone: 'America/Chicago',
    currency: 'usd',
    calendarsCheckedAt: now.toISOString(),
  });
  expect(days.map(({ why, canArrive, canDepart }) => [why, canArrive, canDepart])).toEqual([
    [undefined, true, true],
    ['turnover', false, true],
    ['booked', false, false],
    ['booked', false, false],
    ['turnover', false, false],
    [undefined, true, false],
    ['blocked', false, true],
    [undefined, true, false],
  ]);
  expect(days.map(({ price }) => price)).toEqual([
    20_000, 20_000, 20_000, 26_000, 26_000, 20_000, 20_000, 30_000,
  ]);
  expect(days.map(({ minNights }) => minNights)).toEqual([1, 1, 1, 1, 1, 1, 1, 4]);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])(
  'a year of a calendar for a client that takes %s comes as %s, 10 KB at most',
  async (accepted, encoding, unpack) => {
    const path = '/api/properties/the-beachcomber/calendar?from=2027-05-20&to=2028-05-20';
    const response = await app.request('GET', path, { headers: { 'Accept-Encoding': accepted } });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.length).toBeLessThan(10_000);
    const plain = await read(path);
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
    expect(unpack(body).toString()).toBe(await plain.text());
  },
);

test('days before today are too soon, and the days of homes that are not open say so', async () => {
  const { slug } = await addProperty(app.platform.db);
  const { days } = await calendar(slug, '2027-05-19', '2027-05-21');
  expect(days.map(({ why }) => why)).toEqual(['too_soon', undefined]);
  const villa = await calendar('sunset-villa', '2027-07-01', '2027-07-03');
  expect(villa.days.map(({ why }) => why)).toEqual(['not_open', 'not_open']);
});

test.each([
  ['from=2027-07-01', 400],
  ['from=2027-07-01&to=2027-07-01', 400],
  ['from=2027-07-01&to=2027-02-30', 400],
  ['from=0001-01-01&to=0001-01-03', 400],
  ['from=2027-07-01&to=2029-07-20', 200],
  ['from=2027-07-01&to=2029-07-21', 400],
  ['from=2027-07-01&to=2027-07-02&currency=eur', 400],
])('a calendar for %s returns %i', async (query, status) => {
  expect((await read(`/api/properties/the-beachcomber/calendar?${query}`)).status).toBe(status);
});

test('the calendar of a home that is unknown or not listed is not found', async () => {
  const { slug } = await addProperty(app.platform.db, { is_listed: false });
  for (const name of [slug, 'no-such-home', '%00', 'admin'])
    expect((await read(`/api/properties/${name}/calendar?from=2027-07-01&to=2027-07-02`)).status).toBe(404);
});

test('no night of an open home costs less than its card says, in two years', async () => {
  const today = todayAtProperty(new Date());
  for (const [slug, startingAt] of [
    ['kid-friendly-steps-to-beach', 17_500],
    ['the-beachcomber', 19_900],
  ] as const) {
    const { days } = await calendar(slug, today, addDays(today, 730));
    expect(Math.min(...days.map(({ price }) => price))).toBe(startingAt);
    expect(new Set(days.map(({ price }) => price)).size).toBeGreaterThanOrEqual(8);
  }
});

test('availability has every listed home, the cheapest free one first, the others with their nearest free dates', async () => {
  const { db } = app.platform;
  const cheap = await addProperty(db, { nightly_cents: 5_000 });
  const dear = await addProperty(db, { nightly_cents: 6_000 });
  const taken = await addProperty(db, { nightly_cents: 4_000 });
  const small = await addProperty(db, { guests: 2 });
  await addBooking(db, { property_id: taken.id, checkin: '2027-09-10', checkout: '2027-09-11' });
  const query = 'checkin=2027-09-10&checkout=2027-09-12&guests=3';
  const homes = await search(query);
  expect(homes.slice(0, 2).map(({ slug }) => slug)).toEqual([cheap.slug, dear.slug]);
  expect(homes[0]).toMatchObject({ isFree: true, total: 11_312, perNight: 5_656, nearest: [] });
  const bySlug = new Map(homes.map((home) => [home.slug, home]));
  expect(bySlug.get(taken.slug)).toMatchObject({
    isFree: false,
    reason: 'dates_taken',
    nearest: [
      { checkin: '2027-09-11', checkout: '2027-09-13', total: 9_050 },
      { checkin: '2027-09-08', checkout: '2027-09-10' },
      { checkin: '2027-09-12', checkout: '2027-09-14' },
    ],
  });
  expect(bySlug.get(small.slug)).toMatchObject({ reason: 'too_many_guests', nearest: [] });
  expect(bySlug.get('sunset-villa')).toMatchObject({ reason: 'not_open', nearest: [] });
  const firstRefused = homes.findIndex(({ isFree }) => !isFree);
  expect(homes.slice(firstRefused).every(({ isFree }) => !isFree)).toBe(true);

  const flexible = await search(`${query}&flexDays=1`);
  expect(flexible[0]?.nearest.map(({ checkin }) => checkin)).toEqual(['2027-09-09', '2027-09-11']);
});

test('availability of dates long past says that they are too soon, and names the first that are free', async () => {
  const { slug } = await addProperty(app.platform.db, {});
  const homes = await search('checkin=2020-07-10&checkout=2020-07-12&guests=2');
  expect(homes.find((home) => home.slug === slug)).toMatchObject({ isFree: false, reason: 'too_soon' });
  const today = todayAtProperty(now);
  const near = await search(`checkin=${addDays(today, -1)}&checkout=${addDays(today, 1)}&guests=2`);
  expect(near.find((home) => home.slug === slug)).toMatchObject({
    isFree: false,
    nearest: [{ checkin: today }, { checkin: addDays(today, 1) }, { checkin: addDays(today, 2) }],
  });
});

test('availability and the quote of the same stay agree to the cent', async () => {
  const stay = { checkin: '2027-10-04', checkout: '2027-10-11', guests: 6, pets: 0 };
  const homes = await search('checkin=2027-10-04&checkout=2027-10-11&guests=6&pets=0');
  const free = homes.filter(({ isFree }) => isFree);
  expect(free.length).toBeGreaterThan(3);
  for (const { slug, total, perNight } of free) {
    const response = await app.request('POST', '/api/quotes', { json: { property: slug, ...stay } });
    expect(await response.json()).toMatchObject({ total, perNight });
  }
});

test.each([
  'checkin=2027-07-01&guests=2',
  'checkin=2027-07-01&checkout=2027-07-03',
  'checkin=2027-07-01&checkout=2027-07-01&guests=2',
  'checkin=2027-07-01&checkout=2020-07-01&guests=2',
  'checkin=0001-01-01&checkout=0001-01-03&guests=2',
  'checkin=2027-07-01&checkout=2027-07-03&guests=0',
  'checkin=2027-07-01&checkout=2027-07-03&guests=2&flexDays=8',
  'checkin=2027-07-01&checkout=2027-07-03&guests=2&pets=x',
  'checkin=2027-07-01&checkout=2027-07-03&guests=2&guests=3',
])('availability rejects %s', async (query) => {
  expect((await read(`/api/availability?${query}`)).status).toBe(400);
});
