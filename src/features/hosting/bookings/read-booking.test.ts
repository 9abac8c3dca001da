import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { anonymizeBookings } from '../../bookings/record/anonymize-store.server.ts';
import { allowedActions } from './read-booking.server.ts';

const stays = await openStaysForFile();
const policy = { id: newId(), name: 'Moderate', grace_hours: 0 };
await stays.db
  .insertInto('cancellation_policies')
  .values({ ...policy, steps: JSON.stringify([{ days_before: 30, refund_percent: 50 }]) })
  .execute();
const { slug, id: propertyId } = await stays.addProperty({ cancellation_policy_id: policy.id });
await stays.db
  .updateTable('properties')
  .set({ street_address: '9 Gulf Drive', access_notes: 'Door code 4711' })
  .where('id', '=', propertyId)
  .execute();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const read = async (code: string) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const post = (code: string, action: string, json: object, key = newId()) =>
  host.request('POST', `/api/admin/bookings/${code}/${action}`, {
    json,
    headers: { 'Idempotency-Key': key },
  });

test('one booking has guest, nights, money, what was agreed, mails and history with moments', async () => {
  const placed = await stays.confirmed(slug, { note: 'A cot, please' }, 60);
  await post(placed.code, 'refund', { amount: 5_000, reason: 'Noise' });
  const detail = await read(placed.code.toLowerCase());
  expect(detail).toMatchObject({
    code: placed.code,
    status: 'confirmed',
    name: 'Ann Lee',
    phone: '+1 850 555 0100',
    note: 'A cot, please',
    source: 'site',
    total: 60_000,
    paid: 55_000,
    currency: 'usd',
    can: ['move', 'party', 'cancel', 'charge', 'refund', 'message', 'renew', 'editGuest'],
    refundable: 55_000,
    proposedRefund: 30_000,
    payments: [{ amount: 60_000, method: 'card', reason: '', reference: expect.stringMatching(/^pi_/) }],
    refunds: [{ amount: 5_000, status: 'done', reason: 'Noise', reference: expect.stringMatching(/^re_/) }],
    failedRefunds: [],
    address: '9 Gulf Drive',
    access: 'Door code 4711',
    accessSentAt: null,
    accessOn: inDays(57),
  });
  expect(detail.refundWhy).toBe(
    'The policy “Moderate” gives back 50% of the rent now, all of the cleaning and pet fees, and the taxes on both.',
  );
  expect(detail.quote.nights).toHaveLength(3);
  expect(detail.quote.lines[0]).toMatchObject({ kind: 'rent', amount: 60_000 });
  expect(detail.agreed).toMatchObject({ cancellation: { name: 'Moderate', steps: [{ days_before: 30 }] } });
  const moments = detail.history.map(({ at }: { at: string }) => at);
  expect(moments).toEqual(moments.toSorted());
  expect(detail.history.map(({ event }: { event: string }) => event)).toEqual([
    'held',
    'paid',
    'confirmed',
    'refund_ordered',
    'refunded',
  ]);
  const mails = detail.mails.map(({ to, subject }: { to: string; subject: string }) => `${to}: ${subject}`);
  expect(mails).toEqual([
    expect.stringContaining('guest: Your nights are held'),
    expect.stringContaining('guest: Confirmed'),
    expect.stringContaining('hosts: New booking'),
    expect.stringContaining('guest: Refunded'),
  ]);
  expect((await host.request('GET', '/api/admin/bookings/ZZZZZZZZ')).status).toBe(404);
});

const isRetained = 'What was added to the stay is not refunded from the check-in day on.';

test.each([
  [60, 50, 32_000, 'and the taxes on both. What was added to the stay goes back in full.'],
  [60, 100, 62_000, 'The policy gives everything back now.'],
  [0, 0, 0, `with their taxes now. ${isRetained}`],
  [0, 100, 60_000, `The policy gives the stay back now. ${isRetained}`],
])(
  '%i days before check-in, the reason of a refund of %i%% names the extras',
  async (from, percent, refund, reason) => {
    const home = await stays.addProperty({ check_in_from: '23:59' });
    const { code } = await stays.confirmed(home.slug, {}, from);
    const charge = { label: 'Pool', amount: 2_000, isTaxed: false, reason: 'As asked' };
    await post(code, 'charges', { ...charge, collect: 'elsewhere', how: 'In cash' });
    await stays.setPolicy(code, percent, { daysBefore: 0 });
    const { proposedRefund, refundWhy } = await read(code);
    expect(proposedRefund).toBe(refund);
    expect(refundWhy.endsWith(reason), refundWhy).toBe(true);
  },
);

/** The mail server rejects the guest's mailbox, or all attempts are over. */
const failMail = (key: string) =>
  stays.platform.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where key like $1',
    [`mail:${key}%`],
  );

