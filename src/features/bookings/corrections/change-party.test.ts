import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
// Three nights: 600.00, two guests included, another one 10.00 a night, a pet 75.00, taxes of 6 and then 5 %.
const home = await stays.addProperty({
  guests_included: 2,
  max_pets: 2,
  deposit_percent: 50,
  balance_due_days: 30,
});
await db
  .insertInto('fees')
  .values([
    { property_id: home.id, label: 'Extra guest', kind: 'per_extra_guest_per_night', amount_cents: 1_000 },
    { property_id: home.id, label: 'Pet', kind: 'per_pet_per_stay', amount_cents: 7_500, is_taxed: false },
  ])
  .execute();
await db
  .insertInto('taxes')
  .values([
    { property_id: home.id, label: 'State', jurisdiction: 'Florida', percent: 6, step: 1 },
    { property_id: home.id, label: 'Town', jurisdiction: 'Town', percent: 5, step: 2 },
  ] as never)
  .execute();
const bookedTotal = 60_000 + 3_600 + 3_180;
// Three nights of one guest more, and the taxes on them; one pet.
const guestTotal = 3_000 + 180 + 159;
const { slug } = home;

const preview = (code: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/party/preview`, { json });
const change = (code: string, json: object, key = newId()) =>
  host.request('POST', `/api/admin/bookings/${code}/party`, { json, headers: { 'Idempotency-Key': key } });
const read = async (code: string) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const body = async (response: Promise<Response>) => {
  const { status } = await response;
  return { status, ...(await (await response).json()) };
};
const pay = async (placed: Placed) => {
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
};
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);
const toMail = async (code: string) =>
  (await stays.queuedMail()).filter(
    ({ subject }) => subject.startsWith('Your stay for') && subject.includes(code),
  );

test('one guest and a pet more cost what their rows said at booking, with the taxes, and the mail asks for it', async () => {
  const placed = await stays.confirmed(slug);
  await db.updateTable('fees').set({ amount_cents: 9_999 }).where('property_id', '=', home.id).execute();
  const party = { guests: 3, pets: 1 };
  const total = bookedTotal + guestTotal + 7_500;
  const previewed = await body(preview(placed.code, party));
  expect(previewed).toMatchObject({
    status: 200,
    from: { guests: 2, pets: 0, total: bookedTotal },
    to: { ...party, total },
    difference: guestTotal + 7_500,
    due: guestTotal + 7_500,
    dueOn: null,
    refund: 0,
  });
  expect(sum(previewed.to.lines)).toBe(total);
  expect((await read(placed.code)).guests).toBe(2);
  const changed = await body(change(placed.code, { ...party, total, note: 'Good that Rex comes, too' }));
  expect(changed).toEqual(previewed);
  const detail = await read(placed.code);
  expect(detail).toMatchObject({ ...party, total, due: guestTotal + 7_500 });
  expect(sum(detail.quote.lines)).toBe(total);
  expect(detail.history.at(-1)).toMatchObject({ event: 'party_changed', actor: 'host@example.com' });
  const [mail] = await toMail(placed.code);
  expect(mail?.text).toContain('Good that Rex comes, too');
  expect(mail?.text).toContain('3 guests and 1 pet');
  await pay(placed);
  expect(await read(placed.code)).toMatchObject({ due: 0, paid: total });
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal}`, `charge ${guestTotal + 7_500}`]);
  const rows = { 'Extra guest': 1_000, Pet: 7_500 };
  for (const [label, amount_cents] of Object.entries(rows))
    await db.updateTable('fees').set({ amount_cents }).where('label', '=', label).execute();
});

