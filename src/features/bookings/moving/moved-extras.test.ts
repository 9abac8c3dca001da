import { beforeEach, expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { dayMs } from '../../../shared/durations.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
// A night is 200.00, with 10 % of tax.
const home = await stays.addProperty();
const other = await stays.addProperty();
await db
  .insertInto('taxes')
  .values(
    [home, other].map(
      ({ id }) =>
        ({ property_id: id, label: 'State', jurisdiction: 'Florida', percent: 10, step: 1 }) as never,
    ),
  )
  .execute();
beforeEach(async () => {
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '<>', 'cancelled').execute();
  await db.deleteFrom('booking_extras').execute();
  await db.deleteFrom('extras').execute();
});

const add = (more: object = {}) =>
  addExtra(db, { label: 'Heat the pool', kind: 'per_night', amount_cents: 2_500, offered: 'trip', ...more });

const order = async ({ code, key }: Placed, id: string, total: number) => {
  const headers = { 'X-Booking-Key': key, 'Idempotency-Key': newId() };
  const json = { id, quantity: 1, total };
  const response = await stays.request('POST', `/api/bookings/${code}/extras`, { json, headers });
  expect(response.status, JSON.stringify(await response.clone().json())).toBe(201);
};
const pay = async (placed: Placed) => {
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
};
const move = async ({ code }: Placed, json: object) => {
  const path = `/api/admin/bookings/${code}/move`;
  const previewed = await (await host.request('POST', `${path}/preview`, { json })).json();
  const response = await host.request('POST', path, { json });
  expect(response.status).toBe(200);
  return previewed;
};
const dates = (from: number, nights: number) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);

test('a moved stay keeps its extras at the price at which they were ordered, for its new nights', async () => {
  const id = await add();
  const placed = await stays.confirmed(home.slug);
  await order(placed, id, 8_250);
  await pay(placed);
  await db.updateTable('extras').set({ amount_cents: 9_900 }).execute();
  const previewed = await move(placed, dates(60, 5));
  expect(previewed.extras).toMatchObject([{ label: 'Heat the pool', effect: 'kept', amount: 8_250 }]);
  const trip = await stays.read(placed);
  expect(trip.total).toBe(110_000 + 13_750);
  expect(previewed.to.total).toBe(trip.total);
  expect(sum(trip.quote.lines)).toBe(trip.total);
  expect(trip.extras).toMatchObject([{ amount: 12_500, taxes: 1_250, status: 'paid' }]);
});

const requested = async (placed: Placed) => {
  const [added] = (await stays.read(placed)).extras;
  const approve = () =>
    host.request('POST', `/api/admin/bookings/${placed.code}/extras/${added.id}/approve`, { json: {} });
  return { id: added.id as string, approve };
};

test('an extra that is requested before a move and approved after it costs what its new nights cost', async () => {
  const extra = await add({ needs_approval: true });
  const placed = await stays.confirmed(home.slug);
  await order(placed, extra, 8_250);
  await move(placed, dates(60, 7));
  const moved = await stays.read(placed);
  expect(moved).toMatchObject({
    total: 154_000,
    extras: [{ amount: 17_500, taxes: 1_750, status: 'asked' }],
  });
  const { id, approve } = await requested(placed);
  expect((await approve()).status).toBeLessThan(300);
  const trip = await stays.read(placed);
  expect(trip).toMatchObject({ total: 154_000 + 19_250, extras: [{ amount: 17_500, status: 'open' }] });
  expect(await mailText(`extra-approved-${id}`)).toContain('Please pay $192.50 within a day');
  const [row] = await db.selectFrom('booking_extras').select(['amount_cents', 'due_cents']).execute();
  expect(row).toEqual({ amount_cents: 17_500, due_cents: 19_250 });
});

test('an extra whose row has the price of other nights is approved at the price of the present ones', async () => {
  const extra = await add({ needs_approval: true });
  const placed = await stays.confirmed(home.slug);
  await order(placed, extra, 8_250);
  await db.updateTable('booking_extras').set({ amount_cents: 5_000 }).execute();
  const { approve } = await requested(placed);
  expect((await approve()).status).toBeLessThan(300);
  expect(await stays.read(placed)).toMatchObject({ due: 8_250, total: 66_000 + 8_250 });
  const [row] = await db.selectFrom('booking_extras').select(['amount_cents', 'due_cents']).execute();
  expect(row).toEqual({ amount_cents: 7_500, due_cents: 8_250 });
});

