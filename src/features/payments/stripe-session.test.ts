import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readId, readSessionStatus } from './stripe-session.server.ts';

/* What counts as paid, and until when: unknown states of the card provider never become "paid" or "active". */

type Session = Stripe.Checkout.Session;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

const charge = (more: object = {}) => ({ id: 'ch_1', created: at('2026-05-01'), refunded: false, ...more });
const intent = (more: object = {}) => ({ id: 'pi_1', status: 'succeeded', latest_charge: charge(), ...more });
const subscription = (more: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  start_date: at('2026-05-01'),
  cancel_at: null,
  ended_at: null,
  ...more,
});
const session = (more: object = {}): Session =>
  ({
    id: 'cs_1',
    status: 'complete',
    payment_status: 'paid',
    mode: 'payment',
    currency: 'usd',
    amount_total: 67_500,
    client_reference_id: 'checkout-1',
    payment_intent: intent(),
    subscription: null,
    customer_email: null,
    customer_details: { email: 'ann@guests.example', name: 'Ann Lee' },
    ...more,
  }) as unknown as Session;
const recurring = (more: object = {}, sessionMore: object = {}): Session =>
  session({ mode: 'subscription', payment_intent: null, subscription: subscription(more), ...sessionMore });
const paidUntil = (day: string | null, isRefunded = false) => ({
  paidUntil: day === null ? null : at(day),
  isRefunded,
});
const payment = (one: Session, billing: Parameters<typeof readSessionStatus>[1] = null) => {
  const status = readSessionStatus(one, billing);
  if (status.kind !== 'paid') throw new Error(`the session is ${status.kind}`);
  return status.payment;
};

test.each<[string, object, string]>([
  ['is open', { status: 'open', payment_status: 'unpaid' }, 'pending'],
  ['is open although it says it is paid', { status: 'open' }, 'pending'],
  ['has no status', { status: null }, 'pending'],
  ['has a status that is new to us', { status: 'reopened' }, 'pending'],
  ['expired', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
  ['expired although it says it is paid', { status: 'expired' }, 'expired'],
  [
    'waits for a bank',
    { payment_status: 'unpaid', payment_intent: intent({ status: 'processing' }) },
    'pending',
  ],
  [
    'waits, and its payment was not sent whole',
    { payment_status: 'unpaid', payment_intent: 'pi_1' },
    'pending',
  ],
  ['waits without a payment', { payment_status: 'unpaid', payment_intent: null }, 'pending'],
  [
    'was declined by the bank',
    { payment_status: 'unpaid', payment_intent: intent({ status: 'requires_payment_method' }) },
    'failed',
  ],
  [
    'was cancelled at the bank',
    { payment_status: 'unpaid', payment_intent: intent({ status: 'canceled' }) },
    'failed',
  ],
  [
    'began a subscription that was never paid',
    { payment_status: 'unpaid', subscription: subscription({ status: 'incomplete_expired' }) },
    'failed',
  ],
  ['is paid', {}, 'paid'],
])('a session that %s', (_, more, kind) => {
  expect(readSessionStatus(session(more), null).kind).toBe(kind);
});

test('a session in any state is paid only if it is complete and not unpaid', () => {
  const states = fc.record({
    status: fc.constantFrom('open', 'complete', 'expired', null, 'new'),
    payment_status: fc.constantFrom('paid', 'unpaid', 'no_payment_required'),
    payment_intent: fc.constantFrom(null, 'pi_1', intent(), intent({ status: 'canceled' })),
    subscription: fc.constantFrom(null, 'sub_1', subscription(), subscription({ status: 'incomplete' })),
  });
  fc.assert(
    fc.property(states, (more) => {
      const isPaid = readSessionStatus(session(more), null).kind === 'paid';
      expect(isPaid).toBe(more.status === 'complete' && more.payment_status !== 'unpaid');
    }),
  );
});

test.each([
  ['active', 'active'],
  ['trialing', 'active'],
  ['paused', 'paused'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['incomplete', 'past_due'],
  ['a status that is new to us', 'past_due'],
  ['constructor', 'past_due'],
])('a subscription that is %s is a purchase that is %s', (status, purchase) => {
  expect(payment(recurring({ status }), paidUntil('2026-06-01')).status).toBe(purchase);
});

test.each<[string, object, string | null, string | null]>([
  ['runs on', {}, '2026-06-01', '2026-06-01'],
  ['ends later than what is paid', { cancel_at: at('2026-07-01') }, '2026-06-01', '2026-06-01'],
  ['ends before what is paid', { cancel_at: at('2026-05-20') }, '2026-06-01', '2026-05-20'],
  ['has ended early', { ended_at: at('2026-05-10') }, '2026-06-01', '2026-05-10'],
  [
    'ended before its cancellation was due',
    { ended_at: at('2026-05-10'), cancel_at: at('2026-05-20') },
    '2026-06-01',
    '2026-05-10',
  ],
  ['was never paid', {}, null, null],
  ['was never paid and has ended', { ended_at: at('2026-05-02') }, null, '2026-05-02'],
])('a subscription that %s is valid until the right day', (_, more, until, valid) => {
  const { expiresAt } = payment(recurring(more), paidUntil(until));
  expect(expiresAt?.toISOString().slice(0, 10) ?? null).toBe(valid);
});

test('a refund in full ends validity, one in part does not', () => {
  const refunded = payment(recurring(), paidUntil(null, true));
  expect([refunded.status, refunded.expiresAt]).toEqual(['refunded', null]);
  expect(
    payment(session({ payment_intent: intent({ latest_charge: charge({ refunded: true }) }) })).status,
  ).toBe('refunded');
  const partly = charge({ refunded: false, amount_refunded: 500 });
  expect(payment(session({ payment_intent: intent({ latest_charge: partly }) })).status).toBe('active');
});

test('a payment has the amount, the ids and the person that the provider confirmed', () => {
  expect(payment(session())).toEqual({
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
    subscriptionId: null,
    amountCents: 67_500,
    refundedCents: 0,
    currency: 'usd',
    email: 'ann@guests.example',
    customerName: 'Ann Lee',
    status: 'active',
    paidAt: new Date('2026-05-01T00:00:00Z'),
    expiresAt: null,
  });
  const bare = session({
    customer_details: null,
    customer_email: 'bob@guests.example',
    payment_intent: 'pi_2',
  });
  expect(payment(bare)).toMatchObject({
    email: 'bob@guests.example',
    customerName: '',
    paymentIntentId: 'pi_2',
    paidAt: null,
  });
  const long = session({ customer_details: { email: null, name: 'n'.repeat(500) } });
  expect(payment(long)).toMatchObject({ email: '', customerName: 'n'.repeat(200) });
});

test('readId reads an id that is sent alone or with its object', () => {
  expect([readId('pi_1'), readId({ id: 'pi_2' }), readId(null), readId(undefined)]).toEqual([
    'pi_1',
    'pi_2',
    null,
    null,
  ]);
});
