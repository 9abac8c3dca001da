import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Quote } from '../quotes/contract.server.ts';

/* These tests follow the rows that hosts write to the price that guests read: whose rows count, and in which order. */

// Noon at the homes, 46 days before check-in.
const app = await testAppForFile({ now: () => new Date('2027-05-20T17:00:00Z') });
const { db } = app.platform;

let home: { id: string; slug: string };
let other: { id: string; slug: string };
beforeEach(async () => {
  for (const table of ['rates', 'fees', 'taxes', 'discounts'] as const) await db.deleteFrom(table).execute();
  home = await addProperty(db, { nightly_cents: 10_000, guests_included: 2, max_pets: 2, guests: 8 });
  other = await addProperty(db, { nightly_cents: 10_000, guests_included: 2, max_pets: 2, guests: 8 });
});

const monday = { checkin: '2027-07-05', checkout: '2027-07-08' };
async function quote(more: object = {}, slug = home.slug): Promise<Quote> {
  const json = { property: slug, ...monday, guests: 2, pets: 0, ...more };
  const response = await app.request('POST', '/api/quotes', { json, from: anyAddress() });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body as Quote;
}
const lines = async (more: object = {}, slug?: string) =>
  (await quote(more, slug)).lines.slice(1).map(({ label, amount }) => `${label} ${amount}`);

let minutes = 0;
const add = (table: 'rates' | 'fees' | 'taxes' | 'discounts', row: object) => {
  minutes += 1;
  const created_at = new Date(Date.parse('2027-01-01T00:00:00Z') + minutes * 60_000);
  const dated = table === 'discounts' ? row : { created_at, ...row };
  return db
    .insertInto(table)
    .values({ id: newId(), ...dated } as never)
    .execute();
};
const fee = (row: object) => add('fees', { label: 'Fee', kind: 'per_stay', amount_cents: 1_000, ...row });
const tax = (row: object) => add('taxes', { label: 'Tax', jurisdiction: 'Florida', percent: 10, ...row });
const rate = (row: object) => add('rates', { property_id: home.id, ...row });
const seasons = async () => (await quote()).nights.map(({ season, price }) => `${season} ${price}`);

test('a night has the price of the highest priority, and among equals of the newest rate', async () => {
  await rate({ name: 'Low', nightly_cents: 11_000, priority: 1 });
  await rate({ name: 'Older', nightly_cents: 12_000, priority: 5, last_night: '2027-07-06' });
  await rate({ name: 'Newer', nightly_cents: 13_000, priority: 5, first_night: '2027-07-06' });
  await rate({ name: 'Newest', nightly_cents: 14_000, priority: 0 });
  await add('rates', { property_id: other.id, name: 'Elsewhere', nightly_cents: 1, priority: 9 });
  expect(await seasons()).toEqual(['Older 12000', 'Newer 13000', 'Newer 13000']);
});

test('the same one of two rates with equal creation times always wins', async () => {
  const created_at = new Date('2027-02-01T00:00:00Z');
  for (const name of ['A', 'B', 'C']) await rate({ name, nightly_cents: 12_000, created_at });
  const [first] = await seasons();
  for (let index = 0; index < 3; index += 1) expect(await seasons()).toEqual([first, first, first]);
});

test('a rate without first or last night is for all nights, with them only for these', async () => {
  await rate({ name: 'Always', nightly_cents: 11_000 });
  await rate({ name: 'One', nightly_cents: 12_000, first_night: '2027-07-06', last_night: '2027-07-06' });
  expect(await seasons()).toEqual(['Always 11000', 'One 12000', 'Always 11000']);
});

test('the calendar and the quote name one price for each night, and the availability their sum', async () => {
  await rate({ nightly_cents: 12_000, weekend_cents: 15_000, first_night: '2027-07-07' });
  const stay = { checkin: '2027-07-05', checkout: '2027-07-12' };
  const { nights, total } = await quote(stay);
  const path = `/api/properties/${home.slug}/calendar?from=2027-07-05&to=2027-07-12`;
  const { days } = await (await app.request('GET', path)).json();
  expect(days.map(({ date, price }: { date: string; price: number }) => [date, price])).toEqual(
    nights.map(({ date, price }) => [date, price]),
  );
  const query = new URLSearchParams({ ...stay, guests: '2', pets: '0' });
  const homes = await (await app.request('GET', `/api/availability?${query}`)).json();
  expect(homes.find(({ slug }: { slug: string }) => slug === home.slug)).toMatchObject({ total });
});

