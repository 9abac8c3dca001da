import { afterEach, expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { cancelByHosts } from '../../bookings/cancellation/cancel-booking.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { id: property_id, slug } = await stays.addProperty();
const act = (code: string, path: string, json: object = {}, headers: Record<string, string> = {}) =>
  host.request('POST', `/api/admin/bookings/${code}/${path}`, { json, headers });

const dates = { checkin: inDays(60), checkout: inDays(63) };
const inStatus = (status: BookingStatus) => {
  const hold_expires_at = new Date(Date.now() + 3_600_000);
  return addBooking(stays.db, { property_id, ...dates, status, hold_expires_at });
};
afterEach(() => stays.db.updateTable('bookings').set({ status: 'released' }).execute());

/** Loads everything about a booking that an action could have changed. */
async function footprint(code: string) {
  const booking = await stays.stored(code);
  const count = async (table: 'booking_events' | 'payments' | 'refund_orders' | 'payment_attempts') =>
    (await stays.db.selectFrom(table).select('id').where('booking_id', '=', booking.id).execute()).length;
  return {
    booking,
    events: await count('booking_events'),
    payments: await count('payments'),
    orders: await count('refund_orders'),
    attempts: await count('payment_attempts'),
    mails: (await stays.queuedMail()).length,
  };
}

const elsewhen = { checkin: inDays(80), checkout: inDays(83) };
const bodies = {
  approve: {},
  decline: { reason: 'Painters' },
  cancel: { refund: 0, reason: '' },
  move: elsewhen,
  'move/preview': elsewhen,
};
const onlyRequests = 'Only requests can be approved or declined; this is';
const messages = {
  approve: (status: string) => `${onlyRequests} ${status}.`,
  decline: (status: string) => `${onlyRequests} ${status}.`,
  cancel: () => 'Only confirmed stays are cancelled.',
  move: (status: string) => `Only confirmed stays are moved; this one is ${status}.`,
  'move/preview': (status: string) => `Only confirmed stays are moved; this one is ${status}.`,
};
const allowed = {
  approve: ['requested'],
  decline: ['requested'],
  cancel: ['confirmed'],
  move: ['confirmed'],
  'move/preview': ['confirmed'],
};
const statuses: BookingStatus[] = [
  'held',
  'requested',
  'confirmed',
  'expired',
  'released',
  'declined',
  'cancelled',
];
type Action = keyof typeof bodies;
const forbidden = (Object.keys(bodies) as Action[]).flatMap((action) =>
  statuses.filter((status) => !allowed[action].includes(status)).map((status) => [action, status] as const),
);

test.each(forbidden)(
  '%s of a booking that is %s is rejected with a message, and changes nothing',
  async (action, status) => {
    const { code } = await inStatus(status);
    const before = await footprint(code);
    const response = await act(code, action, bodies[action]);
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', message: messages[action](status) }),
    ]);
    expect(await footprint(code)).toEqual(before);
  },
);

test.each([
  ...Object.entries(bodies),
  ['refund', { amount: 1, reason: 'Noise' }] as const,
  ['message', { text: 'Hello' }] as const,
])('%s of a code that no booking has is not found', async (action, json) => {
  const response = await act('ZZZZZZZZ', action, json);
  expect([response.status, (await response.json()).message]).toEqual([
    404,
    'There is no booking with this code.',
  ]);
});

const longReason = 'The reason is a text of at most 1000 characters';
const noAmount = 'Please send an amount in minor units';
const unknown = 'There is no such field';
test.each([
  ['decline', { reason: 'x'.repeat(1001) }, { reason: longReason }],
  ['decline', { reason: 7 }, { reason: longReason }],
  ['decline', { reason: 'No', refund: 1 }, { refund: unknown }],
  ['cancel', { reason: 'No' }, { refund: noAmount }],
  ['cancel', { refund: -1, reason: '' }, { refund: noAmount }],
  ['cancel', { refund: 1.5, reason: '' }, { refund: noAmount }],
  ['cancel', { refund: '1', reason: '' }, { refund: noAmount }],
  ['cancel', { refund: 1, reason: 'x'.repeat(1001) }, { reason: longReason }],
  ['cancel', { refund: 1, amount: 1 }, { amount: unknown }],
  ['refund', {}, { amount: noAmount, reason: 'Please say why you refund it' }],
  ['refund', { amount: 0, reason: 'Noise' }, { amount: 'Please say how much is refunded' }],
  ['refund', { amount: 100 }, { reason: 'Please say why you refund it' }],
  ['refund', { amount: 100, reason: '' }, { reason: 'Please say why you refund it' }],
  ['refund', { amount: 100, reason: ' \n' }, { reason: 'Please say why you refund it' }],
  ['refund', { amount: 2 ** 53, reason: 'Noise' }, { amount: noAmount }],
  ['refund', { amount: 100, reason: 'Noise', card: 'x' }, { card: unknown }],
  ['message', {}, { text: 'Please write what the guest should read' }],
  ['message', { text: ' \n ' }, { text: 'Please write what the guest should read' }],
  ['message', { text: 'x'.repeat(5001) }, { text: 'A message has at most 5000 characters' }],
  ['message', { text: 'Hello', to: 'eve@guests.example' }, { to: unknown }],
])('%s with %j names the field, and changes nothing', async (action, json, fields) => {
  const { code } = await inStatus(action === 'decline' ? 'requested' : 'confirmed');
  const before = await footprint(code);
  const response = await act(code, action, json);
  expect([response.status, (await response.json()).fields]).toEqual([400, fields]);
  expect(await footprint(code)).toEqual(before);
});

