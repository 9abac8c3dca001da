import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openJournal } from './append-log.ts';
import { type Answer, openIdempotency } from './stripe/idempotency.ts';
import type { StripeFailure } from './stripe/stripe-error.ts';
import { basket, type Fixture, openFixture, send, stripeClient } from './test-fixture.ts';

let fixture: Fixture;
let stripe: Stripe;
beforeAll(async () => {
  fixture = await openFixture();
  stripe = stripeClient(fixture.url);
});
afterAll(() => fixture.close());
afterEach(() => send(`${fixture.url}/stripe/switches`, undefined, 'DELETE'));

const now = () => Math.floor(Date.now() / 1000);

async function create(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe.checkout.sessions.create({ ...basket(fixture.appUrl), ...changes });
}

async function paid() {
  const { id } = await create();
  await send(`${fixture.url}/stripe/test/sessions/${id}/complete`, { email: 'ann@example.com', name: 'Ann' });
  return stripe.checkout.sessions.retrieve(id, { expand: ['line_items', 'payment_intent.latest_charge'] });
}

test('a new session is open, unpaid, lives a day and carries what it was given', async () => {
  const session = await create({ customer_email: 'ann@example.com' });
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    mode: 'payment',
    amount_total: 25_100,
    currency: 'usd',
    client_reference_id: 'checkout-1',
    customer_email: 'ann@example.com',
    metadata: { checkout: '1' },
    payment_intent: null,
    url: `${fixture.url}/stripe/pay/${session.id}`,
  });
  expect(session.expires_at - session.created).toBe(24 * 60 * 60);
  expect(session.line_items).toBeUndefined();
});

test('the API is served below /stripe as well', async () => {
  const { id } = await create();
  const headers = { authorization: 'Bearer sk_test_standin' };
  expect((await fetch(`${fixture.url}/stripe/v1/checkout/sessions/${id}`, { headers })).status).toBe(200);
});

test('a paid session can be expanded down to its charge and receipt', async () => {
  const session = await paid();
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer_details: { email: 'ann@example.com', name: 'Ann' },
  });
  expect(session.line_items?.data[0]).toMatchObject({
    description: 'Beach week',
    quantity: 2,
    amount_total: 25_100,
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 25_100,
    description: 'Beach week',
    metadata: { checkout: '1' },
  });
  const charge = intent.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ paid: true, billing_details: { email: 'ann@example.com' } });
  expect((await fetch(charge.receipt_url ?? '')).status).toBe(200);
  expect((await stripe.charges.retrieve(charge.id)).payment_intent).toBe(intent.id);
  expect((await stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1);
  expect(
    (await stripe.checkout.sessions.list({ payment_intent: intent.id })).data.map(({ id }) => id),
  ).toEqual([session.id]);
});

test.for<[string, Partial<Stripe.Checkout.SessionCreateParams>, Record<string, string>]>([
  ['an expiry sooner than half an hour', { expires_at: now() + 20 * 60 }, { param: 'expires_at' }],
  ['an expiry later than a day', { expires_at: now() + 25 * 60 * 60 }, { param: 'expires_at' }],
  ['no items', { line_items: [] }, { param: 'line_items', code: 'parameter_missing' }],
  ['a relative address', { success_url: '/checkout/success' }, { param: 'success_url', code: 'url_invalid' }],
  ['a strange e-mail', { customer_email: 'ann' }, { param: 'customer_email', code: 'email_invalid' }],
  ['an unknown parameter', { colour: 'blue' } as object, { param: 'colour', code: 'parameter_unknown' }],
  [
    'subscription data on a payment',
    { subscription_data: { description: 'x' } },
    { param: 'subscription_data' },
  ],
])('%s is rejected as Stripe rejects it', async ([, changes, about]) => {
  await expect(create(changes)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    ...about,
  });
});

test.for([
  [{ unit_amount: 1.5 }, 'parameter_invalid_integer'],
  [{ unit_amount: -1 }, 'parameter_invalid_integer'],
  [{ unit_amount: 10 }, 'amount_too_small'],
  [{ product_data: { name: 'x', description: '' } }, 'parameter_invalid_empty'],
  [{ product_data: {} }, 'parameter_missing'],
] as const)('a price with %j is rejected', async ([wrong, code]) => {
  const price_data = { currency: 'usd', unit_amount: 5000, product_data: { name: 'x' }, ...wrong };
  await expect(
    create({ line_items: [{ quantity: 1, price_data: price_data as never }] }),
  ).rejects.toMatchObject({ code });
});

test('a wrong or absent key is rejected', async () => {
  const stranger = stripeClient(fixture.url, { key: 'sk_test_somebody_else' });
  await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  expect((await fetch(`${fixture.url}/v1/events`)).status).toBe(401);
});

