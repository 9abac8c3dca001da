import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { holdUntil, isTooLateToPay } from './end-of-sale.server.ts';
import { openPayment } from './open-payment.server.ts';
import { settleAttempt } from './settle-booking.server.ts';

const stays = await openStaysForFile();
const { id: property_id } = await stays.addProperty();
let from = 60;
const add = (status: BookingStatus, more: object = {}) => {
  from += 5;
  const span = { property_id, checkin: inDays(from), checkout: inDays(from + 3) };
  return addBooking(stays.db, {
    ...span,
    status,
    hold_expires_at: new Date(Date.now() + 3_600_000),
    ...more,
  });
};
const attempts = (bookingId: string) =>
  stays.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute();

const over = 'These nights are no longer held for you. Please choose your dates again.';
test.each([
  ['requested', 'We are looking at your request. You can pay once it is approved.'],
  ['expired', over],
  ['released', over],
  ['declined', over],
  ['cancelled', over],
] as const)('a booking that is %s opens no payment page', async (status, message) => {
  const { id } = await add(status);
  await expect(openPayment(stays.ctx, id)).rejects.toMatchObject({ code: 'conflict', message });
  expect(await attempts(id)).toEqual([]);
});

test('a hold that hosts have not accepted opens no new payment page while its calendars are unread', async () => {
  const home = await stays.addProperty();
  const url = 'https://feeds.example/unread.ics';
  await stays.db
    .insertInto('calendar_feeds')
    .values({ property_id: home.id, channel: 'vrbo', url })
    .execute();
  const byAgent = await add('held', {
    property_id: home.id,
    source: 'agent',
    checkin: '2027-09-01',
    checkout: '2027-09-04',
  });
  await expect(openPayment(stays.ctx, byAgent.id)).rejects.toMatchObject({ code: 'conflict' });
  const { id, code } = await add('held', { property_id: home.id });
  await expect(openPayment(stays.ctx, id)).rejects.toMatchObject({
    code: 'conflict',
    extra: { reason: 'calendars_unread' },
    message: expect.stringContaining('Your nights stay held'),
  });
  expect(await attempts(id)).toEqual([]);
  expect(await stays.stored(code)).toMatchObject({ status: 'held' });
  const event = { booking_id: id, event: 'approved', actor: 'host@example.com' };
  await stays.db.insertInto('booking_events').values(event).execute();
  expect(await openPayment(stays.ctx, id)).toContain('/pay/');
  const byHosts = await add('held', { property_id: home.id, source: 'hosts' });
  expect(await openPayment(stays.ctx, byHosts.id)).toContain('/pay/');
});

test('a page that would be open after the end of its check-in day is not opened, and one that is open is returned', async () => {
  const tonight = { checkin: inDays(0), checkout: inDays(2) };
  const at = (time: string) => ({ ...stays.ctx, now: () => momentAtProperty(inDays(1), time) });
  const late = await stays.addProperty();
  const { id, code } = await add('held', { property_id: late.id, ...tonight });
  const { hold_expires_at } = await stays.stored(code);
  await expect(openPayment(at('01:30'), id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The check-in day of this stay is over'),
  });
  expect(await attempts(id)).toEqual([]);
  expect(await stays.stored(code)).toMatchObject({ hold_expires_at });
  const early = await stays.addProperty();
  const open = await add('held', { property_id: early.id, ...tonight });
  const url = await openPayment(stays.ctx, open.id);
  expect(await openPayment(at('01:30'), open.id)).toBe(url);
});

test.each([
  ['01:23', false],
  ['01:24', true],
  ['02:30', true],
])('at %s of the next night it is too late to pay a stay: %s', (time, isLate) => {
  const [checkin, night] = ['2027-06-01', '2027-06-02'];
  expect(isTooLateToPay({ checkin }, momentAtProperty(night, time))).toBe(isLate);
});

test.each([
  ['2027-06-01', '18:00', '2027-06-02', '01:24'],
  ['2027-05-20', '18:00', '2027-05-21', '18:00'],
])(
  'a hold of a day made on %s at %s ends on %s at %s: as long as its page can be opened',
  (day, time, end, clock) => {
    const until = new Date(momentAtProperty(day, time).getTime() + 86_400_000);
    const ends = holdUntil('2027-06-01', until);
    expect(ends).toEqual(momentAtProperty(end, clock));
    expect(isTooLateToPay({ checkin: '2027-06-01' }, new Date(ends.getTime() - 1))).toBe(false);
  },
);

