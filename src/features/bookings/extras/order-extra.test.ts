import { beforeEach, expect, test, vi } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { dayMs } from '../../../shared/durations.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
// Three nights: 600.00, taxes of 1 and then 6 %.
const home = await stays.addProperty({ deposit_percent: 50, balance_due_days: 30 });
const other = await stays.addProperty();
await db
  .insertInto('taxes')
  .values([
    { property_id: home.id, label: 'Town', jurisdiction: 'Town', percent: 1, step: 1 },
    { property_id: home.id, label: 'State', jurisdiction: 'Florida', percent: 6, step: 2 },
  ] as never)
  .execute();
const bookedTotal = 60_000 + 600 + 3_636;
const { slug } = home;
beforeEach(async () => {
  // The nights are free again.
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '<>', 'cancelled').execute();
  await db.deleteFrom('booking_extras').execute();
  await db.deleteFrom('extras').execute();
  await stays.platform.pool.query('truncate rate_limits');
});

const add = (row: object = {}) => addExtra(db, row);
const early = {
  label: 'Early check-in at 1 PM',
  amount_cents: 5_000,
  moment: 'early_check_in',
  clock_time: '13:00',
};
const late = {
  label: 'Late check-out at noon',
  amount_cents: 5_000,
  moment: 'late_check_out',
  clock_time: '12:00',
  needs_approval: true,
};
const cribs = { label: 'Crib', amount_cents: 1_500, kind: 'per_item', max_quantity: 2 };

const body = async (response: Promise<Response>) => {
  const { status } = await response;
  return { status, ...(await (await response).json()) };
};
const guest = ({ code, key }: Placed, method: 'GET' | 'POST' | 'DELETE', path: string, more: object = {}) =>
  stays.request(method, `/api/bookings/${code}/extras${path}`, {
    headers: { 'X-Booking-Key': key },
    from: anyAddress(),
    ...more,
  });
const list = (placed: Placed) => body(guest(placed, 'GET', ''));
const order = (placed: Placed, json: object, key: string | undefined = newId(), from = anyAddress()) =>
  body(
    guest(placed, 'POST', '', {
      json,
      from,
      headers: { 'X-Booking-Key': placed.key, ...(key ? { 'Idempotency-Key': key } : {}) },
    }),
  );
const withdraw = (placed: Placed, id: string) => body(guest(placed, 'DELETE', `/${id}`));
/** Orders at the price that is offered. */
async function ordered(placed: Placed, id: string, quantity = 1) {
  const { offered } = await list(placed);
  const { total } = offered.find((extra: { id: string }) => extra.id === id);
  const first = await order(placed, { id, quantity, total: total * quantity });
  return first.reason === 'price_changed' ? order(placed, { id, quantity, total: first.total }) : first;
}
const decide = (code: string, id: string, verb: 'approve' | 'decline', json: object = {}) =>
  body(host.request('POST', `/api/admin/bookings/${code}/extras/${id}/${verb}`, { json }));
const pay = async (placed: Placed) => {
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
};
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);

test('a paid stay is offered what its home offers, with taxes and the last day', async () => {
  const cart = await add();
  const asked = await add({ ...early, offered: 'trip', position: 1 });
  await add({ label: 'While booking', offered: 'booking' });
  await add({ label: 'Elsewhere', property_id: other.id });
  await add({ label: 'Off', is_active: false });
  const placed = await stays.confirmed(slug);
  const { checkin } = await stays.read(placed);
  expect(await list(placed)).toMatchObject({
    offered: [
      { id: cart, label: 'Beach cart', amount: 4_500, taxes: 318, total: 4_818, needsApproval: false },
      { id: asked, maxQuantity: 1, needsApproval: true, until: inDays(59) },
    ],
    added: [],
  });
  expect(checkin).toBe(inDays(60));
  expect((await stays.read(placed)).can).toContain('add_extras');
});

test('a hold is offered nothing and can order nothing', async () => {
  const id = await add();
  const placed = await stays.hold(slug);
  expect(await list(placed)).toMatchObject({ offered: [], added: [] });
  expect(await order(placed, { id, quantity: 1, total: 4_818 })).toMatchObject({
    status: 409,
    reason: 'not_confirmed',
  });
  expect((await stays.read(placed)).can).not.toContain('add_extras');
});