test.each([
  ['an unpaid', false],
  ['a paid', true],
])(
  '%s early check-in by the night that is requested again has the price of its new nights',
  async (_, isPaid) => {
    const moment = { moment: 'early_check_in', clock_time: '13:00', needs_approval: true };
    const placed = await stays.confirmed(home.slug);
    await order(placed, await add(moment), 8_250);
    const { approve } = await requested(placed);
    expect((await approve()).status).toBeLessThan(300);
    if (isPaid) await pay(placed);
    await move(placed, dates(64, 5));
    expect((await stays.read(placed)).extras).toMatchObject([{ amount: 12_500, status: 'asked' }]);
    const [row] = await db.selectFrom('booking_extras').select(['amount_cents', 'due_cents']).execute();
    expect(row).toEqual({ amount_cents: 12_500, due_cents: 0 });
  },
);

test('an extra that the new home does not have is refunded in full, also if the guest keeps the old price', async () => {
  const id = await add({ property_id: home.id });
  const placed = await stays.confirmed(home.slug);
  await order(placed, id, 8_250);
  await pay(placed);
  await db.updateTable('properties').set({ nightly_cents: 30_000 }).where('id', '=', other.id).execute();
  const previewed = await move(placed, { ...dates(60, 3), property: other.slug, keepPrice: true });
  expect(previewed).toMatchObject({
    refund: 8_250,
    extras: [{ effect: 'goes_back', amount: 8_250 }],
    to: { total: 66_000 },
  });
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'refunded' }]);
});

test('an unpaid extra that the new home does not have is withdrawn', async () => {
  const id = await add({ property_id: home.id });
  const placed = await stays.confirmed(home.slug);
  await order(placed, id, 8_250);
  const previewed = await move(placed, { ...dates(60, 3), property: other.slug });
  expect(previewed).toMatchObject({ refund: 0, extras: [{ effect: 'withdrawn' }] });
  const trip = await stays.read(placed);
  expect(trip.extras).toMatchObject([{ status: 'withdrawn' }]);
  expect(sum(trip.quote.lines)).toBe(trip.total);
});

/**
 * A stay whose early check-in was paid, and is requested again since it was moved to another day.
 * @param nights of the moved stay, which had three
 */
async function requestedAgain(nights = 3) {
  const id = await add({
    label: 'Early check-in',
    kind: 'per_stay',
    amount_cents: 5_000,
    moment: 'early_check_in',
    clock_time: '13:00',
    needs_approval: true,
  });
  const placed = await stays.confirmed(home.slug);
  await order(placed, id, 5_500);
  const [added] = (await stays.read(placed)).extras;
  const decide = (verb: string) =>
    host.request('POST', `/api/admin/bookings/${placed.code}/extras/${added.id}/${verb}`, { json: {} });
  expect((await decide('approve')).status).toBeLessThan(300);
  await pay(placed);
  const previewed = await move(placed, dates(64, nights));
  expect(previewed).toMatchObject({ refund: 0, extras: [{ effect: 'asked_again', amount: 5_500 }] });
  const asked = await stays.read(placed);
  const due = (nights - 3) * 22_000;
  expect(asked).toMatchObject({ total: 71_500 + due, due, extras: [{ status: 'asked' }] });
  return { placed, id: added.id as string, decide };
}
const refunded = '$55.00 goes back in the way in which you paid.';
const mailText = async (prefix: string) =>
  (await stays.queuedMail()).find(({ key }) => key.startsWith(prefix))?.text;

test('a paid early check-in is requested again for another day, and refunded if it is declined', async () => {
  const { placed, id, decide } = await requestedAgain();
  expect((await decide('decline')).status).toBeLessThan(300);
  const declined = await stays.read(placed);
  expect(declined).toMatchObject({ total: 66_000, paid: 66_000, extras: [{ status: 'declined' }] });
  expect(await mailText(`extra-declined-${id}`)).toContain(refunded);
});

test('a paid early check-in that is requested again and taken back is refunded, and its mail names the refund', async () => {
  const { placed, id } = await requestedAgain();
  const headers = { 'X-Booking-Key': placed.key };
  await stays.request('DELETE', `/api/bookings/${placed.code}/extras/${id}`, { headers });
  const withdrawn = await stays.read(placed);
  expect(withdrawn).toMatchObject({ total: 66_000, paid: 66_000, extras: [{ status: 'withdrawn' }] });
  const text = await mailText(`extra-withdrawn-${id}`);
  expect(text).toContain(`You took it back. ${refunded}`);
  expect(text).not.toContain('You pay nothing');
});