test('a mail with address and access that could not be delivered is not shown as sent, until another arrival', async () => {
  const { code } = await stays.confirmed(slug, {}, 2);
  const { id, checkout } = await stays.stored(code);
  const sent = { accessSentAt: expect.any(String), isAccessUndeliverable: false };
  const failed = { ...sent, isAccessUndeliverable: true };
  expect(await read(code)).toMatchObject(sent);
  await failMail(`booking-notice-${id}`);
  expect(await read(code)).toMatchObject(sent);
  await failMail(`booking-confirmed-${id}`);
  expect(await read(code)).toMatchObject(failed);

  await stays.set(code, { checkin: inDays(3), checkout, arrival_sent_at: null });
  expect(await read(code)).toMatchObject({ accessSentAt: null, isAccessUndeliverable: false });
  await stays.run();
  expect(await read(code)).toMatchObject(sent);
  await failMail(`booking-arrival-${id}`);
  expect(await read(code)).toMatchObject(failed);
  await stays.set(code, { status: 'cancelled', cancelled_at: new Date() });
});

test('a message is mailed once for each key, replies go to the hosts, and the history has its text', async () => {
  const { code } = await stays.hold(slug, {}, 80);
  const key = newId();
  const text = 'Shall we warm the pool?\nIt takes a day.';
  for (let copy = 0; copy < 2; copy += 1) {
    const response = await post(code, 'message', { text: ` ${text} ` }, key);
    expect(response.status).toBe(200);
  }
  const { email } = await stays.stored(code);
  const [mail, ...more] = (await stays.queuedMail()).filter(
    ({ to, text: terms }) => to.address === email && terms.includes('Shall we warm the pool?'),
  );
  expect(more).toEqual([]);
  expect(mail?.replyTo?.address).toBe(stays.platform.settings.hostsEmail);
  const { history } = await read(code);
  expect(history.filter(({ event }: { event: string }) => event === 'message_sent')).toMatchObject([
    { actor: 'host@example.com', details: { text } },
  ]);
});

test.each([
  [{}, 'text'],
  [{ text: '  ' }, 'text'],
  [{ text: 7 }, 'text'],
  [{ text: 'x'.repeat(5_001) }, 'text'],
  [{ text: 'Hello', subject: 'Hi' }, 'subject'],
])('the message %j is rejected with the field %s', async (json, field) => {
  const { code } = await stays.hold(slug, {}, 90 + Math.floor(Math.random() * 100) * 4);
  const response = await post(code, 'message', json);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).fields)).toEqual([field]);
  expect((await read(code)).history.map(({ event }: { event: string }) => event)).toEqual(['held']);
  await stays.set(code, { status: 'released' });
});

test('a message to a deleted account is rejected, and so is one that a guest sends as a host', async () => {
  const placed = await stays.hold(slug, {}, 70);
  const guest = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  const path = `/api/admin/bookings/${placed.code}/message`;
  expect((await guest.request('POST', path, { json: { text: 'Hi' } })).status).toBe(403);
  expect((await stays.request('POST', path, { json: { text: 'Hi' } })).status).toBe(401);
  await stays.set(placed.code, { email: 'deleted@account.invalid' });
  const response = await post(placed.code, 'message', { text: 'Hello' });
  expect([response.status, (await response.json()).message]).toEqual([
    409,
    'There is no address to write to: this guest gave none, deleted their account, or is not known yet.',
  ]);
  expect((await read(placed.code)).can).toEqual([]);
});

test('the texts of messages go with the guest of a deleted account', async () => {
  const { code } = await stays.hold(slug, {}, 100);
  await post(code, 'message', { text: 'Dear Ann, see you soon' });
  await stays.set(code, { status: 'released' });
  const { email } = await stays.stored(code);
  await stays.db.transaction().execute((tx) => anonymizeBookings(tx, email, inDays(0)));
  const messages = (await read(code)).history.filter(
    ({ event }: { event: string }) => event === 'message_sent',
  );
  expect(messages).toMatchObject([{ actor: 'host@example.com', details: {} }]);
  expect(JSON.stringify(messages)).not.toContain('Dear Ann');
});

const today = '2027-07-10';
test.each([
  ['requested', '2027-07-20', 0, ['approve', 'decline', 'message', 'renew', 'editGuest']],
  ['held', '2027-07-20', 0, ['message', 'renew', 'editGuest']],
  [
    'confirmed',
    '2027-07-10',
    500,
    ['move', 'party', 'cancel', 'charge', 'refund', 'message', 'renew', 'editGuest'],
  ],
  ['confirmed', '2027-07-09', 500, ['charge', 'refund', 'message', 'renew', 'editGuest']],
  ['cancelled', '2027-07-20', 500, ['refund', 'message', 'renew']],
  ['declined', '2027-07-20', 0, ['message', 'renew']],
] as const)('a %s booking until %s with %i left allows %j', (status, checkout, refundable, expected) => {
  const booking = { status, checkout, email: 'ann@guests.example', source: 'site' as const };
  expect(allowedActions(booking, { refundable, today })).toEqual(expected);
});

test.each([
  ['a guest by phone without an address can be edited', 'hosts', '', true],
  ['an offer that nobody has taken has no guest to edit', 'offer', '', false],
  ['a deleted account cannot be edited', 'hosts', 'deleted@account.invalid', false],
] as const)('%s, and gets neither message nor link', (_, source, email, isEditable) => {
  const booking = { status: 'held', checkout: '2027-07-20', email, source } as const;
  expect(allowedActions(booking, { refundable: 0, today })).toEqual(isEditable ? ['editGuest'] : []);
});
