import { beforeEach, expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
// Three nights: 600.00 and 10 % of tax.
const home = await stays.addProperty({ check_in_from: '23:59' });
await db
  .insertInto('taxes')
  .values({ property_id: home.id, label: 'State', jurisdiction: 'Florida', percent: 10, step: 1 } as never)
  .execute();
beforeEach(async () => {
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '<>', 'cancelled').execute();
});

/** Charges 50.00 and its tax. @returns its id */
async function charge({ code }: Pick<Placed, 'code'>, isPaid: boolean): Promise<string> {
  const paid = isPaid ? { collect: 'elsewhere', how: 'In cash' } : { collect: 'link' };
  const json = { label: 'Heat the pool', amount: 5_000, isTaxed: true, reason: 'As asked', ...paid };
  const headers = { 'Idempotency-Key': newId() };
  const response = await host.request('POST', `/api/admin/bookings/${code}/charges`, { json, headers });
  expect(response.status).toBe(201);
  return (await response.json()).id;
}
const figure = async ({ code, key }: Placed) =>
  (
    await stays.request('GET', `/api/bookings/${code}/cancellation`, { headers: { 'X-Booking-Key': key } })
  ).json();
const cancel = async (placed: Placed, refund: number) =>
  (await stays.act(placed, 'cancel', { refund })).json();
const statuses = async (placed: Placed) =>
  (await stays.read(placed)).extras.map(({ status }: { status: string }) => status);

test.each([
  [100, 66_000 + 5_500],
  [50, 33_000 + 5_500],
  [0, 5_500],
])(
  'before the check-in day an extra is refunded in full with its tax where the policy gives %i%%',
  async (percent, refund) => {
    const placed = await stays.confirmed(home.slug);
    await charge(placed, true);
    await stays.setPolicy(placed.code, percent);
    expect(await figure(placed)).toMatchObject({ refund, extras: 5_000 });
    const trip = await cancel(placed, refund);
    expect(trip).toMatchObject({ status: 'cancelled', paid: 71_500 - refund });
    expect(await statuses(placed)).toEqual(['refunded']);
  },
);

test('on the check-in day an extra is not refunded, even if the policy refunds everything', async () => {
  const placed = await stays.confirmed(home.slug, {}, 0);
  await charge(placed, true);
  await stays.setPolicy(placed.code, 100, { daysBefore: 0 });
  const { refund, extras, why } = await figure(placed);
  expect([refund, extras]).toEqual([66_000, 0]);
  expect(why).toContain('your stay goes back in full. What you added to your stay is not refunded');
  await cancel(placed, refund);
  expect(await statuses(placed)).toEqual(['paid']);
});

test('unpaid extras leave the bill of a cancelled stay and are not refunded', async () => {
  const placed = await stays.confirmed(home.slug);
  await charge(placed, false);
  await stays.setPolicy(placed.code, 50);
  expect(await figure(placed)).toMatchObject({ refund: 33_000, extras: 0 });
  const trip = await cancel(placed, 33_000);
  expect(trip.total).toBe(66_000);
  expect(trip.quote.lines.map(({ kind }: { kind: string }) => kind)).toEqual(['rent', 'tax']);
  expect(await statuses(placed)).toEqual(['withdrawn']);
});

test('a stay that was made shorter while a charge was unpaid can be cancelled', async () => {
  const placed = await stays.confirmed(home.slug);
  await charge(placed, false);
  const json = { checkin: inDays(60), checkout: inDays(62) };
  const moved = await host.request('POST', `/api/admin/bookings/${placed.code}/move`, { json });
  expect(moved.status).toBe(200);
  await stays.setPolicy(placed.code, 0);
  expect(await cancel(placed, 0)).toMatchObject({ status: 'cancelled', total: 44_000 });
  expect(await statuses(placed)).toEqual(['withdrawn']);
});

test('a payment of a charge that a bank finishes after its stay was cancelled is refunded in full', async () => {
  const placed = await stays.confirmed(home.slug);
  await charge(placed, false);
  await stays.setPolicy(placed.code, 0);
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete', { unpaid: true });
  await stays.run();
  await cancel(placed, 0);
  await stays.step(stays.sessionOf(url), 'async_succeed');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 66000', 'charge 5500', 'refund 5500']);
});

test('hosts who give everything back on the check-in day give the extras back, too', async () => {
  const placed = await stays.confirmed(home.slug, {}, 0);
  await charge(placed, true);
  const json = { refund: 71_500, reason: 'A storm' };
  const response = await host.request('POST', `/api/admin/bookings/${placed.code}/cancel`, { json });
  expect(response.status).toBe(200);
  expect(await statuses(placed)).toEqual(['refunded']);
});