test('an unknown session is missing', async () => {
  await expect(stripe.checkout.sessions.retrieve('cs_test_nope')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

test('an open session can be expired, a complete one cannot', async () => {
  const open = await create();
  expect(await stripe.checkout.sessions.expire(open.id)).toMatchObject({ status: 'expired', url: null });
  const complete = await paid();
  await expect(stripe.checkout.sessions.expire(complete.id)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  });
});

test('a subscription starts with its first period and ends when it is cancelled', async () => {
  const session = await create({
    mode: 'subscription',
    payment_intent_data: undefined as never,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 4000,
          recurring: { interval: 'month' },
          product_data: { name: 'Club' },
        },
      },
    ],
  });
  await send(`${fixture.url}/stripe/test/sessions/${session.id}/complete`);
  const bought = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  const subscription = bought.subscription as Stripe.Subscription;
  expect(bought).toMatchObject({
    payment_status: 'paid',
    payment_intent: null,
    customer: subscription.customer,
  });
  const item = subscription.items.data[0];
  expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(27 * 86_400);
  expect((await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).cancel_at).toBe(
    item?.current_period_end,
  );
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled');
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
});

test('refunds add up to the charge and no further', async () => {
  const session = await paid();
  const intent = session.payment_intent as Stripe.PaymentIntent;
  const refund = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 5000,
    reason: 'requested_by_customer',
  });
  expect(refund).toMatchObject({ status: 'succeeded', amount: 5000 });
  expect((await stripe.refunds.retrieve(refund.id)).id).toBe(refund.id);
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 99_999 })).rejects.toMatchObject({
    param: 'amount',
  });
  expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(20_100);
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await stripe.charges.retrieve((intent.latest_charge as Stripe.Charge).id)).refunded).toBe(true);
});

test('the same key and parameters give the same session, other parameters are rejected', async () => {
  const params = basket(fixture.appUrl);
  const [one, two] = [
    await stripe.checkout.sessions.create(params, { idempotencyKey: 'k1' }),
    await stripe.checkout.sessions.create(params, { idempotencyKey: 'k1' }),
  ];
  expect(two.id).toBe(one.id);
  const other = { ...params, client_reference_id: 'checkout-2' };
  await expect(stripe.checkout.sessions.create(other, { idempotencyKey: 'k1' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

test('a second request with a key that is under way is turned away with 409', async () => {
  const once = openIdempotency(openJournal());
  const finished = Promise.withResolvers<Answer>();
  const first = once('k2', 'POST /v1/refunds', () => finished.promise);
  const other = vi.fn();
  const second = await once('k2', 'POST /v1/refunds', other).catch((error: StripeFailure) => error);
  expect(second).toMatchObject({ status: 409 });
  expect((second as StripeFailure).body()).toMatchObject({
    error: { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  });
  const answer = { status: 200, body: { id: 're_1' } };
  finished.resolve(answer);
  expect(await first).toEqual(answer);
  expect(await once('k2', 'POST /v1/refunds', other)).toEqual({ ...answer, replayed: true });
  expect(other).not.toHaveBeenCalled();
});

test('a failing response is stored under its key, a rejected request is not', async () => {
  const params = basket(fixture.appUrl);
  await send(`${fixture.url}/stripe/switches`, { apiStatus: 500 });
  await expect(stripe.checkout.sessions.create(params, { idempotencyKey: 'k3' })).rejects.toMatchObject({
    statusCode: 500,
  });
  await send(`${fixture.url}/stripe/switches`, { apiStatus: 429 });
  await expect(stripe.checkout.sessions.create(params, { idempotencyKey: 'k4' })).rejects.toMatchObject({
    type: 'StripeRateLimitError',
  });
  await send(`${fixture.url}/stripe/switches`, { apiStatus: null });
  await expect(stripe.checkout.sessions.create(params, { idempotencyKey: 'k3' })).rejects.toMatchObject({
    statusCode: 500,
  });
  expect((await stripe.checkout.sessions.create(params, { idempotencyKey: 'k4' })).status).toBe('open');
});

test('a response cut off by the network loses nothing: the retry gets the existing session', async () => {
  const before = (await stripe.checkout.sessions.list({ limit: 100 })).data.length;
  await send(`${fixture.url}/stripe/switches`, { apiReset: true });
  const params = basket(fixture.appUrl);
  await expect(stripe.checkout.sessions.create(params, { idempotencyKey: 'k5' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  await send(`${fixture.url}/stripe/switches`, { apiReset: false });
  await stripe.checkout.sessions.create(params, { idempotencyKey: 'k5' });
  expect((await stripe.checkout.sessions.list({ limit: 100 })).data.length).toBe(before + 1);
});

test('a hanging provider runs into the time limit of the client', async () => {
  await send(`${fixture.url}/stripe/switches`, { apiHangSeconds: 5 });
  const hurried = stripeClient(fixture.url, { timeoutMs: 100 });
  await expect(hurried.checkout.sessions.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
});

test('an unknown switch or a wrong value is rejected', async () => {
  expect(await send(`${fixture.url}/stripe/switches`, { apiStatus: 200 })).toEqual({
    message: '"apiStatus" cannot be 200',
  });
  expect(await send(`${fixture.url}/stripe/switches`, { speed: 1 })).toMatchObject({
    message: expect.stringContaining('There is no switch "speed"'),
  });
});
