import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { bookingKey } from '../record/booking-key.server.ts';

const stays = await openStaysForFile();
const { id: property_id, slug } = await stays.addProperty();
let from = 60;
/** Nights of its own for each test. */
const stay = () => {
  from += 5;
  return { checkin: inDays(from), checkout: inDays(from + 3) };
};
const add = async (status: BookingStatus, more: object = {}) => {
  const hold_expires_at = new Date(Date.now() + 3_600_000);
  const { id, code } = await addBooking(stays.db, {
    property_id,
    ...stay(),
    status,
    hold_expires_at,
    ...more,
  });
  const key = bookingKey(stays.ctx, id);
  await stays.set(code, { key_hash: hashToken(key) });
  return { id, code, key };
};
const get = ({ code, key }: Pick<Placed, 'code' | 'key'>, file: string) =>
  stays.request('GET', `/api/bookings/${code}/${file}`, {
    headers: { 'X-Booking-Key': key },
    from: anyAddress(),
  });
const rejection = async (response: Response) => [response.status, (await response.json()).message];

const notConfirmed = 'There is nothing to cancel: this stay is not confirmed.';
const others: BookingStatus[] = ['held', 'requested', 'expired', 'released', 'declined', 'cancelled'];

test.each(others)('a booking that is %s cannot be cancelled, and has no figure', async (status) => {
  const placed = await add(status);
  expect(await rejection(await get(placed, 'cancellation'))).toEqual([409, notConfirmed]);
  expect(await rejection(await stays.act(placed, 'cancel', { refund: 0 }))).toEqual([409, notConfirmed]);
  expect((await stays.stored(placed.code)).status).toBe(status);
});

test('a stay that has begun is cancelled by phone only, and nothing is refunded automatically', async () => {
  const placed = await stays.confirmed(slug, {}, 30);
  await stays.set(placed.code, { checkin: inDays(-1) });
  const begun = 'Your stay has begun. Please call us.';
  expect(await rejection(await get(placed, 'cancellation'))).toEqual([409, begun]);
  expect(await rejection(await stays.act(placed, 'cancel', { refund: 60_000 }))).toEqual([409, begun]);
  expect((await stays.read(placed)).can).toEqual(['message', 'add_extras']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('a stay begins at the check-in that was booked: the trip offers nothing that the call rejects', async () => {
  const home = await stays.addProperty({ check_in_from: '23:59' });
  const placed = await stays.confirmed(home.slug, {}, 30);
  await stays.set(placed.code, { checkin: inDays(0) });
  const { quote_id } = await stays.stored(placed.code);
  await stays.db.updateTable('quotes').set({ check_in_from: '00:00' }).where('id', '=', quote_id).execute();
  expect((await stays.read(placed)).can).toEqual(['message', 'add_extras']);
  expect((await get(placed, 'cancellation')).status).toBe(409);
});

test('an amount other than the current one is rejected with the current one, in the message and as a number', async () => {
  const placed = await stays.confirmed(slug, {}, 40);
  const response = await stays.act(placed, 'cancel', { refund: 60_000 });
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'conflict',
      reason: 'price_changed',
      refund: 0,
      currency: 'usd',
      message: 'The refund is $0.00 now. Please look at it again.',
    }),
  ]);
});

const noRefund = 'Please send the refund that you were shown, in minor units';
test.each([
  [{}, { refund: noRefund }],
  [{ refund: -1 }, { refund: noRefund }],
  [{ refund: 0.5 }, { refund: noRefund }],
  [{ refund: null }, { refund: noRefund }],
  [[], { refund: noRefund }],
  [{ refund: 1, reason: 'Rain' }, { reason: 'There is no such field' }],
])('a cancellation with %j names the field', async (json, fields) => {
  const placed = await add('confirmed');
  const response = await stays.act(placed, 'cancel', json);
  expect([response.status, (await response.json()).fields]).toEqual([400, fields]);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

const notYet = 'This file is ready as soon as your stay is confirmed.';
const noLonger = 'This booking has ended without a stay, so there is no file of it.';

test.each([
  ['stay.ics', 'held', notYet],
  ['stay.ics', 'cancelled', 'This stay is cancelled, so there is no file of it any more.'],
  ['stay.ics', 'expired', noLonger],
  ['receipt.pdf', 'held', notYet],
  ['receipt.pdf', 'requested', notYet],
  ['receipt.pdf', 'declined', noLonger],
] as const)('%s of a booking that is %s does not exist', async (file, status, message) => {
  const placed = await add(status);
  expect(await rejection(await get(placed, file))).toEqual([409, message]);
});

test.each([
  ['confirmed', 'This stay is paid and confirmed. You can cancel it instead.'],
  ['requested', 'There are no nights to let go.'],
  ['expired', 'There are no nights to let go.'],
  ['cancelled', 'There are no nights to let go.'],
] as const)('a booking that is %s cannot be released', async (status, message) => {
  const placed = await add(status);
  expect(await rejection(await stays.act(placed, 'release'))).toEqual([409, message]);
  expect((await stays.stored(placed.code)).status).toBe(status);
});

test('a hold that is released twice, also concurrently, is released once', async () => {
  const placed = await stays.hold(slug, {}, 45);
  const responses = await Promise.all([1, 2, 3].map(() => stays.act(placed, 'release')));
  for (const response of responses)
    expect([response.status, await response.json()]).toEqual([200, { status: 'released' }]);
  const { id } = await stays.stored(placed.code);
  const events = await stays.db
    .selectFrom('booking_events')
    .select('event')
    .where('booking_id', '=', id)
    .where('event', '=', 'released')
    .execute();
  expect(events).toHaveLength(1);
});

const calls: [string, string, object?][] = [
  ['GET', ''],
  ['GET', '/cancellation'],
  ['GET', '/stay.ics'],
  ['GET', '/receipt.pdf'],
  ['GET', '/messages'],
  ['POST', '/checkout', {}],
  ['POST', '/release', {}],
  ['POST', '/cancel', { refund: 0 }],
  ['POST', '/messages', { text: 'Hello' }],
];
test.each(calls)(
  '%s …%s with the key of another booking is the 404 of no booking',
  async (method, path, json) => {
    const [mine, theirs] = [await add('confirmed'), await add('confirmed')];
    const call = (code: string) =>
      stays.request(method, `/api/bookings/${code}${path}`, {
        ...(json ? { json } : {}),
        headers: { 'X-Booking-Key': mine.key },
        from: anyAddress(),
      });
    const [foreign, missing] = [await call(theirs.code), await call('ZZZZZZZZ')];
    const message = 'There is no booking with this code, or it is not yours to see.';
    expect(await rejection(foreign)).toEqual([404, message]);
    expect(await rejection(missing)).toEqual([404, message]);
    const { id } = await stays.stored(theirs.code);
    const events = stays.db.selectFrom('booking_events').select('event').where('booking_id', '=', id);
    expect(await events.execute()).toEqual([]);
  },
);