test('fees and taxes of all homes and of the home are charged, those of another are not', async () => {
  await fee({ label: 'All' });
  await fee({ label: 'Own', property_id: home.id });
  await fee({ label: 'Other', property_id: other.id });
  await tax({ label: 'State' });
  await tax({ label: 'Own tax', property_id: home.id });
  await tax({ label: 'Other tax', property_id: other.id });
  expect(await lines()).toEqual(['All 1000', 'Own 1000', 'State 3200', 'Own tax 3200']);
  expect(await lines({}, other.slug)).toEqual(['All 1000', 'Other 1000', 'State 3200', 'Other tax 3200']);
});

test('lines stand by their position, then by their age; taxes by their step first', async () => {
  await fee({ label: 'Second', position: 2 });
  await fee({ label: 'First', position: 1 });
  await fee({ label: 'Third', position: 2 });
  await tax({ label: 'Later', step: 2, position: 0, percent: 1 });
  await tax({ label: 'Sooner', step: 1, position: 9, percent: 1 });
  const labels = (await quote()).lines.slice(1).map(({ label }) => label);
  expect(labels).toEqual(['First', 'Second', 'Third', 'Sooner', 'Later']);
});

test('a fee that costs nothing for this party is no line: no extra guest, no pet, no rent left', async () => {
  await fee({ label: 'Extra guest', kind: 'per_extra_guest_per_night' });
  await fee({ label: 'Pet', kind: 'per_pet_per_stay' });
  await fee({ label: 'Service', kind: 'percent_of_rent', amount_cents: null, percent: 0.001 });
  expect(await lines({ guests: 2, pets: 0 })).toEqual([]);
  // 5 guests: 3 above the price, for 3 nights each.
  expect(await lines({ guests: 5, pets: 2 })).toEqual(['Extra guest 9000', 'Pet 2000']);
});

test('a fee that is not taxed adds to the total, and to no tax', async () => {
  await fee({ label: 'Linen', is_taxed: false });
  await fee({ label: 'Cleaning', is_taxed: true });
  await tax({ label: 'State', percent: 6 });
  expect(await lines()).toEqual(['Linen 1000', 'Cleaning 1000', 'State 1860']);
});

test('percent_of_rent is of the rent before discounts, and a tax of the rent after them', async () => {
  await fee({ label: 'Service', kind: 'percent_of_rent', amount_cents: null, percent: 10 });
  await add('discounts', { property_id: home.id, kind: 'length_of_stay', from_nights: 3, percent: 50 });
  await tax({ label: 'State', percent: 10 });
  // Rent 30,000, half off: (15,000 + 3,000) × 10 %.
  expect(await lines()).toEqual(['Longer stay (50% off) -15000', 'Service 3000', 'State 1800']);
});

test('a tax rate with three decimals is rounded once, half a cent up', async () => {
  await tax({ label: 'Exact', percent: 0.005 });
  await tax({ label: 'Below', percent: 0.004 });
  // 30,000 × 0.005 % = 1.5 and 30,000 × 0.004 % = 1.2.
  expect(await lines()).toEqual(['Exact 2', 'Below 1']);
});

test('discounts count the days ahead from today at the homes, to the day, inclusive', async () => {
  const early = { kind: 'early', property_id: home.id, percent: 10 };
  await add('discounts', { ...early, days_before: 46 });
  expect(await lines()).toEqual(['Early booking (10% off) -3000']);
  await db.updateTable('discounts').set({ days_before: 47 }).execute();
  expect(await lines()).toEqual([]);
  await db.updateTable('discounts').set({ kind: 'last_minute', days_before: 46 }).execute();
  expect(await lines()).toEqual(['Last minute (10% off) -3000']);
  await db.updateTable('discounts').set({ days_before: 45 }).execute();
  expect(await lines()).toEqual([]);
});

test('a price does not change with a rate, fee or tax that is deleted after the quote', async () => {
  await fee({});
  await tax({});
  const made = await quote();
  for (const table of ['fees', 'taxes'] as const) await db.deleteFrom(table).execute();
  expect(await (await app.request('GET', `/api/quotes/${made.id}`)).json()).toEqual(made);
  expect((await quote()).total).toBe(30_000);
});
