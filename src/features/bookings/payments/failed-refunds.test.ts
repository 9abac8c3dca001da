import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
let from = 60;
const stay = () => {
  from += 10;
  return stays.confirmed(slug, {}, from);
};

const refund = async ({ code }: Placed, amount: number) => {
  const json = { amount, reason: 'The pool was cold' };
  return host.request('POST', `/api/admin/bookings/${code}/refund`, { json });
};
const detail = async ({ code }: Placed) => (await host.request('GET', `/api/admin/bookings/${code}`)).json();
const paymentId = async ({ code }: Placed): Promise<string> => {
  const rows = stays.db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'booking_id');
  const { stripe_id } = await rows.select('stripe_id').where('code', '=', code).executeTakeFirstOrThrow();
  return String(stripe_id);
};
const newest = async () => (await stays.events()).at(-1) as Stripe.Event;
const events = async (placed: Placed) =>
  (await detail(placed)).history.map(({ event }: { event: string }) => event);
const dispute = async (placed: Placed) =>
  stays.provider<Stripe.Dispute>('POST', `/stripe/test/payments/${await paymentId(placed)}/dispute`, {
    reason: 'product_not_received',
  });

test('a refund that the provider rejects is mailed to the hosts, and its amount can be refunded again', async () => {
  const placed = await stay();
  await dispute(placed);
  expect((await refund(placed, 10_000)).status).toBe(200);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  expect((await events(placed)).filter((event: string) => event === 'refund_failed')).toHaveLength(1);
  const mails = (await stays.queuedMail()).filter(({ subject }) => subject.includes(placed.code));
  const [notice, ...more] = mails.filter(({ subject }) => subject.startsWith('Refund failed'));
  expect(more).toEqual([]);
  expect(notice?.to.address).toBe(stays.platform.settings.hostsEmail);
  expect(notice?.text).toContain('$100.00 did not reach Ann Lee');
  expect(notice?.text).toContain('has been charged back');
  expect((await refund(placed, 60_000)).status).toBe(200);
});

test('a refund that the bank sends back is corrected in the ledger once, and the hosts get a mail', async () => {
  const placed = await stay();
  await refund(placed, 15_000);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 15000']);
  const { data } = await stays.stripe.refunds.list({ payment_intent: await paymentId(placed) });
  await stays.provider('POST', `/stripe/test/refunds/${data[0]?.id}/fail`);
  const event = await newest();
  expect(event.type).toBe('refund.failed');
  for (let copy = 0; copy < 3; copy += 1) expect((await stays.deliver(event)).status).toBe(200);
  await stays.run();
  const corrected = ['charge 60000', 'refund 15000', 'refund -15000'];
  expect(await stays.ledger(placed.code)).toEqual(corrected);
  expect(await stays.read(placed)).toMatchObject({ paid: 60_000, due: 0, refunds: [] });
  expect(await detail(placed)).toMatchObject({ refundable: 60_000, refunds: [] });
  expect((await events(placed)).filter((name: string) => name.startsWith('refund'))).toEqual([
    'refund_ordered',
    'refunded',
    'refund_failed',
  ]);
  const subjects = await stays.subjects(placed.code, 'hosts');
  expect(subjects.filter((subject) => subject.startsWith('Refund failed'))).toHaveLength(1);
  expect((await refund(placed, 60_000)).status).toBe(200);
  expect(await stays.ledger(placed.code)).toEqual([...corrected, 'refund 60000']);
});

test('a disputed payment is in the history of its booking and mailed to the hosts once, and so is its end', async () => {
  const placed = await stay();
  const { id } = await dispute(placed);
  const opened = await newest();
  const answers = await Promise.all([1, 2, 3, 4].map(() => stays.deliver(opened)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await detail(placed)).history.at(-1)).toMatchObject({
    event: 'disputed',
    actor: 'card provider',
    details: { dispute: id, status: 'needs_response', amount: 60_000, reason: 'product_not_received' },
  });
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status: 'lost' });
  expect((await stays.deliver(await newest())).status).toBe(200);
  const mails = (await stays.queuedMail()).filter(({ subject }) => /isput.*\(/.test(subject));
  const [first, second, ...more] = mails.filter(({ subject }) => subject.includes(placed.code));
  expect(more).toEqual([]);
  expect([first?.to.address, second?.to.address]).toEqual(Array(2).fill(stays.platform.settings.hostsEmail));
  for (const fact of ['Ann Lee', '$600.00', 'product not received', id, 'Answer before'])
    expect(first?.text).toContain(fact);
  expect(second?.text).toContain('against you');
  expect(second?.text).not.toContain('Answer before');
  expect(await stays.read(placed)).toMatchObject({ status: 'confirmed', paid: 0 });
});