test('fewer guests refund the difference to the cent, independently of the policy', async () => {
  const { id } = await (
    await stays.request('POST', '/api/quotes', {
      json: { property: slug, checkin: inDays(70), checkout: inDays(73), guests: 4, pets: 2 },
    })
  ).json();
  const placed: Placed = await (await stays.book(id)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.readConfirmed(placed);
  await stays.setPolicy(placed.code, 0);
  const refund = guestTotal * 2 + 15_000;
  const request = { guests: 1, pets: 0, total: bookedTotal };
  expect(await body(change(placed.code, request))).toMatchObject({ difference: -refund, due: 0, refund });
  expect(await stays.ledger(placed.code)).toEqual([`charge ${bookedTotal + refund}`, `refund ${refund}`]);
  expect(await read(placed.code)).toMatchObject({
    guests: 1,
    pets: 0,
    total: bookedTotal,
    paid: bookedTotal,
  });
});

test('a higher price increases a future balance, and a lower one decreases it', async () => {
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 80);
  const before = await read(placed.code);
  expect(before.due).toBe(bookedTotal / 2);
  const more = bookedTotal + guestTotal;
  expect(await body(change(placed.code, { guests: 3, pets: 0, total: more }))).toMatchObject({
    due: bookedTotal / 2 + guestTotal,
    dueOn: inDays(50),
    refund: 0,
  });
  expect(await read(placed.code)).toMatchObject({ due: bookedTotal / 2 + guestTotal, dueOn: inDays(50) });
  await change(placed.code, { guests: 2, pets: 0, total: bookedTotal });
  expect(await read(placed.code)).toMatchObject({ due: bookedTotal / 2, dueOn: inDays(50), refunds: [] });
});

test('with keepTotal the party changes and the total does not, up or down', async () => {
  const placed = await stays.confirmed(slug, {}, 90);
  const request = { guests: 5, pets: 2, keepTotal: true };
  const previewed = await body(preview(placed.code, request));
  expect(previewed).toMatchObject({
    to: { guests: 5, pets: 2, total: bookedTotal },
    difference: 0,
    due: 0,
    refund: 0,
  });
  expect((await change(placed.code, { ...request, total: bookedTotal })).status).toBe(200);
  const detail = await read(placed.code);
  expect(detail).toMatchObject({
    guests: 5,
    pets: 2,
    total: bookedTotal,
    due: 0,
    quote: { guests: 5, pets: 2 },
  });
  expect(sum(detail.quote.lines)).toBe(bookedTotal);
});

