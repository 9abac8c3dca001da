import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anyAddress, openShop, type Shop } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

let shop: Shop;
let sessionId: string;
let subscriptionId: string;
let delivered: Set<string>;
const email = 'ann@guests.example';
const invoiceTypes = ['invoice.paid', 'invoice.payment_failed'];

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  delivered = new Set((await shop.events()).map(({ id }) => id));
  sessionId = await shop.pay(shop.monthlyId, { email });
  subscriptionId = (await subscription()).id;
  await deliverNew();
});

async function subscription(): Promise<Stripe.Subscription> {
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId, { expand: ['subscription'] });
  return session.subscription as Stripe.Subscription;
}
const steer = (step: string, body: object = {}) =>
  shop.provider('POST', `/stripe/test/subscriptions/${subscriptionId}/${step}`, body);
const period = async () => {
  const [item] = (await subscription()).items.data;
  return {
    start: new Date((item?.current_period_start ?? 0) * 1000),
    end: new Date((item?.current_period_end ?? 0) * 1000),
  };
};
const purchase = async () =>
  (await shop.purchases()).find(({ stripe_session_id }) => stripe_session_id === sessionId);

/** Delivers every event that the shop does not have yet, of all types or the given ones. */
async function deliverNew(types?: string[]): Promise<void> {
  for (const event of await shop.events()) {
    if (delivered.has(event.id) || (types && !types.includes(event.type))) continue;
    delivered.add(event.id);
    expect([event.type, (await shop.deliver(event)).status]).toEqual([event.type, 200]);
  }
}

/** The payment intent of the newest paid invoice. */
async function latestPayment(): Promise<string> {
  const [invoice] = (await shop.stripe.invoices.list({ subscription: subscriptionId, status: 'paid' })).data;
  const { data } = await shop.stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
  return String(data[0]?.payment.payment_intent);
}

test('an unpaid renewal leaves the subscription due, and valid until the end of the paid period', async () => {
  const paid = await period();
  await steer('renew', { invoice: 'open' });
  await deliverNew();
  expect((await period()).end.getTime()).toBeGreaterThan(paid.end.getTime());
  expect(await purchase()).toMatchObject({ status: 'past_due', expires_at: paid.end });

  const detail = (await (await shop.detail(sessionId, anyAddress())).json()) as { expiresAt: string };
  expect(detail.expiresAt).toBe(paid.end.toISOString());
  const browser = await signedInBrowser(shop, email);
  const list = (await (await browser.request('GET', '/api/purchased-products')).json()) as object[];
  expect(list[0]).toMatchObject({ status: 'past_due', expiresAt: paid.end.toISOString() });
});

test.each([
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['incomplete', 'past_due'],
  ['paused', 'paused'],
])(
  'a subscription that is %s at the provider is %s, valid until the end of the paid period',
  async (status, expected) => {
    const paid = await period();
    await steer('renew', { invoice: 'open' });
    await steer('renew', { invoice: 'draft' });
    await steer('status', { status });
    await deliverNew();
    expect(await purchase()).toMatchObject({ status: expected, expires_at: paid.end });
  },
);

test("while the invoice of a new period is a draft the subscription is active until the old period's end", async () => {
  const paid = await period();
  await steer('renew', { invoice: 'draft' });
  await deliverNew();
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: paid.end });
});

test("a paid renewal extends the subscription, only by the invoice's event", async () => {
  await steer('renew', { invoice: 'draft' });
  await deliverNew();
  await steer('pay');
  await deliverNew(invoiceTypes);
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: (await period()).end });
});

test('a late payment of a renewal makes the subscription active again', async () => {
  await steer('renew', { invoice: 'open' });
  await deliverNew();
  await steer('pay');
  await deliverNew();
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: (await period()).end });
});

test('the job finds an unpaid renewal and its payment without any event', async () => {
  const paid = await period();
  await steer('renew', { invoice: 'open' });
  await reconcilePayments(shop.ctx);
  expect(await purchase()).toMatchObject({ status: 'past_due', expires_at: paid.end });
  await steer('pay');
  await reconcilePayments(shop.ctx);
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: (await period()).end });
});

test('a subscription cancelled to the end of its period is valid until then', async () => {
  await shop.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  await deliverNew();
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: (await period()).end });
});

test('a subscription that ends unpaid is valid until the end of the paid period, and no longer', async () => {
  const paid = await period();
  await steer('renew', { invoice: 'open' });
  await shop.stripe.subscriptions.cancel(subscriptionId);
  await deliverNew();
  const { status, expires_at } = (await purchase()) ?? {};
  expect(status).toBe('ended');
  expect(expires_at?.getTime()).toBeLessThanOrEqual(paid.end.getTime());
});

test("a refund of a subscription's first payment is recorded", async () => {
  await shop.stripe.refunds.create({ payment_intent: await latestPayment() });
  await deliverNew();
  expect(await purchase()).toMatchObject({ status: 'refunded', expires_at: null });
  expect((await shop.detail(sessionId, anyAddress())).status).toBe(404);
});

test('a refund of a renewal is recorded until the next renewal is paid', async () => {
  await steer('renew');
  await deliverNew();
  await shop.stripe.refunds.create({ payment_intent: await latestPayment() });
  await deliverNew(['charge.refunded']);
  expect(await purchase()).toMatchObject({ status: 'refunded', expires_at: null });
  await steer('renew');
  await deliverNew();
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: (await period()).end });
});

test('a partial refund, or one of an earlier period, leaves the subscription as it is', async () => {
  const first = await latestPayment();
  await steer('renew');
  await shop.stripe.refunds.create({ payment_intent: first });
  await shop.stripe.refunds.create({ payment_intent: await latestPayment(), amount: 100 });
  await deliverNew();
  expect(await purchase()).toMatchObject({ status: 'active', expires_at: (await period()).end });
});

test('a provider that fails between two calls changes nothing', async () => {
  await steer('renew', { invoice: 'open' });
  const before = await purchase();
  const { invoices } = shop.stripe;
  const list = invoices.list;
  invoices.list = (() =>
    Promise.reject(Object.assign(new Error('away'), { type: 'StripeConnectionError' }))) as never;
  const event = (await shop.events()).at(-1) as Stripe.Event;
  expect((await shop.deliver(event)).status).toBe(503);
  invoices.list = list;
  expect(await purchase()).toEqual(before);
  expect((await shop.deliver(event)).status).toBe(200);
  expect(await purchase()).toMatchObject({ status: 'past_due' });
});

test('events that recorded an unpaid period as paid before an upgrade are applied again', async () => {
  const paid = await period();
  await steer('renew', { invoice: 'open' });
  await deliverNew();
  const wrong = { status: 'active', expires_at: (await period()).end } as const;
  await shop.platform.db
    .updateTable('purchases')
    .set(wrong)
    .where('stripe_session_id', '=', sessionId)
    .execute();
  // The update that migration 019 makes to the events of an earlier version.
  await shop.platform.pool.query("delete from webhook_events where type like 'customer.subscription.%'");
  await shop.platform.pool.query('delete from provider_event_sync');
  await reconcilePayments(shop.ctx);
  expect(await purchase()).toMatchObject({ status: 'past_due', expires_at: paid.end });
});