test('a paid early check-in that is requested again and not decided is refunded, and its mail names the refund', async () => {
  const { placed, id } = await requestedAgain();
  await stays.set(placed.code, { checkin: inDays(-1), checkout: inDays(2) });
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'withdrawn' }]);
  expect((await stays.ledger(placed.code)).at(-1)).toBe('refund 5500');
  expect(await mailText(`extra-withdrawn-${id}`)).toContain(`in time, so it is withdrawn. ${refunded}`);
});

const deducted = '$55.00 comes off what you still owe.';

test('an early check-in paid before a longer stay lowers what is open when it is declined, and its mail promises no refund', async () => {
  const { placed, id, decide } = await requestedAgain(4);
  expect((await decide('decline')).status).toBeLessThan(300);
  const declined = await stays.read(placed);
  expect(declined).toMatchObject({ total: 88_000, paid: 71_500, due: 16_500 });
  const text = await mailText(`extra-declined-${id}`);
  expect(text).toContain(deducted);
  expect(text).not.toContain('goes back');
});

test('an early check-in paid before a longer stay lowers what is open when it is taken back, and its mail says so', async () => {
  const { placed, id } = await requestedAgain(4);
  const headers = { 'X-Booking-Key': placed.key };
  await stays.request('DELETE', `/api/bookings/${placed.code}/extras/${id}`, { headers });
  expect(await stays.read(placed)).toMatchObject({ total: 88_000, paid: 71_500, due: 16_500 });
  const text = await mailText(`extra-withdrawn-${id}`);
  expect(text).toContain(`You took it back. ${deducted}`);
  expect(text).not.toContain('goes back');
});

test('an early check-in paid before a longer stay that is not decided in time lowers what is open, and its mail says so', async () => {
  const { placed, id } = await requestedAgain(4);
  await stays.set(placed.code, { checkin: inDays(-1), checkout: inDays(3) });
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'withdrawn' }]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 66000', 'charge 5500']);
  const text = await mailText(`extra-withdrawn-${id}`);
  expect(text).toContain(`in time, so it is withdrawn. ${deducted}`);
  expect(text).not.toContain('goes back');
});

test('a declined early check-in is refunded less what is still open, and its mail names both parts', async () => {
  const { placed, id, decide } = await requestedAgain(4);
  const { id: booking_id, currency } = await stays.stored(placed.code);
  const paid = { booking_id, kind: 'charge', amount_cents: 20_000, currency, stripe_id: newId() } as const;
  await db.insertInto('payments').values(paid).execute();
  expect((await decide('decline')).status).toBeLessThan(300);
  expect(await stays.read(placed)).toMatchObject({ total: 88_000, due: 0 });
  const orders = await db
    .selectFrom('refund_orders')
    .select('amount_cents')
    .where('booking_id', '=', booking_id)
    .execute();
  expect(orders).toEqual([{ amount_cents: 3_500 }]);
  const text = await mailText(`extra-declined-${id}`);
  expect(text).toContain(
    '$35.00 goes back in the way in which you paid. $20.00 comes off what you still owe.',
  );
});

test('a paid late check-out of a stay that is extended by its guests in the house is requested until the check-out day ends', async () => {
  const late = { moment: 'late_check_out', clock_time: '13:00', kind: 'per_stay', amount_cents: 5_000 };
  const extra = await add({ ...late, needs_approval: true });
  const placed = await stays.confirmed(home.slug);
  await order(placed, extra, 5_500);
  const { approve } = await requested(placed);
  expect((await approve()).status).toBeLessThan(300);
  await pay(placed);
  const created_at = new Date(Date.now() - 10 * dayMs);
  await db.updateTable('booking_extras').set({ created_at }).execute();
  await stays.set(placed.code, { checkin: inDays(-1), checkout: inDays(2) });
  await move(placed, dates(-1, 4));
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'asked' }]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 66000', 'charge 5500']);
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(0) });
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'asked' }]);
  await stays.set(placed.code, { checkin: inDays(-5), checkout: inDays(-1) });
  await stays.run();
  expect((await stays.read(placed)).extras).toMatchObject([{ status: 'withdrawn' }]);
});

test('an unpaid charge stays due: the refund of a shorter stay does not pay for it', async () => {
  const placed = await stays.confirmed(home.slug);
  const json = { label: 'Crib', amount: 2_500, isTaxed: false, reason: 'As asked', collect: 'link' };
  const headers = { 'Idempotency-Key': newId() };
  await host.request('POST', `/api/admin/bookings/${placed.code}/charges`, { json, headers });
  const previewed = await move(placed, dates(60, 2));
  expect(previewed).toMatchObject({ refund: 22_000, due: 0, extras: [{ effect: 'kept' }] });
  expect(await stays.read(placed)).toMatchObject({ due: 2_500, dueOn: null, extras: [{ status: 'open' }] });
});
