import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty, addQuote } from '../../../../test/bookings.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { FigureReport, FigureRow } from './contract.server.ts';

const today = new Date('2027-06-15T18:00:00Z');
let now = today;
const app = await testAppForFile({ now: () => now });
const { db } = app.ctx;
const host = await signedInBrowser(app, 'host@example.com');

let home: { id: string; slug: string };
beforeEach(async () => {
  now = today;
  home = await addProperty(db, { title: 'Heron House', created_at: '2024-01-01T12:00:00Z' });
});

async function read(from: string, to = from, browser = host): Promise<FigureReport> {
  const response = await browser.request(
    'GET',
    `/api/admin/figures?from=${from}&to=${to}&property=${home.slug}`,
  );
  expect(response.status).toBe(200);
  return response.json();
}
const readMonth = async (month: string): Promise<FigureRow> => (await read(month)).rows[0] as FigureRow;

/** Prices of nights from a day on, and what comes off their sum. */
function priceOf(checkin: string, prices: readonly number[], off: readonly number[] = []) {
  const rent = prices.reduce((sum, price) => sum + price, 0);
  const day = Temporal.PlainDate.from(checkin);
  return JSON.stringify({
    nights: prices.map((price, index) => ({
      date: day.add({ days: index }).toString(),
      price,
      season: null,
    })),
    lines: [
      { kind: 'rent', label: 'Nights', amount: rent },
      ...off.map((amount, index) => ({ kind: index ? 'promo' : 'discount', label: 'Off', amount: -amount })),
      { kind: 'fee', label: 'Cleaning', amount: 15_000, fee: 'per_stay', isTaxed: true },
      { kind: 'tax', label: 'Tax', amount: 999, jurisdiction: 'Florida', step: 1 },
    ],
  });
}

async function book(
  checkin: string,
  prices: readonly number[],
  { off = [], ...more }: { off?: number[] } & Partial<Parameters<typeof addBooking>[1]> = {},
) {
  const checkout = Temporal.PlainDate.from(checkin).add({ days: prices.length }).toString();
  const span = { property_id: home.id, checkin, checkout };
  const quote_id = await addQuote(db, span, { price: priceOf(checkin, prices, off) });
  const created_at = '2027-01-10T18:00:00Z';
  return addBooking(db, { ...span, quote_id, created_at, confirmed_at: new Date(created_at), ...more });
}

async function addFeed(channel: 'airbnb' | 'vrbo' = 'airbnb'): Promise<string> {
  const id = newId();
  await db
    .insertInto('calendar_feeds')
    .values({ id, property_id: home.id, channel, url: `https://${channel}.example/${id}.ics` })
    .execute();
  return id;
}
async function addEvent(
  feed_id: string,
  checkin: string,
  checkout: string,
  more: { kind?: 'reservation' | 'block'; is_echo?: boolean; created_at?: string } = {},
): Promise<string> {
  const id = newId();
  const event = {
    id,
    feed_id,
    property_id: home.id,
    uid: id,
    checkin,
    checkout,
    kind: 'reservation' as const,
  };
  await db
    .insertInto('feed_events')
    .values({ ...event, ...more })
    .execute();
  return id;
}