test('a stay that is paid in full opens no payment page', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const response = await stays.act(placed, 'checkout');
  expect([response.status, (await response.json()).message]).toEqual([409, 'This stay is paid already.']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('a hold that costs less than a card can be charged is confirmed at once, without a payment page', async () => {
  const { id, code } = await add('held', { due_now_cents: 49 });
  expect(await openPayment(stays.ctx, id)).toBe(`http://localhost:9/trips/${code}`);
  expect(await attempts(id)).toEqual([]);
  expect(await stays.stored(code)).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(Date) });
  expect((await stays.subjects(code, 'guest')).join()).toContain('Confirmed: ');
  expect((await stays.subjects(code, 'hosts')).join()).toContain('New booking');
});

test('a payment is begun five times at most, which ends a hold without a payment', async () => {
  const { id, code } = await add('held');
  for (let page = 0; page < 5; page += 1) {
    const url = await openPayment(stays.ctx, id);
    await stays.step(stays.sessionOf(url), 'expire');
  }
  const message = 'This payment was begun too often. Please call us to book.';
  await expect(openPayment(stays.ctx, id)).rejects.toMatchObject({ code: 'conflict', message });
  expect((await attempts(id)).map(({ status }) => status)).toEqual(Array(5).fill('expired'));
  expect((await stays.stored(code)).status).toBe('held');
});

test('a payment page whose transaction is the victim of a deadlock is opened all the same', async () => {
  const { id } = await add('held');
  const other = await stays.platform.pool.connect();
  try {
    await other.query('begin');
    // The server looks for a deadlock once a transaction has waited: so the other one never is its victim.
    await other.query("set local deadlock_timeout = '5min'");
    await other.query('lock payment_attempts in share row exclusive mode');
    const opened = openPayment(stays.ctx, id);
    await stays.untilBlocked();
    await other.query('select from bookings where id = $1 for update', [id]);
    await other.query('commit');
    expect(await opened).toContain('/pay/');
  } finally {
    other.release();
  }
});

test('concurrent requests for a payment page get one page', async () => {
  const { id } = await add('held');
  const urls = await Promise.all(Array.from({ length: 8 }, () => openPayment(stays.ctx, id)));
  expect(new Set(urls).size).toBe(1);
  expect(await attempts(id)).toHaveLength(1);
});

test('a page that the provider rejects is no page: the guest reads that nothing was charged', async () => {
  const { slug } = await stays.addProperty();
  await stays.faults({ apiStatus: 500 });
  const placed = await stays.hold(slug);
  await stays.faults({ apiStatus: null });
  await stays.set(placed.code, { email: 'no address' });
  const response = await stays.act(placed, 'checkout');
  expect([response.status, response.headers.get('Retry-After'), (await response.json()).message]).toEqual([
    503,
    '30',
    'The payment page could not be opened just now. You have not been charged. Please try again in a few minutes.',
  ]);
  const { id, status } = await stays.stored(placed.code);
  expect([status, (await attempts(id)).at(-1)?.status]).toEqual(['held', 'failed']);
});

async function open(): Promise<Placed & { id: string; attemptId: string }> {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  const { id } = await stays.stored(placed.code);
  const [attempt] = await attempts(id);
  return { ...placed, id, attemptId: attempt?.id ?? '' };
}
const setAttempt = (id: string, values: object) =>
  stays.db.updateTable('payment_attempts').set(values).where('id', '=', id).execute();

test.each([
  ['another amount', { amount_cents: 59_999 }],
  ['another currency', { currency: 'eur' }],
])('a session that was paid with %s than its booking’s confirms nothing', async (_, values) => {
  const placed = await open();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await setAttempt(placed.attemptId, values);
  await settleAttempt(stays.ctx, placed.attemptId);
  expect((await stays.stored(placed.code)).status).toBe('held');
  expect(await stays.ledger(placed.code)).toEqual([]);
});

test('a session that the provider does not know any more gives way to a new page', async () => {
  const placed = await open();
  await setAttempt(placed.attemptId, { stripe_id: 'cs_test_lost' });
  const response = await stays.act(placed, 'checkout');
  const { url } = await response.json();
  expect(response.status).toBe(200);
  expect(url).not.toBe(placed.checkoutUrl);
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.readConfirmed(placed);
});

test('an attempt that does not exist is not settled', async () => {
  await expect(settleAttempt(stays.ctx, newId())).rejects.toMatchObject({
    code: 'notFound',
    message: 'There is no such payment.',
  });
});

test('while a payment is pending at a bank its guest is not requested to pay again', async () => {
  const placed = await open();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete', { unpaid: true });
  const response = await stays.act(placed, 'checkout');
  expect([response.status, (await response.json()).message]).toEqual([
    409,
    'Your bank is working on your payment. We will write to you.',
  ]);
  expect(await stays.read(placed)).toMatchObject({ can: ['release'], isPaymentProcessing: true });
});
