import { beforeEach, expect, test } from 'vitest';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
// Three nights: 600.00, taxes of 1 and then 6 %.
const home = await stays.addProperty({ guests: 6, guests_included: 6 });
const other = await stays.addProperty();
await db
  .insertInto('taxes')
  .values([
    { property_id: home.id, label: 'Town', jurisdiction: 'Town', percent: 1, step: 1 },
    { property_id: home.id, label: 'State', jurisdiction: 'Florida', percent: 6, step: 2 },
  ] as never)
  .execute();
beforeEach(async () => {
  await db.deleteFrom('booking_extras').execute();
  await db.deleteFrom('extras').execute();
});

let position = 0;
const add = (row: object = {}) => {
  position += 1;
  return addExtra(db, { position, ...row });
};
const stay = { property: home.slug, checkin: inDays(60), checkout: inDays(63), guests: 4, pets: 0 };
async function quote(extras?: unknown, more: object = {}) {
  const json = { ...stay, ...more, ...(extras === undefined ? {} : { extras }) };
  const response = await stays.request('POST', '/api/quotes', { json, from: anyAddress() });
  return { status: response.status, ...(await response.json()) };
}
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);

test('a quote offers what guests may add while booking, in the hosts’ order, and has none of it in its price', async () => {
  const pieces = { kind: 'per_item', amount_cents: 1_500, max_quantity: 2 };
  const crib = await add({ label: 'Crib', ...pieces, description: 'With linen' });
  const cart = await add({ position: 0, is_taxed: false });
  await add({ label: 'Switched off', is_active: false });
  await add({ label: 'On the trip', offered: 'trip' });
  await add({ label: 'Approved', needs_approval: true });
  await add({ label: 'Elsewhere', property_id: other.id });
  await add({ label: 'Too late', last_days: 60, property_id: home.id });
  const { extras, total, lines } = await quote(undefined, { checkin: inDays(59), checkout: inDays(62) });
  expect(extras).toEqual([
    { id: cart, label: 'Beach cart', description: '', amount: 4_500, taxes: 0, maxQuantity: 1, chosen: 0 },
    {
      id: crib,
      label: 'Crib',
      description: 'With linen',
      amount: 1_500,
      taxes: 106,
      maxQuantity: 2,
      chosen: 0,
    },
  ]);
  expect(lines.map(({ kind }: { kind: string }) => kind)).toEqual(['rent', 'tax', 'tax']);
  expect(total).toBe(60_000 + 600 + 3_636);
});

test('a choice is a line after the fees and before the taxes, and the total grows by it and its taxes', async () => {
  const crib = await add({ label: 'Crib', kind: 'per_item', amount_cents: 1_500, max_quantity: 2 });
  const before = await quote();
  const chosen = await quote([{ id: crib, quantity: 2 }]);
  expect(chosen.lines[1]).toEqual({ kind: 'extra', label: 'Crib', amount: 3_000, quantity: 2 });
  const [extra] = chosen.extras;
  expect(extra).toMatchObject({ id: crib, amount: 3_000, chosen: 2 });
  expect(chosen.total).toBe(before.total + 3_000 + extra.taxes);
  expect(sum(chosen.lines)).toBe(chosen.total);
  const twice = await quote([1, 1].map((quantity) => ({ id: crib, quantity })));
  expect(twice.total).toBe(chosen.total);
  const response = await stays.request('GET', `/api/quotes/${chosen.id}`, { from: anyAddress() });
  const { status: _, ...made } = chosen;
  expect(await response.json()).toEqual(made);
});

test.each([
  ['unknown', newId()],
  ['no id', 'crib'],
])('an extra that is %s is not found', async (_, id) => {
  expect(await quote([{ id, quantity: 1 }])).toMatchObject({ status: 404 });
});

test('an extra that is switched off, another home’s, or not offered while booking is not found', async () => {
  const rows = [
    { is_active: false },
    { property_id: other.id },
    { offered: 'trip' },
    { needs_approval: true },
  ];
  for (const row of rows)
    expect(await quote([{ id: await add(row), quantity: 1 }])).toMatchObject({ status: 404 });
});

test('more pieces than one stay can have, and an extra after its last day, are rejected with their reasons', async () => {
  const crib = await add({ label: 'Crib', kind: 'per_item', max_quantity: 2 });
  expect(await quote([{ id: crib, quantity: 3 }])).toMatchObject({ status: 400, reason: 'quantity' });
  expect(await quote([1, 2].map((quantity) => ({ id: crib, quantity })))).toMatchObject({
    reason: 'quantity',
  });
  const early = { checkin: inDays(7), checkout: inDays(10) };
  const late = await add({ last_days: 8 });
  expect(await quote([{ id: late, quantity: 1 }], early)).toMatchObject({ status: 400, reason: 'too_late' });
  const last = await add({ last_days: 7 });
  expect(await quote([{ id: last, quantity: 1 }], early)).toMatchObject({ status: 201 });
});

test.each([0, -1, 1.5, '1', 1e21])('a quantity of %j is rejected with its field', async (quantity) => {
  const id = await add();
  const rejected = await quote([{ id, quantity }]);
  expect(rejected).toMatchObject({
    status: 400,
    fields: { extras: expect.stringContaining('whole number') },
  });
});

test('the extras of a quote belong to the stay that is booked with it, and stand in its bill', async () => {
  const crib = await add({ label: 'Crib', kind: 'per_item', amount_cents: 1_500, max_quantity: 2 });
  const { id, total } = await quote([{ id: crib, quantity: 2 }]);
  const placed = await (await stays.book(id)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  const trip = await stays.readConfirmed(placed);
  expect(trip).toMatchObject({ total, paid: total, due: 0 });
  expect(trip.quote).not.toHaveProperty('extras');
  const [added] = trip.extras;
  expect(trip.extras).toEqual([
    {
      id: expect.any(String),
      label: 'Crib',
      quantity: 2,
      amount: 3_000,
      taxes: added.taxes,
      total: 3_000 + added.taxes,
      status: 'included',
      canWithdraw: false,
      isCharge: false,
      isDueAlone: false,
    },
  ]);
  const rows = await db.selectFrom('booking_extras').selectAll().execute();
  expect(rows).toMatchObject([{ extra_id: crib, status: 'included', by: 'guest', amount_cents: 3_000 }]);
});