test('a guest who has paid nothing gets nothing back', async () => {
  const { code } = await inStatus('confirmed');
  const response = await act(code, 'refund', { amount: 1, reason: 'Noise' });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({
      message: 'That is more than what is paid and not refunded yet.',
      fields: { amount: 'That is more than what is left' },
    }),
  ]);
});

test('one of two hosts who concurrently approve and decline a request gets an error', async () => {
  const { code } = await inStatus('requested');
  const responses = await Promise.all([act(code, 'approve'), act(code, 'decline', { reason: 'Painters' })]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { status } = await stays.stored(code);
  const [approved] = responses;
  expect(status).toBe(approved?.status === 200 ? 'held' : 'declined');
  const subjects = await stays.subjects(code, 'guest');
  expect(subjects).toHaveLength(1);
});

test('a request that is approved twice concurrently is mailed and recorded once', async () => {
  const { code, id } = await inStatus('requested');
  const responses = await Promise.all([1, 2, 3].map(() => act(code, 'approve')));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const events = await stays.db
    .selectFrom('booking_events')
    .select('event')
    .where('booking_id', '=', id)
    .orderBy('event')
    .execute();
  expect(events.map(({ event }) => event)).toEqual(['approved', 'mail_queued']);
  expect(await stays.subjects(code, 'guest')).toHaveLength(1);
});

test('a stay that is cancelled three times concurrently is refunded once', async () => {
  const placed = await stays.confirmed(slug);
  const cancel = () => act(placed.code, 'cancel', { refund: 60_000, reason: 'A storm' });
  const responses = await Promise.all([cancel(), cancel(), cancel()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
});

test('a cancellation of a stay that another one has ended since it was read says so', async () => {
  const placed = await stays.confirmed(slug);
  const seen = await stays.stored(placed.code);
  expect((await act(placed.code, 'cancel', { refund: 60_000, reason: 'A storm' })).status).toBe(200);
  const again = cancelByHosts(stays.ctx, seen, {
    refund: 60_000,
    reason: 'A storm',
    actor: 'host@example.com',
  });
  await expect(again).rejects.toThrow('Only confirmed stays are cancelled.');
});

test('concurrent refunds are made only up to the amount paid', async () => {
  const placed = await stays.confirmed(slug);
  const refund = () =>
    act(placed.code, 'refund', { amount: 25_000, reason: 'Noise' }, { 'Idempotency-Key': newId() });
  const responses = await Promise.all([refund(), refund(), refund(), refund()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 25000', 'refund 25000']);
});

test('a key that was used for another refund is rejected, and only the first one is made', async () => {
  const placed = await stays.confirmed(slug);
  const key = { 'Idempotency-Key': newId() };
  expect((await act(placed.code, 'refund', { amount: 5_000, reason: 'Noise' }, key)).status).toBe(200);
  const other = await act(placed.code, 'refund', { amount: 7_500, reason: 'No pool' }, key);
  expect([other.status, (await other.json()).message]).toEqual([
    409,
    'An earlier refund was made with the same Idempotency-Key. Please look at the booking before you refund again.',
  ]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 5000']);
});

test('a key that was used for another message is rejected, and only the first one is sent', async () => {
  const { code } = await inStatus('confirmed');
  const key = { 'Idempotency-Key': newId() };
  expect((await act(code, 'message', { text: 'The pool is open.' }, key)).status).toBe(200);
  expect((await act(code, 'message', { text: 'The pool is open.' }, key)).status).toBe(200);
  const other = await act(code, 'message', { text: 'The pool is closed.' }, key);
  expect([other.status, (await other.json()).message]).toEqual([
    409,
    'An earlier message went out with the same Idempotency-Key. Please look at the conversation before you write again.',
  ]);
  const texts = (await stays.queuedMail()).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('The pool is'))).toHaveLength(1);
});

test.each(['refund', 'message'])('a %s whose Idempotency-Key is no key is rejected', async (action) => {
  const { code } = await inStatus('confirmed');
  const before = await footprint(code);
  const json = action === 'refund' ? { amount: 100, reason: 'Noise' } : { text: 'Hello' };
  expect((await act(code, action, json, { 'Idempotency-Key': 'x'.repeat(300) })).status).toBe(400);
  expect(await footprint(code)).toEqual(before);
});