test('a stay whose payment is read for the first time is offered what can be added', async () => {
  const id = await add();
  const placed = await stays.holdPaid(slug);
  await expect.poll(async () => (await list(placed)).offered).toMatchObject([{ id }]);
});

test('an order makes the total grow by a line with its taxes, is paid on the payment page, and cannot be withdrawn then', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  const made = await order(placed, { id, quantity: 1, total: 4_818 });
  expect(made).toEqual({ id: expect.any(String), status: 'open', due: 4_818 });
  const trip = await stays.read(placed);
  expect(trip).toMatchObject({ total: bookedTotal + 4_818, due: 4_818, dueOn: null });
  expect(sum(trip.quote.lines)).toBe(trip.total);
  expect(trip.extras).toMatchObject([
    { id: made.id, amount: 4_500, taxes: 318, status: 'open', canWithdraw: true },
  ]);
  const notice = (await stays.queuedMail()).find(
    ({ subject }) => subject.startsWith('Ordered: Beach cart') && subject.includes(placed.code),
  );
  expect(notice?.text).toContain('within a day (before the check-in, if that comes sooner)');
  await pay(placed);
  const paid = await stays.read(placed);
  expect(paid).toMatchObject({ paid: bookedTotal + 4_818, due: 0 });
  expect(paid.extras).toMatchObject([{ status: 'paid', canWithdraw: false }]);
  expect(await withdraw(placed, made.id)).toMatchObject({ status: 409, reason: 'already_paid' });
  const mails = (await stays.queuedMail()).filter(({ subject }) => subject.includes(placed.code));
  expect(mails.find(({ subject }) => subject.startsWith('Paid:'))?.text).toContain('Beach cart');
});

test('an order of another price, with another key, a used one or none is rejected', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  expect(await order(placed, { id, quantity: 1, total: 4_500 })).toMatchObject({
    status: 409,
    reason: 'price_changed',
    total: 4_818,
  });
  expect(await order(placed, { id, quantity: 1, total: 4_818 }, '')).toMatchObject({ status: 400 });
  const key = newId();
  const first = await order(placed, { id, quantity: 1, total: 4_818 }, key);
  expect(await order(placed, { id, quantity: 1, total: 4_818 }, key)).toEqual(first);
  expect(await order(placed, { id, quantity: 1, total: 1 }, key)).toMatchObject({ status: 409 });
  expect((await stays.read(placed)).total).toBe(bookedTotal + 4_818);
});

test('an extra that is unknown, switched off, another home’s or offered only while booking is not found', async () => {
  const placed = await stays.confirmed(slug);
  const rows = [{ is_active: false }, { property_id: other.id }, { offered: 'booking' }];
  const ids = ['no-id', newId(), ...(await Promise.all(rows.map(add)))];
  for (const id of ids)
    expect(await order(placed, { id, quantity: 1, total: 1 })).toMatchObject({ status: 404 });
  expect(await withdraw(placed, newId())).toMatchObject({ status: 404 });
  expect(await withdraw(placed, 'no-id')).toMatchObject({ status: 404 });
});

test.each([0, -1, 1.5, '1', 1e21])('a quantity of %j is rejected with its field', async (quantity) => {
  const id = await add();
  const placed = await stays.confirmed(other.slug);
  expect(await order(placed, { id, quantity, total: 1 })).toMatchObject({
    status: 400,
    fields: { quantity: expect.stringContaining('whole number') },
  });
});

test('an extra is not offered after its last day, and ordered then it is too late', async () => {
  const id = await add({ last_days: 60 });
  const late = await add({
    label: 'Late check-out',
    moment: 'late_check_out',
    clock_time: '12:00',
    last_days: 60,
  });
  const placed = await stays.confirmed(slug, {}, 59);
  const { offered } = await list(placed);
  expect(offered).toMatchObject([{ id: late, until: inDays(2) }]);
  expect(await order(placed, { id, quantity: 1, total: 4_818 })).toMatchObject({
    status: 400,
    reason: 'too_late',
  });
});