test.each([
  ['', { from: 'Please send a month as YYYY-MM', to: 'Please send a month as YYYY-MM' }],
  ['?from=2027-13&to=2027-12', { from: 'Please send a month as YYYY-MM' }],
  ['?from=2027-01-01&to=2027-12', { from: 'Please send a month as YYYY-MM' }],
  ['?from=2027-07&to=2027-06', { to: 'The last month lies before the first one' }],
  ['?from=2024-01&to=2027-01', { to: 'The figures cover at most 36 months' }],
  ['?from=2027-01&to=2027-02&home=1', { home: 'There is no parameter "home"' }],
])('months as in %j are rejected with a message, as JSON and as CSV', async (query, fields) => {
  for (const path of ['figures', 'figures.csv']) {
    const response = await host.request('GET', `/api/admin/${path}${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).fields).toEqual(fields);
  }
});

test('36 months are read, and a property that is not there is not found', async () => {
  expect((await read('2024-02', '2027-01')).rows).toHaveLength(36);
  const response = await host.request('GET', '/api/admin/figures?from=2027-01&to=2027-01&property=nowhere');
  expect(response.status).toBe(404);
  expect((await response.json()).message).toBe('There is no such home.');
});

test.each(['0001-01', '9999-12'])('%s is a month without anything sold', async (month) => {
  expect(await readMonth(month)).toMatchObject({ month, nightsSold: 0, lastYear: { nightsSold: 0 } });
});

test('visitors and guests are denied access before anything else is checked', async () => {
  const guest = await signedInBrowser(app, 'guest@example.com');
  for (const path of ['figures', 'figures.csv']) {
    expect((await app.request('GET', `/api/admin/${path}?x=1`)).status).toBe(401);
    expect((await guest.request('GET', `/api/admin/${path}?x=1`)).status).toBe(403);
  }
});

test('a month without stays has its nights on sale, and null where nothing is divided', async () => {
  const { rows, months, properties, totals } = await read('2026-02');
  const none = {
    nightsSold: 0,
    directNights: 0,
    channelNights: { airbnb: 0, vrbo: 0, booking_com: 0, other: 0 },
    occupancy: 0,
    rent: 0,
    extras: 0,
    averageNightlyRate: null,
    revenuePerNight: 0,
    averageStay: null,
    averageDaysAhead: null,
    cancellations: 0,
  };
  const figures = { ...none, nightsOnSale: 28 };
  const compared = { ...figures, lastYear: figures, onTheBooks: figures };
  expect(rows).toEqual([{ month: '2026-02', property: home.slug, ...compared }]);
  expect(months).toEqual([{ month: '2026-02', ...compared }]);
  expect(properties).toEqual([{ property: home.slug, title: 'Heron House', ...compared }]);
  expect(totals).toEqual({ ...compared, agentBookings: 0 });
});

test('nights are on sale from the day on which the property was made, by the clock of the homes', async () => {
  home = await addProperty(db, { created_at: '2027-03-10T04:00:00Z' });
  expect(await readMonth('2027-02')).toMatchObject({
    nightsOnSale: 0,
    occupancy: null,
    revenuePerNight: null,
  });
  expect(await readMonth('2027-03')).toMatchObject({ nightsOnSale: 23, lastYear: { nightsOnSale: 0 } });
  expect(await readMonth('2027-04')).toMatchObject({ nightsOnSale: 30 });
});

test('a stay over a month’s end is split by its nights’ prices, to the cent', async () => {
  await book('2027-06-29', [10_000, 10_000, 33_333], { off: [1_001, 500] });
  const [june, july] = (await read('2027-06', '2027-07')).rows as [FigureRow, FigureRow];
  const left = 53_333 - 1_501;
  expect([june.directNights, july.directNights]).toEqual([2, 1]);
  expect(june.rent).toBe(Math.round((left * 20_000) / 53_333));
  expect(june.rent + july.rent).toBe(left);
  expect(june).toMatchObject({
    nightsSold: 2,
    averageNightlyRate: Math.round(june.rent / 2),
    revenuePerNight: Math.round(june.rent / 30),
    occupancy: 0.066667,
  });
  const { totals } = await read('2027-06', '2027-07');
  expect(totals).toMatchObject({ rent: left, directNights: 3, averageNightlyRate: Math.round(left / 3) });
});

test('a stay longer than a month has a part in each', async () => {
  await book(
    '2027-01-30',
    Array.from({ length: 35 }, () => 100),
    { off: [1] },
  );
  const { rows } = await read('2027-01', '2027-03');
  expect(rows.map(({ directNights }) => directNights)).toEqual([2, 28, 5]);
  expect(rows.map(({ rent }) => rent).reduce((sum, rent) => sum + rent)).toBe(3_499);
});

test('length, days ahead and cancellations count in the month of the check-in, by the clock of the homes', async () => {
  // January 9 at the homes.
  await book('2027-06-29', [100, 100, 100], { created_at: '2027-01-10T03:00:00Z' });
  await book('2027-06-01', [100], { created_at: '2027-05-31T18:00:00Z' });
  const cancelled = { status: 'cancelled' as const, cancelled_at: new Date('2027-02-01T18:00:00Z') };
  await book('2027-06-28', [100, 100, 100, 100], cancelled);
  const [june, july] = (await read('2027-06', '2027-07')).rows as [FigureRow, FigureRow];
  expect(june).toMatchObject({ averageStay: 2, averageDaysAhead: (171 + 1) / 2, cancellations: 1 });
  expect(july).toMatchObject({
    averageStay: null,
    averageDaysAhead: null,
    cancellations: 0,
    directNights: 1,
  });
});

test('stays that are held, requested, expired, released or declined are not sold', async () => {
  for (const [index, status] of (['held', 'requested', 'expired', 'released', 'declined'] as const).entries())
    await book(`2027-06-0${index + 1}`, [100], { status, confirmed_at: null });
  expect(await readMonth('2027-06')).toMatchObject({ nightsSold: 0, rent: 0, cancellations: 0 });
});

test('a cancelled stay gives its nights and rent back', async () => {
  const { id } = await book('2027-06-10', [100, 100]);
  expect(await readMonth('2027-06')).toMatchObject({ directNights: 2, rent: 200 });
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_at: now })
    .where('id', '=', id)
    .execute();
  expect(await readMonth('2027-06')).toMatchObject({
    directNights: 0,
    rent: 0,
    averageStay: null,
    cancellations: 1,
  });
});

test('extras of a confirmed stay count once in the month of its check-in, before taxes and separately from the rent', async () => {
  const added = async (id: string, amount_cents: number, status: 'open' | 'paid' | 'included' | 'asked') =>
    db
      .insertInto('booking_extras')
      .values({ booking_id: id, label: 'Crib', amount_cents, unit_cents: amount_cents, status, by: 'guest' })
      .execute();
  const { id } = await book('2027-06-29', [100, 100, 100]);
  await added(id, 1_500, 'included');
  await added(id, 2_500, 'open');
  await added(id, 4_500, 'paid');
  await added(id, 9_000, 'asked');
  const [june, july] = (await read('2027-06', '2027-07')).rows as [FigureRow, FigureRow];
  expect([june.extras, july.extras, june.rent, july.rent]).toEqual([8_500, 0, 200, 100]);
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_at: now })
    .where('id', '=', id)
    .execute();
  expect((await readMonth('2027-06')).extras).toBe(0);
});

test('reservations of channels are sold, echoes are not, and a night that a channel names twice counts once', async () => {
  const airbnb = await addFeed('airbnb');
  const vrbo = await addFeed('vrbo');
  await addEvent(airbnb, '2027-06-28', '2027-07-03');
  await addEvent(airbnb, '2027-06-29', '2027-07-01');
  await addEvent(vrbo, '2027-06-10', '2027-06-12');
  await addEvent(vrbo, '2027-06-20', '2027-06-25', { kind: 'block', is_echo: true });
  const [june, july] = (await read('2027-06', '2027-07')).rows as [FigureRow, FigureRow];
  expect(june).toMatchObject({
    nightsOnSale: 30,
    nightsSold: 5,
    directNights: 0,
    channelNights: { airbnb: 3, vrbo: 2, booking_com: 0, other: 0 },
    averageNightlyRate: null,
    rent: 0,
  });
  expect(july.channelNights.airbnb).toBe(2);
});

test('a night sold by two channels at once never makes more than a full house', async () => {
  for (const channel of ['airbnb', 'vrbo'] as const)
    await addEvent(await addFeed(channel), '2027-06-01', '2027-07-01');
  expect(await readMonth('2027-06')).toMatchObject({ nightsSold: 60, occupancy: 1 });
});

test('blocks of hosts and channels are off sale once each, and nights sold through another channel stay on sale', async () => {
  await db
    .insertInto('blocks')
    .values({ property_id: home.id, first_night: '2027-05-30', last_night: '2027-06-05' })
    .execute();
  const vrbo = await addFeed('vrbo');
  await addEvent(vrbo, '2027-06-04', '2027-06-09', { kind: 'block' });
  // Vrbo closes what Airbnb and we sold, although our feed did not.
  await addEvent(vrbo, '2027-06-20', '2027-06-26', { kind: 'block' });
  await addEvent(await addFeed('airbnb'), '2027-06-20', '2027-06-22');
  await book('2027-06-23', [100]);
  // June 1 to 8; June 22, 24 and 25.
  expect(await readMonth('2027-06')).toMatchObject({ nightsOnSale: 30 - 8 - 3, nightsSold: 3 });
  expect(await readMonth('2027-05')).toMatchObject({ nightsOnSale: 29 });
});

test('a stay that a channel’s calendar drops after its end was sold, and one that it drops before was not', async () => {
  const airbnb = await addFeed('airbnb');
  const past = await addEvent(airbnb, '2025-03-10', '2025-03-14', { created_at: '2025-01-01T00:00:00Z' });
  const next = await addEvent(airbnb, '2030-03-10', '2030-03-14');
  const moved = await addEvent(airbnb, '2030-03-20', '2030-03-22');
  await db.deleteFrom('feed_events').where('id', 'in', [past, next]).execute();
  await db.updateTable('feed_events').set({ checkout: '2030-03-25' }).where('id', '=', moved).execute();
  expect((await readMonth('2025-03')).channelNights.airbnb).toBe(4);
  expect((await readMonth('2030-03')).channelNights.airbnb).toBe(5);
  await db.deleteFrom('calendar_feeds').where('id', '=', airbnb).execute();
  expect((await readMonth('2025-03')).channelNights.airbnb).toBe(4);
  expect((await readMonth('2030-03')).channelNights.airbnb).toBe(0);
});

test('a stay under way whose channel takes it back keeps the nights that are over', async () => {
  const feed = await addFeed();
  // No midnight passes within a transaction: its moment stands still.
  const today = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ today: string }>`
      select (now() at time zone 'America/Chicago')::date as today`.execute(tx);
    const date = Temporal.PlainDate.from(rows[0]?.today ?? '');
    const id = await addEvent(feed, date.subtract({ days: 2 }).toString(), date.add({ days: 3 }).toString());
    await tx.deleteFrom('feed_events').where('id', '=', id).execute();
    return date;
  });
  const month = (days: number) => today.add({ days }).toString().slice(0, 7);
  const { totals } = await read(month(-2), month(3));
  expect(totals.channelNights.airbnb).toBe(2);
});

test('an event that turns out to be an echo was never sold, and a renamed channel has its nights', async () => {
  const feed = await addFeed('airbnb');
  const echo = await addEvent(feed, '2025-05-10', '2025-05-12');
  await addEvent(feed, '2025-05-20', '2025-05-23');
  await db
    .updateTable('feed_events')
    .set({ is_echo: true, kind: 'block', own_nights: '{}' })
    .where('id', '=', echo)
    .execute();
  await db.updateTable('calendar_feeds').set({ channel: 'booking_com' }).where('id', '=', feed).execute();
  expect((await readMonth('2025-05')).channelNights).toEqual({
    airbnb: 0,
    vrbo: 0,
    booking_com: 3,
    other: 0,
  });
});

test('a block that moves on each day leaves no row behind but its nights that are over', async () => {
  const feed = await addFeed();
  const id = await addEvent(feed, '2025-05-01', '2099-05-09', { kind: 'block' });
  const change = (values: object) => db.updateTable('feed_events').set(values).where('id', '=', id).execute();
  const ended = async () => {
    const rows = await db
      .selectFrom('channel_nights')
      .select('ended_at')
      .where('event_id', '=', id)
      .execute();
    return rows.filter(({ ended_at }) => ended_at !== null).length;
  };
  for (let day = 10; day < 20; day += 1) await change({ checkout: `2099-05-${day}` });
  expect(await ended()).toBe(0);
  expect((await readMonth('2025-05')).nightsOnSale).toBe(0);
  // A reservation stays on the books until it ends.
  await change({ kind: 'reservation' });
  expect(await ended()).toBe(0);
  await change({ checkout: '2099-06-01' });
  expect(await ended()).toBe(1);
});

test('a property is deleted with its channels’ nights', async () => {
  await addEvent(await addFeed(), '2025-05-10', '2025-05-12');
  await db.deleteFrom('properties').where('id', '=', home.id).execute();
  const rows = await db
    .selectFrom('channel_nights')
    .select('event_id')
    .where('property_id', '=', home.id)
    .execute();
  expect(rows).toEqual([]);
});

const beforeYear = new Date('2026-06-16T04:59:59Z');
const afterYear = new Date('2026-06-16T05:00:00Z');

test('on the books is what stood at the end of this day a year ago: booked until then and not cancelled until then', async () => {
  const at = (moment: Date, more: object = {}) => ({ created_at: moment, confirmed_at: moment, ...more });
  await book('2026-08-01', [1_000, 1_000], at(beforeYear));
  await book('2026-08-10', [1_000, 1_000, 1_000], at(afterYear));
  const cancelled = (cancelled_at: Date) => ({ status: 'cancelled' as const, cancelled_at });
  await book('2026-08-20', [500], at(new Date('2026-06-01T18:00:00Z'), cancelled(afterYear)));
  await book('2026-08-22', [700], at(new Date('2026-06-01T18:00:00Z'), cancelled(beforeYear)));
  await addEvent(await addFeed('vrbo'), '2026-08-25', '2026-08-27', { created_at: '2026-06-15T18:00:00Z' });
  await addEvent(await addFeed('vrbo'), '2026-08-28', '2026-08-29', { created_at: '2026-07-15T18:00:00Z' });
  const { lastYear, onTheBooks } = await readMonth('2027-08');
  expect(lastYear).toMatchObject({
    directNights: 5,
    rent: 5_000,
    nightsSold: 8,
    cancellations: 2,
    averageStay: 2.5,
  });
  expect(onTheBooks).toMatchObject({
    directNights: 3,
    rent: 2_500,
    nightsSold: 5,
    channelNights: { vrbo: 2 },
    cancellations: 1,
    averageStay: 1.5,
    occupancy: 0.16129,
  });
});

test('a stay that was moved stood on the books as it was then, with its nights, its rent and its home', async () => {
  const other = await addProperty(db, { created_at: '2024-01-01T12:00:00Z' });
  const booked = new Date('2026-05-01T18:00:00Z');
  const { id } = await book('2026-08-01', [1_000, 1_000], { created_at: booked, confirmed_at: booked });
  const span = { property_id: other.id, checkin: '2026-08-05', checkout: '2026-08-08' };
  const quote_id = await addQuote(db, span, { price: priceOf('2026-08-05', [2_000, 2_000, 2_000]) });
  await db
    .updateTable('bookings')
    .set({ ...span, quote_id, updated_at: new Date('2026-07-01T18:00:00Z') })
    .where('id', '=', id)
    .execute();
  expect(await readMonth('2027-08')).toMatchObject({
    lastYear: { directNights: 0, rent: 0, cancellations: 0 },
    onTheBooks: { directNights: 2, rent: 2_000 },
  });
  home = other;
  expect(await readMonth('2027-08')).toMatchObject({
    lastYear: { directNights: 3, rent: 6_000 },
    onTheBooks: { directNights: 0, rent: 0 },
  });
});

test('a stay whose dates or times are edited in the table is counted by the edited values', async () => {
  const { id } = await book('2027-08-01', [1_000, 1_000]);
  const moment = new Date('2026-03-01T18:00:00Z');
  await db
    .updateTable('bookings')
    .set({ checkin: '2026-07-30', checkout: '2026-08-02', created_at: moment, confirmed_at: moment })
    .where('id', '=', id)
    .execute();
  expect(await readMonth('2027-08')).toMatchObject({
    directNights: 0,
    onTheBooks: { directNights: 1, rent: 667 },
  });
  expect(await readMonth('2027-07')).toMatchObject({
    onTheBooks: { directNights: 2, rent: 1_333, averageStay: 3 },
  });
});

test('February 29 is compared with the books of February 28', async () => {
  const at = (moment: string) => ({ created_at: moment, confirmed_at: new Date(moment) });
  await book('2027-05-01', [100], at('2027-03-01T05:59:59Z'));
  await book('2027-05-03', [100], at('2027-03-01T06:00:00Z'));
  now = new Date('2028-02-29T18:00:00Z');
  const later = await signedInBrowser(app, 'host@example.com');
  const { rows } = await read('2028-05', '2028-05', later);
  expect(rows[0]).toMatchObject({ lastYear: { directNights: 2 }, onTheBooks: { directNights: 1 } });
});

test('stays that began with a guest’s agent are counted by their check-in', async () => {
  await book('2027-06-01', [100], { source: 'agent' });
  await book('2027-06-03', [100], { source: 'agent' });
  await book('2027-06-05', [100], { source: 'agent', status: 'cancelled' });
  await book('2027-06-07', [100], { source: 'site' });
  await book('2027-07-01', [100], { source: 'agent' });
  expect((await read('2027-06')).totals.agentBookings).toBe(2);
});

describe('figures of more homes than fit on a page', () => {
  const query = 'from=2027-06&to=2027-07';
  const load = async (part: string): Promise<FigureReport> => {
    const response = await host.request('GET', `/api/admin/figures?${query}${part}`);
    expect(response.status).toBe(200);
    return response.json();
  };
  const loadAll = async (): Promise<FigureReport[]> => {
    const first = await load('');
    const others = Array.from({ length: first.pages - 1 }, (_, index) => load(`&page=${index + 2}`));
    return [first, ...(await Promise.all(others))];
  };

  beforeEach(async () => {
    for (let added = 0; added < 12; added += 1)
      home = await addProperty(db, { created_at: '2024-01-01T12:00:00Z', title: `Gull ${added}` });
    await book('2027-06-01', [100, 100]);
  });

  test('come ten homes a page, by month, then in the order of the homes', async () => {
    const pages = await loadAll();
    const homes = await db
      .selectFrom('properties')
      .select('slug')
      .orderBy('position')
      .orderBy('slug')
      .execute();
    expect(pages).toHaveLength(Math.ceil(homes.length / 10));
    for (const [index, { properties: part, rows }] of pages.entries()) {
      const slugs = homes.slice(index * 10, index * 10 + 10).map(({ slug }) => slug);
      expect(part.map(({ property }) => property)).toEqual(slugs);
      expect(rows.map(({ month, property }) => `${month} ${property}`)).toEqual(
        ['2027-06', '2027-07'].flatMap((month) => slugs.map((slug) => `${month} ${slug}`)),
      );
    }
  });

  test('have the months and the totals of all homes on every page', async () => {
    const pages = await loadAll();
    for (const { months, totals } of pages) {
      expect(months).toEqual(pages[0]?.months);
      expect(totals).toEqual(pages[0]?.totals);
      for (const name of ['nightsOnSale', 'nightsSold', 'rent', 'cancellations'] as const) {
        const sum = (figures: { [Key in typeof name]: number }[]) =>
          figures.reduce((total, one) => total + one[name], 0);
        expect(totals[name]).toBe(sum(months));
        expect(totals[name]).toBe(sum(pages.flatMap(({ properties }) => properties)));
        const rows = pages.flatMap((page) => page.rows);
        expect(totals[name]).toBe(sum(rows));
        for (const { month, [name]: ofMonth, lastYear } of months) {
          const own = rows.filter((row) => row.month === month);
          expect(ofMonth).toBe(sum(own));
          expect(lastYear[name]).toBe(sum(own.map((row) => row.lastYear)));
        }
      }
    }
  });

  test('are found by title, beside the totals of all', async () => {
    const found = await load('&search=gULL%201');
    expect(new Set(found.properties.map(({ title }) => title))).toEqual(
      new Set(['Gull 1', 'Gull 10', 'Gull 11']),
    );
    expect(found.totals).toEqual((await load('')).totals);
    expect(await load('&search=no+such+home')).toMatchObject({ properties: [], rows: [], pages: 1 });
  });

  test('end with the last page, which also a later one is', async () => {
    const { pages } = await load('');
    expect(await load('&page=9999')).toEqual(await load(`&page=${pages}`));
  });

  test.each([
    ['&page=0', { page: 'The page must be a whole number, 1 or more' }],
    ['&page=one', { page: 'The page must be a whole number, 1 or more' }],
    [`&search=${'x'.repeat(101)}`, { search: 'The search cannot be longer than 100 characters' }],
  ])('are not read with %s', async (part, fields) => {
    const response = await host.request('GET', `/api/admin/figures?${query}${part}`);
    expect(response.status).toBe(400);
    expect((await response.json()).fields).toEqual(fields);
  });

  test('are whole in the CSV, which has no pages', async () => {
    const csv = await host.request('GET', `/api/admin/figures.csv?${query}`);
    const rows: { property: string }[] = parse(await csv.text(), { columns: true });
    const all = (await loadAll()).flatMap((page) => page.rows.map(({ property }) => property));
    expect(rows.map(({ property }) => property).sort()).toEqual(all.sort());
    const paged = await host.request('GET', `/api/admin/figures.csv?${query}&page=2`);
    expect(paged.status).toBe(400);
  });

  test('are at most 400 KB a page, also for 36 months with something in each', async () => {
    const response = await host.request('GET', '/api/admin/figures?from=2025-01&to=2027-12');
    const report: FigureReport = await response.json();
    const figures = {
      nightsOnSale: 30,
      nightsSold: 28,
      directNights: 25,
      channelNights: { airbnb: 10, vrbo: 10, booking_com: 10, other: 10 },
      occupancy: 0.933333,
      rent: 1_234_567,
      averageNightlyRate: 123_456,
      revenuePerNight: 123_456,
      averageStay: 3.333333,
      averageDaysAhead: 123.333333,
      cancellations: 10,
    };
    const fill = <Row extends object>(rows: Row[]) =>
      rows.map((row) => ({ ...row, ...figures, lastYear: figures, onTheBooks: figures }));
    const { properties, rows, months } = report;
    const full = { ...report, properties: fill(properties), rows: fill(rows), months: fill(months) };
    expect([properties.length, rows.length, months.length]).toEqual([10, 360, 36]);
    expect(JSON.stringify(full).length).toBeLessThan(400_000);
  });
});

test('the CSV holds the same figures, with empty cells for what is not divided', async () => {
  await book('2027-06-29', [10_000, 10_000, 33_333]);
  const path = `/api/admin/figures.csv?from=2027-06&to=2027-07&property=${home.slug}`;
  const response = await host.request('GET', path);
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('Content-Disposition')).toBe(
    'attachment; filename="figures-2027-06-to-2027-07.csv"',
  );
  const rows = parse(await response.text(), { columns: true });
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    month: '2027-06',
    property: home.slug,
    nights_on_sale: '30',
    direct_nights: '2',
    channel_nights_airbnb: '0',
    rent: '200.00',
    average_nightly_rate: '100.00',
    average_stay: '3',
    last_year_rent: '0.00',
    last_year_average_nightly_rate: '',
    on_the_books_nights_sold: '0',
  });
  expect(rows[1]).toMatchObject({ rent: '333.33', average_stay: '' });
});