const onToday = async ({ code }: Placed) => {
  const { disputes, failedRefunds } = await (await host.request('GET', '/api/admin/today')).json();
  const ofStay = (rows: { code: string }[]) => rows.filter((row) => row.code === code);
  return { disputes: ofStay(disputes), failedRefunds: ofStay(failedRefunds) };
};

test('a dispute is before the hosts’ eyes until it is decided; their response to it sends no notice', async () => {
  const placed = await stay();
  const { id } = await dispute(placed);
  await stays.deliver(await newest());
  const open = { id, amount: 60_000, reason: 'product_not_received', isUnderReview: false };
  const inAWeek = expect.stringMatching(/^20\d\d-\d\d-\d\dT/);
  expect((await onToday(placed)).disputes).toEqual([
    expect.objectContaining({ ...open, answerBy: inAWeek, name: 'Ann Lee' }),
  ]);
  expect((await detail(placed)).disputes).toEqual([{ ...open, answerBy: inAWeek }]);
  await stays.provider('POST', `/stripe/test/disputes/${id}/answer`);
  expect((await newest()).type).toBe('charge.dispute.updated');
  await stays.deliver(await newest());
  expect((await onToday(placed)).disputes).toEqual([expect.objectContaining({ id, isUnderReview: true })]);
  const mails = await stays.subjects(placed.code, 'hosts');
  expect(mails.filter((subject) => subject.startsWith('Payment disputed'))).toHaveLength(1);
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status: 'won' });
  await stays.deliver(await newest());
  expect((await onToday(placed)).disputes).toEqual([]);
  expect((await detail(placed)).disputes).toEqual([]);
});

test('a refund made on the provider’s page that fails is before the hosts’ eyes until it is paid back', async () => {
  const placed = await stay();
  const made = await stays.stripe.refunds.create({ payment_intent: await paymentId(placed), amount: 15_000 });
  await stays.deliver(await newest());
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 15000']);
  expect((await onToday(placed)).failedRefunds).toEqual([]);
  await stays.provider('POST', `/stripe/test/refunds/${made.id}/fail`);
  await stays.deliver(await newest());
  expect((await onToday(placed)).failedRefunds).toEqual([expect.objectContaining({ amount: 15_000 })]);
  expect(await detail(placed)).toMatchObject({ unpaidRefund: 15_000, failedRefunds: [{ amount: 15_000 }] });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const json = { amount: 15_000, reason: 'Bank transfer of July 9', isPaidBack: true };
  const path = `/api/admin/bookings/${placed.code}/refund`;
  expect((await host.request('POST', path, { json })).status).toBe(200);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual([
    'charge 60000',
    'refund 15000',
    'refund -15000',
    'refund 15000',
  ]);
  expect((await onToday(placed)).failedRefunds).toEqual([]);
  expect(await detail(placed)).toMatchObject({
    unpaidRefund: 0,
    refundable: 45_000,
    refunds: [{ amount: 15_000, method: 'elsewhere', reason: 'Bank transfer of July 9' }],
  });
  const texts = (await stays.queuedMail()).map(({ text }) => text);
  const words = 'We paid $150.00 back to you, in another way than by your card.';
  expect(texts.filter((text) => text.includes(placed.code) && text.includes(words))).toHaveLength(1);
  expect((await refund(placed, 45_000)).status).toBe(200);
});

test.each([
  [{ isPaidBack: 'yes' }, { isPaidBack: 'Must be true or false' }],
  [{ isPaidBack: true, reason: ' ' }, { reason: 'Please say how you paid it back' }],
  [{ isPaidBack: true, amount: 60_001 }, { amount: 'That is more than what is left' }],
])('a refund paid back in another way with %j is rejected', async (more, fields) => {
  const placed = await stay();
  const json = { amount: 100, reason: 'Cash', ...more };
  const response = await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
  expect([response.status, (await response.json()).fields]).toEqual([400, fields]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('a dispute is retried while the provider is down, and one of no booking changes nothing', async () => {
  const placed = await stay();
  await dispute(placed);
  const event = await newest();
  await stays.faults({ apiStatus: 500 });
  expect((await stays.deliver(event)).status).toBe(503);
  await stays.faults({ apiStatus: null });
  expect((await stays.deliver(event)).status).toBe(200);
  expect((await events(placed)).at(-1)).toBe('disputed');
  const madeUp = { id: 'evt_other', type: 'charge.dispute.created', data: { object: { id: 'dp_other' } } };
  expect((await stays.deliver(madeUp)).status).toBe(200);
});