test('pieces are added to an open order up to the most, and beside a paid one they are a second row', async () => {
  const id = await add({ ...cribs, max_quantity: 3 });
  const placed = await stays.confirmed(slug);
  const first = await ordered(placed, id);
  const second = await ordered(placed, id);
  expect(second.id).toBe(first.id);
  expect((await stays.read(placed)).extras).toMatchObject([{ quantity: 2, amount: 3_000, status: 'open' }]);
  await pay(placed);
  expect((await list(placed)).offered).toMatchObject([{ id, maxQuantity: 1 }]);
  const third = await ordered(placed, id);
  expect(third.id).not.toBe(first.id);
  const trip = await stays.read(placed);
  expect(trip.extras).toMatchObject([
    { quantity: 2, status: 'paid' },
    { quantity: 1, status: 'open' },
  ]);
  expect(sum(trip.quote.lines)).toBe(trip.total);
  expect((await list(placed)).offered).toEqual([]);
  expect(await order(placed, { id, quantity: 1, total: 1 })).toMatchObject({
    status: 400,
    reason: 'quantity',
  });
});

test('pieces ordered after the day of an unpaid balance are a second row, and only they are withdrawn when they stay unpaid', async () => {
  const id = await add(cribs);
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const first = await ordered(placed, id);
  expect(first.due).toBe(0);
  const { total } = await stays.read(placed);
  await stays.set(placed.code, { balance_due_on: inDays(-1), balance_declines: 3 });
  const second = await ordered(placed, id);
  expect(second).toMatchObject({ status: 'open', due: expect.any(Number) });
  expect(second.due).toBeGreaterThan(0);
  expect(second.id).not.toBe(first.id);
  expect((await stays.read(placed)).extras).toMatchObject([
    { id: first.id, isDueAlone: false },
    { id: second.id, isDueAlone: true },
  ]);
  await db
    .updateTable('booking_extras')
    .set({ created_at: new Date(Date.now() - 2 * dayMs) })
    .execute();
  await stays.run();
  const trip = await stays.read(placed);
  expect(trip.total).toBe(total);
  expect(Object.fromEntries(trip.extras.map((extra: { id: string }) => [extra.id, extra]))).toMatchObject({
    [first.id]: { quantity: 1, status: 'open' },
    [second.id]: { quantity: 1, status: 'withdrawn' },
  });
});

test('an order beside a charge that is due separately waits for no balance when the balance is paid already', async () => {
  const id = await add(cribs);
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { due: balance } = await stays.read(placed);
  const json = { label: 'Broken lamp', amount: 2_000, isTaxed: false, reason: 'As agreed', collect: 'link' };
  const headers = { 'Idempotency-Key': newId() };
  await host.request('POST', `/api/admin/bookings/${placed.code}/charges`, { json, headers });
  const { id: booking_id, currency } = await stays.stored(placed.code);
  const paid = { booking_id, kind: 'charge', amount_cents: balance, currency, stripe_id: newId() } as const;
  await db.insertInto('payments').values(paid).execute();
  expect((await stays.read(placed)).due).toBe(2_000);
  expect((await ordered(placed, id)).due).toBeGreaterThan(0);
});

test('pieces ordered after their tax changed are a second row, and the first ones keep theirs', async () => {
  const id = await add(cribs);
  const placed = await stays.confirmed(slug);
  const first = await ordered(placed, id);
  await db.updateTable('extras').set({ is_taxed: false }).execute();
  const second = await ordered(placed, id);
  expect(second).toMatchObject({ due: 1_500 });
  expect((await stays.read(placed)).extras).toMatchObject([
    { id: first.id, quantity: 1, amount: 1_500, taxes: first.due - 1_500 },
    { id: second.id, quantity: 1, amount: 1_500, taxes: 0 },
  ]);
});

test('pieces ordered while paid ones are requested again are a second row', async () => {
  const id = await add({ ...cribs, needs_approval: true });
  const placed = await stays.confirmed(slug);
  const first = await ordered(placed, id);
  await decide(placed.code, first.id, 'approve');
  await pay(placed);
  // A move to another day leaves it so.
  await db.updateTable('booking_extras').set({ status: 'asked' }).where('status', '=', 'paid').execute();
  const second = await ordered(placed, id);
  expect(second.id).not.toBe(first.id);
});