/** A stay with an extra from its booking on, and what is ordered for it later. */
async function withExtras(from: number, later: Record<string, object>) {
  const add = (label: string, row: object) => addExtra(db, { property_id: home.id, label, ...row });
  const breakfast = await add('Breakfast', { kind: 'per_guest_per_night', amount_cents: 333 });
  const cart = await add('Beach cart', { kind: 'per_stay', amount_cents: 4_500 });
  const stay = { property: slug, checkin: inDays(from), checkout: inDays(from + 3), guests: 2, pets: 0 };
  const extras = [breakfast, cart].map((id) => ({ id, quantity: 1 }));
  const quoted = await body(stays.request('POST', '/api/quotes', { json: { ...stay, extras } }));
  const placed: Placed = await (await stays.book(quoted.id)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.readConfirmed(placed);
  for (const [label, { total, ...row }] of Object.entries(later) as [string, { total: number }][]) {
    const headers = { 'X-Booking-Key': placed.key, 'Idempotency-Key': newId() };
    const json = { id: await add(label, row), quantity: 1, total };
    const ordered = await body(
      stays.request('POST', `/api/bookings/${placed.code}/extras`, { json, headers }),
    );
    expect(ordered).toMatchObject({ due: total });
  }
  return placed;
}
/** Label, amount and status of each extra, by label: those that were booked at once have no order of their own. */
const addedTo = async (placed: Placed) =>
  (await stays.read(placed)).extras
    .map(({ label, amount, status }: Record<string, unknown>) => [label, amount, status])
    .toSorted();

test('extras for each guest change with the party to the cent, with their taxes, up and down; others stay as they are', async () => {
  const towels = { kind: 'per_guest', amount_cents: 250, is_taxed: false, total: 500 };
  const placed = await withExtras(240, { Towels: towels });
  await pay(placed);
  // Two guests: 6 % of 60,000 + 1,998 + 4,500, then 5 % of that with the 6 %; the towels are not taxed.
  const two = 66_498 + 3_990 + 3_524 + 500;
  // Three: another guest of 3,000, a breakfast of 2,997, and 750 for towels.
  const three = 70_497 + 4_230 + 3_736 + 750;
  // One: a breakfast of 999, and 250 for towels.
  const one = 65_499 + 3_930 + 3_471 + 250;
  expect(await read(placed.code)).toMatchObject({ total: two, paid: two, due: 0 });
  await db.updateTable('extras').set({ amount_cents: 9_999 }).where('property_id', '=', home.id).execute();

  const up = await body(preview(placed.code, { guests: 3, pets: 0 }));
  expect(up).toMatchObject({ to: { total: three }, difference: three - two, due: three - two, refund: 0 });
  const lineOf = ({ to }: { to: { lines: { label: string; amount: number }[] } }, label: string) =>
    to.lines.find((line) => line.label === label)?.amount;
  expect(['Breakfast', 'Towels', 'Beach cart'].map((label) => lineOf(up, label))).toEqual([
    2_997, 750, 4_500,
  ]);
  expect(sum(up.to.lines)).toBe(three);
  expect(await body(change(placed.code, { guests: 3, pets: 0, total: three }))).toEqual(up);
  await pay(placed);
  expect(await read(placed.code)).toMatchObject({ total: three, paid: three, due: 0 });

  expect(await body(preview(placed.code, { guests: 1, pets: 0 }))).toMatchObject({
    to: { total: one },
    difference: one - three,
    refund: three - one,
  });
  await change(placed.code, { guests: 1, pets: 0, total: one });
  const ledger = await stays.ledger(placed.code);
  const charges = [two - 500, 500, three - two].map((cents) => `charge ${cents}`);
  expect(ledger.slice(0, 3)).toEqual(charges);
  // The latest charges give back first.
  const refunds = ledger.slice(3).map((row) => Number(row.replace('refund ', '')));
  expect(refunds).toEqual([three - two, 500, two - one - 500]);
  expect(await addedTo(placed)).toEqual([
    ['Beach cart', 4_500, 'included'],
    ['Breakfast', 999, 'included'],
    ['Towels', 250, 'paid'],
  ]);
  const { quote, total, paid } = await read(placed.code);
  expect([total, paid, sum(quote.lines)]).toEqual([one, one, one]);
});

test('an extra for each guest that is not paid yet is due for the new party', async () => {
  const bikes = { kind: 'per_guest', amount_cents: 1_000, total: 2_226 };
  const placed = await withExtras(250, { Bikes: bikes });
  const paid = 66_498 + 3_990 + 3_524;
  expect(await read(placed.code)).toMatchObject({ total: paid + 2_226, paid, due: 2_226 });
  const three = 73_497 + 4_410 + 3_895;
  const changed = await body(change(placed.code, { guests: 3, pets: 0, total: three }));
  // What was ordered is due by itself: 3,000 with its taxes.
  const difference = three - paid - 2_226;
  expect(changed).toMatchObject({ difference, due: three - paid - 3_339, refund: 0 });
  expect(await read(placed.code)).toMatchObject({ total: three, paid, due: three - paid });
  expect(await addedTo(placed)).toContainEqual(['Bikes', 3_000, 'open']);
  await pay(placed);
  expect(await read(placed.code)).toMatchObject({ paid: three, due: 0 });
  expect(await addedTo(placed)).toContainEqual(['Bikes', 3_000, 'paid']);
});

test('an extra for each guest that is requested has the price of the new party before and after its approval', async () => {
  const bikes = { kind: 'per_guest', amount_cents: 1_000, needs_approval: true };
  const placed = await stays.confirmed(slug, {}, 260);
  const json = { id: await addExtra(db, { property_id: home.id, ...bikes }), quantity: 1, total: 2_226 };
  const headers = { 'X-Booking-Key': placed.key, 'Idempotency-Key': newId() };
  const asked = await body(stays.request('POST', `/api/bookings/${placed.code}/extras`, { json, headers }));
  expect(asked).toMatchObject({ status: 'asked', due: 0 });
  await change(placed.code, { guests: 3, pets: 0, total: bookedTotal + guestTotal });
  expect((await read(placed.code)).extras).toMatchObject([{ amount: 3_000, total: 3_339, status: 'asked' }]);
  await host.request('POST', `/api/admin/bookings/${placed.code}/extras/${asked.id}/approve`, { json: {} });
  expect(await read(placed.code)).toMatchObject({
    total: bookedTotal + guestTotal + 3_339,
    extras: [{ amount: 3_000, total: 3_339, status: 'open' }],
  });
  const row = await db
    .selectFrom('booking_extras')
    .select(['amount_cents', 'due_cents'])
    .where('id', '=', asked.id)
    .executeTakeFirst();
  expect(row).toEqual({ amount_cents: 3_000, due_cents: 3_339 });
});

test('a total that is another one now is rejected with the new one, and nothing changes', async () => {
  const placed = await stays.confirmed(slug, {}, 100);
  const response = await body(change(placed.code, { guests: 3, pets: 0, total: bookedTotal }));
  expect(response).toMatchObject({ status: 409, reason: 'price_changed', total: bookedTotal + guestTotal });
  expect(await read(placed.code)).toMatchObject({ guests: 2, total: bookedTotal });
});

test('the same key changes the party once, in a race and later; with another party it is rejected', async () => {
  const placed = await stays.confirmed(slug, {}, 110);
  const key = newId();
  const request = { guests: 3, pets: 0, total: bookedTotal + guestTotal };
  const both = await Promise.all([
    body(change(placed.code, request, key)),
    body(change(placed.code, request, key)),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect(both[0].status).toBe(200);
  expect(await body(change(placed.code, request, key))).toEqual(both[0]);
  const events = (await read(placed.code)).history.filter(
    ({ event }: { event: string }) => event === 'party_changed',
  );
  expect(events).toHaveLength(1);
  expect(await toMail(placed.code)).toHaveLength(1);
  expect((await change(placed.code, { ...request, guests: 4 }, key)).status).toBe(409);
});

test('the second of two hosts who concurrently change the party must see the new price first', async () => {
  const placed = await stays.confirmed(slug, {}, 120);
  const responses = await Promise.all([
    body(change(placed.code, { guests: 3, pets: 0, total: bookedTotal + guestTotal })),
    body(change(placed.code, { guests: 2, pets: 1, total: bookedTotal + 7_500 })),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const { guests, pets, total, quote } = await read(placed.code);
  expect(total).toBe(bookedTotal + (guests - 2) * guestTotal + pets * 7_500);
  expect(sum(quote.lines)).toBe(total);
});

test('a party is rejected that the home does not take, but for those who were booked', async () => {
  const placed = await stays.confirmed(slug, {}, 130);
  expect(await body(preview(placed.code, { guests: 7, pets: 0 }))).toMatchObject({
    status: 400,
    reason: 'too_many_guests',
    message: 'This home takes at most 6 guests.',
  });
  expect(await body(preview(placed.code, { guests: 2, pets: 3 }))).toMatchObject({
    status: 400,
    reason: 'too_many_pets',
  });
  await stays.set(placed.code, { guests: 8 });
  expect((await preview(placed.code, { guests: 7, pets: 0 })).status).toBe(200);
});

test.each([
  [{ guests: 0, pets: 0 }, 'guests'],
  [{ guests: 2.5, pets: 0 }, 'guests'],
  [{ guests: 2, pets: -1 }, 'pets'],
  [{ guests: '3', pets: 0 }, 'guests'],
  [{ guests: 3 }, 'pets'],
  [{ guests: 3, pets: 0, keepTotal: 'yes' }, 'keepTotal'],
])('a party of %j is invalid', async (json, field) => {
  const response = await body(preview('00000000', json));
  expect([response.status, Object.keys(response.fields)]).toEqual([400, [field]]);
});

test('a party needs a total and a key, a confirmed stay, and a host', async () => {
  const held = await stays.hold(slug, {}, 140);
  const request = { guests: 3, pets: 0, total: bookedTotal + guestTotal };
  expect(await body(preview(held.code, { guests: 3, pets: 0 }))).toMatchObject({
    status: 409,
    reason: 'not_confirmed',
  });
  expect(await body(change(held.code, request))).toMatchObject({ status: 409, reason: 'not_confirmed' });
  expect((await change(held.code, { guests: 3, pets: 0 })).status).toBe(400);
  const path = `/api/admin/bookings/${held.code}/party`;
  expect((await host.request('POST', path, { json: request })).status).toBe(400);
  const headers = { 'Idempotency-Key': newId() };
  expect((await stays.request('POST', path, { json: request, headers })).status).toBe(401);
  const guest = await signedInBrowser(stays, 'nobody@guests.example', cookieBrowser(stays));
  expect((await guest.request('POST', path, { json: request, headers })).status).toBe(403);
  expect((await change('00000000', request)).status).toBe(404);
});

test('a stay that is over keeps its party', async () => {
  const placed = await stays.confirmed(slug, {}, 150);
  await stays.set(placed.code, { checkin: inDays(-5), checkout: inDays(-2) });
  expect(await body(preview(placed.code, { guests: 3, pets: 0 }))).toMatchObject({
    status: 409,
    reason: 'not_confirmed',
    message: 'This stay is over.',
  });
});

test('while a bank works on a payment the party stays; an open payment page is closed', async () => {
  const placed = await stays.confirmed(slug, {}, 160);
  await change(placed.code, { guests: 3, pets: 0, total: bookedTotal + guestTotal });
  await stays.act(placed, 'checkout');
  const attempts = () =>
    db
      .selectFrom('payment_attempts')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .where('code', '=', placed.code)
      .where('purpose', '<>', 'stay');
  expect(
    (await change(placed.code, { guests: 4, pets: 0, total: bookedTotal + 2 * guestTotal })).status,
  ).toBe(200);
  expect(await attempts().select('payment_attempts.status').execute()).toEqual([{ status: 'expired' }]);
  await stays.act(placed, 'checkout');
  await db
    .updateTable('payment_attempts')
    .set({ status: 'processing' })
    .where('status', '=', 'open')
    .where('purpose', '<>', 'stay')
    .execute();
  expect(await body(change(placed.code, { guests: 2, pets: 0, total: bookedTotal }))).toMatchObject({
    status: 409,
    reason: 'payment_under_way',
  });
});

test('another party of a disputed stay promises and requests no balance, whose day stays', async () => {
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 200);
  await stays.db
    .insertInto('disputes')
    .values({
      id: `dp_${placed.code}`,
      booking_id: (await stays.stored(placed.code)).id,
      payment_id: 'pi_1',
      amount_cents: bookedTotal / 2,
      status: 'needs_response',
      reason: 'fraudulent',
      created_at: new Date(),
    })
    .execute();
  const total = bookedTotal + guestTotal;
  const undated = { due: bookedTotal / 2 + guestTotal, dueOn: null, isDisputed: true };
  const previewed = await body(preview(placed.code, { guests: 3, pets: 0 }));
  expect(previewed).toMatchObject(undated);
  const [key, request] = [newId(), { guests: 3, pets: 0, total }];
  expect(await body(change(placed.code, request, key))).toEqual(previewed);
  expect(await body(change(placed.code, request, key))).toEqual(previewed);
  expect((await stays.stored(placed.code)).balance_due_on).toBe(inDays(170));
  const [mail] = await toMail(placed.code);
  expect(mail?.text).toContain('Still to pay');
  expect(mail?.text).not.toMatch(/we charge|is due on|is open now|Please pay|Pay \$/);
});
