import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basket, type Fixture, openFixture, send, stripeClient } from './test-fixture.ts';

let fixture: Fixture;
let stripe: Stripe;
beforeAll(async () => {
  fixture = await openFixture();
  stripe = stripeClient(fixture.url);
});
afterAll(() => fixture.close());

const steer = <T>(path: string, body: object = {}) =>
  send(`${fixture.url}/stripe/test/${path}`, body) as Promise<T>;

/** A subscription that was just bought. */
async function subscribed(body: object = {}): Promise<Stripe.Subscription> {
  const { line_items: _, payment_intent_data: __, ...rest } = basket(fixture.appUrl);
  const price_data = {
    currency: 'usd',
    unit_amount: 4000,
    recurring: { interval: 'month' as const },
    product_data: { name: 'Club' },
  };
  const { id } = await stripe.checkout.sessions.create({
    ...rest,
    mode: 'subscription',
    line_items: [{ quantity: 1, price_data }],
  });
  await steer(`sessions/${id}/complete`, body);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription.latest_invoice'] });
  return session.subscription as Stripe.Subscription;
}
const paidInvoices = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, status: 'paid' })).data;
const periodOf = (invoice: Stripe.Invoice) => invoice.lines.data[0]?.period;
const eventTypes = async (count: number) =>
  (await stripe.events.list({ limit: count })).data.map(({ type }) => type);

test('a subscription begins with a paid invoice of its first period', async () => {
  const { id, items, latest_invoice } = await subscribed();
  const [item] = items.data;
  expect(latest_invoice).toMatchObject({
    status: 'paid',
    amount_paid: 4000,
    billing_reason: 'subscription_create',
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
  });
  expect(periodOf(latest_invoice as Stripe.Invoice)).toEqual({
    start: item?.current_period_start,
    end: item?.current_period_end,
  });
});

test('the payment of an invoice can be expanded to its charge, and found by its payment intent', async () => {
  const { id, latest_invoice } = await subscribed();
  const invoice = latest_invoice as Stripe.Invoice;
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice.id,
    status: 'paid',
    expand: ['data.payment.payment_intent.latest_charge'],
  });
  const intent = data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent.latest_charge).toMatchObject({ object: 'charge', amount: 4000, refunded: false });
  const payment = { type: 'payment_intent' as const, payment_intent: intent.id };
  const found = await stripe.invoicePayments.list({ payment, expand: ['data.invoice'] });
  expect(found.data).toMatchObject([{ invoice: { parent: { subscription_details: { subscription: id } } } }]);
  expect(
    (await stripe.invoicePayments.list({ payment: { ...payment, payment_intent: 'pi_x' } })).data,
  ).toEqual([]);
});

test.for([
  ['paid', 'active', 2, ['customer.subscription.updated', 'invoice.paid']],
  ['open', 'past_due', 1, ['customer.subscription.updated', 'invoice.payment_failed']],
  ['draft', 'active', 1, ['customer.subscription.updated']],
] as const)(
  'a renewal whose invoice is %s leaves the subscription %s',
  async ([invoice, status, paid, types]) => {
    const { id, items } = await subscribed();
    await steer(`subscriptions/${id}/renew`, { invoice });
    const renewed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(renewed).toMatchObject({ status, latest_invoice: { status: invoice } });
    expect(renewed.items.data[0]?.current_period_start).toBe(items.data[0]?.current_period_end);
    expect(await paidInvoices(id)).toHaveLength(paid);
    expect(await eventTypes(types.length)).toEqual(types);
  },
);

test('an overdue invoice that is paid makes the subscription active again', async () => {
  const { id } = await subscribed();
  await steer(`subscriptions/${id}/renew`, { invoice: 'open' });
  await steer(`subscriptions/${id}/status`, { status: 'unpaid' });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('unpaid');
  await steer(`subscriptions/${id}/pay`);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  const invoices = await paidInvoices(id);
  expect(invoices.map((invoice) => periodOf(invoice)?.end)).toEqual(
    invoices.map((invoice) => periodOf(invoice)?.end).sort((a = 0, b = 0) => b - a),
  );
});

test('a payment is disputed, and the dispute decided', async () => {
  const { latest_invoice } = await subscribed();
  const { data } = await stripe.invoicePayments.list({ invoice: (latest_invoice as Stripe.Invoice).id });
  const intent = String(data[0]?.payment.payment_intent);
  const dispute = await steer<Stripe.Dispute>(`payments/${intent}/dispute`, { reason: 'fraudulent' });
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
    payment_intent: intent,
    amount: 4000,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  await steer(`disputes/${dispute.id}/close`, { status: 'lost' });
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('lost');
  expect(await eventTypes(2)).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
});

test('an unknown step, state or object is rejected', async () => {
  const { id } = await subscribed();
  expect(await steer(`subscriptions/${id}/renew`, { invoice: 'lost' })).toMatchObject({ error: {} });
  expect(await steer(`subscriptions/${id}/dance`)).toMatchObject({
    message: expect.stringContaining('dance'),
  });
  expect(await steer('subscriptions/sub_x/pay')).toMatchObject({ error: { code: 'resource_missing' } });
  expect(await steer('disputes/dp_x/close')).toMatchObject({ error: { code: 'resource_missing' } });
});