test('pieces beside those that were chosen while booking are a second row, and count for the most', async () => {
  const id = await add({ ...cribs, max_quantity: 3 });
  const stay = { property: slug, checkin: inDays(60), checkout: inDays(63), guests: 2, pets: 0 };
  const json = { ...stay, extras: [{ id, quantity: 2 }] };
  const quoted = await body(stays.request('POST', '/api/quotes', { json, from: anyAddress() }));
  const placed: Placed = await (await stays.book(quoted.id)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.readConfirmed(placed);
  expect((await list(placed)).offered).toMatchObject([{ id, maxQuantity: 1 }]);
  await ordered(placed, id);
  const trip = await stays.read(placed);
  expect(trip.extras).toMatchObject([
    { quantity: 2, amount: 3_000, status: 'included', canWithdraw: false },
    { quantity: 1, amount: 1_500, status: 'open', canWithdraw: true },
  ]);
  expect(sum(trip.quote.lines)).toBe(trip.total);
  expect(await order(placed, { id, quantity: 1, total: 1 })).toMatchObject({ reason: 'quantity' });
  expect(await withdraw(placed, trip.extras[0].id)).toMatchObject({ reason: 'already_paid' });
});

test('an order that was not paid is withdrawn: the bill is as it was, and its payment page is closed', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  const { id: added } = await ordered(placed, id);
  expect((await stays.act(placed, 'checkout')).status).toBe(200);
  expect(await withdraw(placed, added)).toMatchObject({ status: 200 });
  const trip = await stays.read(placed);
  expect(trip).toMatchObject({ total: bookedTotal, due: 0 });
  expect(sum(trip.quote.lines)).toBe(bookedTotal);
  expect(trip.extras).toMatchObject([{ status: 'withdrawn', canWithdraw: false }]);
  expect(await withdraw(placed, added)).toMatchObject({ status: 409, reason: 'already_decided' });
  const attempts = await db
    .selectFrom('payment_attempts')
    .select('status')
    .orderBy('created_at', 'desc')
    .execute();
  expect(attempts[0]?.status).not.toBe('open');
  expect((await list(placed)).offered).toMatchObject([{ id }]);
});

test('another guest’s order is not found', async () => {
  const id = await add();
  const [placed, stranger] = [await stays.confirmed(slug), await stays.confirmed(slug, {}, 70)];
  const { id: added } = await ordered(placed, id);
  expect(await withdraw(stranger, added)).toMatchObject({ status: 404 });
  const keyless = { ...placed, key: 'x'.repeat(43) };
  expect(await list(keyless)).toMatchObject({ status: 404 });
});

test('an order before a future balance is added to it, and nothing is due now', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { dueOn, due } = await stays.read(placed);
  expect(await ordered(placed, id)).toMatchObject({ status: 'open', due: 0 });
  expect(await stays.read(placed)).toMatchObject({ dueOn, due: due + 4_818 });
  await db
    .updateTable('booking_extras')
    .set({ created_at: new Date(Date.now() - 2 * dayMs) })
    .execute();
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'open' }]);
  await pay(placed);
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'paid' }]);
});

test('a stored card is never charged for what was ordered after the balance was paid', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await pay(placed);
  expect(await ordered(placed, id)).toMatchObject({ due: 4_818 });
  const before = await stays.ledger(placed.code);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(before);
  expect((await stays.read(placed)).due).toBe(4_818);
});

test('an order that is not paid for a day is withdrawn by the job, once, with a mail', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  await ordered(placed, id);
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'open' }]);
  await db
    .updateTable('booking_extras')
    .set({ created_at: new Date(Date.now() - dayMs - 1) })
    .execute();
  await Promise.all([stays.run(), stays.run()]);
  await stays.run();
  expect(await stays.read(placed)).toMatchObject({
    total: bookedTotal,
    due: 0,
    extras: [{ status: 'withdrawn' }],
  });
  const mails = await stays.subjects(placed.code, 'guest');
  expect(mails.filter((subject) => subject.startsWith('Withdrawn: Beach cart'))).toHaveLength(1);
});

test('a requested extra costs nothing until the hosts approve it; then it is due within a day', async () => {
  const id = await add(early);
  const placed = await stays.confirmed(slug);
  const asked = await ordered(placed, id);
  expect(asked).toMatchObject({ status: 'asked', due: 0 });
  expect(await stays.read(placed)).toMatchObject({ total: bookedTotal, due: 0 });
  const list = await body(host.request('GET', '/api/admin/extras/asked'));
  expect(list.asked).toMatchObject([
    { code: placed.code, id: asked.id, label: early.label, property: slug, clockTime: '13:00' },
  ]);
  await db
    .updateTable('booking_extras')
    .set({ created_at: new Date(Date.now() - 2 * dayMs) })
    .execute();
  const approved = await decide(placed.code, asked.id, 'approve');
  expect(approved).toMatchObject({ status: 'confirmed', extras: [{ id: asked.id, status: 'open' }] });
  expect(approved.history.at(-1)).toMatchObject({ event: 'extra_approved', actor: 'host@example.com' });
  await stays.run();
  const trip = await stays.read(placed);
  expect(trip).toMatchObject({ due: 5_353, extras: [{ status: 'open', canWithdraw: true }] });
  expect(sum(trip.quote.lines)).toBe(trip.total);
  const mail = (await stays.queuedMail()).find(
    ({ subject }) => subject.startsWith('Approved: Early check-in') && subject.includes(placed.code),
  );
  expect(mail?.text).toContain('within a day, or before your check-in if that comes sooner');
  for (const verb of ['approve', 'decline'] as const)
    expect(await decide(placed.code, asked.id, verb)).toMatchObject({ reason: 'already_decided' });
  expect((await body(host.request('GET', '/api/admin/extras/asked'))).asked).toEqual([]);
});

test('an extra that is requested twice is one row with a mail for each request, and cannot be decided once it is withdrawn', async () => {
  const id = await add({ ...cribs, needs_approval: true });
  const placed = await stays.confirmed(slug);
  const first = await ordered(placed, id);
  const second = await ordered(placed, id);
  expect(second).toMatchObject({ id: first.id, status: 'asked', due: 0 });
  expect(await db.selectFrom('booking_extras').select(['quantity', 'by']).execute()).toEqual([
    { quantity: 2, by: 'guest' },
  ]);
  const mails = (await stays.subjects(placed.code, 'hosts')).filter((subject) =>
    subject.startsWith('Asked for: Crib'),
  );
  expect(mails).toHaveLength(2);
  expect(await withdraw(placed, first.id)).toMatchObject({ status: 200 });
  for (const verb of ['approve', 'decline'] as const)
    expect(await decide(placed.code, first.id, verb)).toMatchObject({
      status: 409,
      reason: 'already_decided',
    });
  expect((await stays.read(placed)).total).toBe(bookedTotal);
});

test('a label with markup or a formula is text in mails, and no formula in a CSV file', async () => {
  const label = '=HYPERLINK("x") <b>Cart</b>';
  const id = await add({ label });
  const placed = await stays.confirmed(slug);
  await ordered(placed, id);
  await pay(placed);
  const mail = (await stays.queuedMail()).findLast(({ subject }) => subject.startsWith('Paid:'));
  expect(mail?.html).toContain('&lt;b&gt;Cart&lt;/b&gt;');
  expect(mail?.html).not.toContain('<b>Cart');
  for (const table of ['extras', 'booking_extras']) {
    const csv = await (await host.request('GET', `/api/tables/${table}/export`)).text();
    expect(csv).toContain('Cart</b>');
    expect(csv).not.toMatch(/(^|,)"?=HYPERLINK/m);
  }
});

test('a declined extra costs nothing, and the guest gets the reason', async () => {
  const id = await add(early);
  const placed = await stays.confirmed(slug);
  const { id: asked } = await ordered(placed, id);
  const reason = 'Other guests leave at ten.';
  expect(await decide(placed.code, asked, 'decline', { reason })).toMatchObject({
    extras: [{ status: 'declined', reason }],
  });
  expect((await stays.read(placed)).total).toBe(bookedTotal);
  const mails = (await stays.queuedMail()).filter(({ subject }) => subject.startsWith('Not possible'));
  expect(mails.at(-1)?.text).toContain(reason);
  expect(await decide(placed.code, newId(), 'decline')).toMatchObject({ status: 404 });
});

test('a requested extra that is undecided at the check-in is withdrawn with a mail', async () => {
  const id = await add(early);
  const placed = await stays.confirmed(slug);
  await ordered(placed, id);
  await stays.set(placed.code, { checkin: inDays(-1), checkout: inDays(2) });
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'withdrawn' }]);
  expect(await stays.subjects(placed.code, 'guest')).toContainEqual(
    expect.stringMatching(/^Withdrawn: Early/),
  );
});

test.each([
  ['a late check-out', late, { checkin: inDays(-2), checkout: inDays(1) }],
  ['an extra', { ...cribs, last_days: 0, needs_approval: true }, { checkin: inDays(0), checkout: inDays(3) }],
])(
  '%s that is requested after the check-in is decided and paid until the check-out',
  async (_, row, span) => {
    const id = await add(row);
    const placed = await stays.confirmed(slug, {}, 20);
    await stays.set(placed.code, span);
    // The guests are in the house whatever the time is.
    const { quote_id } = await stays.stored(placed.code);
    await db.updateTable('quotes').set({ check_in_from: '00:00' }).where('id', '=', quote_id).execute();
    const { id: added } = await ordered(placed, id);
    await stays.run();
    const { extras } = await stays.read(placed);
    expect(extras).toMatchObject([{ id: added, status: 'asked' }]);
    await decide(placed.code, added, 'approve');
    await stays.run();
    expect((await stays.read(placed)).extras).toMatchObject([{ status: 'open' }]);
    const yesterday = { decided_at: new Date(Date.now() - dayMs - 1) };
    await db.updateTable('booking_extras').set(yesterday).execute();
    const created_at = new Date(Date.now() - dayMs - 1);
    await db.updateTable('booking_extras').set({ created_at }).execute();
    await stays.run();
    expect((await stays.read(placed)).extras).toMatchObject([{ status: 'withdrawn' }]);
  },
);

test('a late check-out that is undecided at the check-out is withdrawn with a mail', async () => {
  const id = await add(late);
  const placed = await stays.confirmed(slug, {}, 20);
  await stays.set(placed.code, { checkin: inDays(-3), checkout: inDays(1) });
  await ordered(placed, id);
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'withdrawn' }]);
  const mail = (await stays.queuedMail()).find(
    ({ subject }) => subject.startsWith('Withdrawn: Late') && subject.includes(placed.code),
  );
  expect(mail?.text).toContain('We could not decide about it in time');
});

test('orders are limited to 20 an hour for a booking, rejected ones too, and repeats of a key are not counted', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  const key = newId();
  expect((await order(placed, { id, quantity: 1, total: 4_818 }, key)).due).toBe(4_818);
  for (let count = 1; count < 20; count += 1)
    expect((await order(placed, { id, quantity: 1, total: 1 })).status).toBe(400);
  expect(await order(placed, { id, quantity: 1, total: 4_818 }, key)).toMatchObject({ due: 4_818 });
  expect((await order(placed, { id, quantity: 1, total: 4_818 })).status).toBe(429);
});

test('orders are limited to 60 an hour for a client address', async () => {
  const id = await add();
  const from = anyAddress();
  const all = await Promise.all([60, 70, 80, 90].map((days) => stays.confirmed(other.slug, {}, days)));
  const results: number[] = [];
  for (const placed of all)
    for (let count = 0; count < 16; count += 1)
      results.push((await order(placed, { id: newId(), quantity: 1, total: 1 }, newId(), from)).status);
  expect(results.filter((status) => status === 404)).toHaveLength(60);
  expect(results.filter((status) => status === 429)).toHaveLength(4);
  expect(id).toBeTruthy();
});

test('one of 64 orders with one key is stored, and all get it in their responses', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  const key = newId();
  const from = anyAddress();
  const made = await Promise.all(
    Array.from({ length: 64 }, () => order(placed, { id, quantity: 1, total: 4_818 }, key, from)),
  );
  expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(made[0]).toMatchObject({ status: 'open', due: 4_818 });
  expect(await stays.read(placed)).toMatchObject({ total: bookedTotal + 4_818, extras: [{ quantity: 1 }] });
});

/** A second instance of the module, as another process has it. */
function otherProcess() {
  vi.resetModules();
  return import('./order-extra.server.ts');
}

test('a process whose key ordered the last piece elsewhere a moment ago gets that order', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  const booking = await stays.stored(placed.code);
  const [first, second] = [await otherProcess(), await otherProcess()];
  const ordering = [booking, { id, quantity: 1, total: 4_818 }, newId()] as const;
  const made: unknown[] = [];
  const behind: Ctx = {
    ...stays.ctx,
    // It has looked for an order of the key already.
    async consumeLimit(...limit) {
      if (made.length === 0) made.push(await first.orderExtra(stays.ctx, ...ordering));
      return stays.ctx.consumeLimit(...limit);
    },
  };
  expect(await second.orderExtra(behind, ...ordering)).toEqual(made[0]);
  expect(await stays.read(placed)).toMatchObject({ total: bookedTotal + 4_818, extras: [{ quantity: 1 }] });
});

test('one of 64 orders with one key in two processes is stored, and all get it in their responses', async () => {
  const id = await add({ ...cribs, max_quantity: 20 });
  const placed = await stays.confirmed(slug);
  const booking = await stays.stored(placed.code);
  const processes = [await otherProcess(), await otherProcess()];
  const request = { id, quantity: 1, total: 1_606 };
  const key = newId();
  const made = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      processes[index % 2]?.orderExtra(stays.ctx, booking, request, key),
    ),
  );
  for (const one of made) expect(one).toEqual(made[0]);
  expect((await stays.read(placed)).extras).toMatchObject([{ quantity: 1, amount: 1_500 }]);
});

test('two tabs that order the last piece at once: one gets it', async () => {
  const id = await add();
  const placed = await stays.confirmed(slug);
  const made = await Promise.all([1, 2].map(() => order(placed, { id, quantity: 1, total: 4_818 })));
  expect(made.map(({ status, reason }) => reason ?? status).sort()).toEqual(['open', 'quantity']);
  expect((await stays.read(placed)).total).toBe(bookedTotal + 4_818);
});

test('two hosts who decide at once: the first one decides', async () => {
  const id = await add(early);
  const placed = await stays.confirmed(slug);
  const { id: asked } = await ordered(placed, id);
  const made = await Promise.all(
    (['approve', 'decline'] as const).map((verb) => decide(placed.code, asked, verb)),
  );
  expect(made.filter(({ reason }) => reason === 'already_decided')).toHaveLength(1);
});

test('guests and strangers decide nothing', async () => {
  const id = await add(early);
  const placed = await stays.confirmed(slug);
  const { id: asked } = await ordered(placed, id);
  const path = `/api/admin/bookings/${placed.code}/extras/${asked}/approve`;
  expect((await stays.request('POST', path, { json: {} })).status).toBe(401);
  expect((await stays.request('GET', '/api/admin/extras/asked')).status).toBe(401);
});

test('while a bank works on a payment of the stay, nothing is ordered or taken back', async () => {
  const id = await add();
  const cribId = await add(cribs);
  const placed = await stays.confirmed(slug);
  const { id: added } = await ordered(placed, id);
  await stays.act(placed, 'checkout');
  await db
    .updateTable('payment_attempts')
    .set({ status: 'processing' })
    .where('status', '=', 'open')
    .execute();
  const underWay = { status: 409, reason: 'payment_under_way' };
  expect(await order(placed, { id: cribId, quantity: 1, total: 1_606 })).toMatchObject(underWay);
  expect(await withdraw(placed, added)).toMatchObject(underWay);
  const rows = await db.selectFrom('booking_extras').select(['id', 'status']).execute();
  expect(rows).toEqual([{ id: added, status: 'open' }]);
});
