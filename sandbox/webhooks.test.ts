import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './append-log.ts';
import { createSession } from './stripe/create-session.ts';
import { openLedger } from './stripe/database.ts';
import { parseForm } from './stripe/form.ts';
import { expireOverdue } from './stripe/session-lifecycle.ts';
import { basket, type Fixture, openFixture, send, stripeClient, until } from './test-fixture.ts';

let fixture: Fixture;
let stripe: Stripe;
beforeEach(async () => {
  fixture = await openFixture();
  stripe = stripeClient(fixture.url);
});
afterEach(() => fixture.close());

const switches = (changes: object) => send(`${fixture.url}/stripe/switches`, changes);
const create = async () => (await stripe.checkout.sessions.create(basket(fixture.appUrl))).id;
const step = (id: string, name: string, body = {}) =>
  send(`${fixture.url}/stripe/test/sessions/${id}/${name}`, body);

test('a payment is reported with a signature that the official library accepts', async () => {
  const id = await create();
  await step(id, 'complete');
  // Two events of one moment arrive in either order, as they do from the provider.
  const events = await fixture.events(2);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'checkout.session.completed',
    'payment_intent.succeeded',
  ]);
  const event = events.find(({ type }) => type === 'checkout.session.completed');
  expect(event).toMatchObject({ object: 'event', data: { object: { id, payment_status: 'paid' } } });
  expect((await stripe.events.retrieve(event?.id ?? '')).type).toBe('checkout.session.completed');
  await until(
    async () =>
      (await stripe.events.list({ type: 'checkout.session.completed' })).data[0]?.pending_webhooks === 0,
  );
});

test('a refund is reported with the charge and the refund', async () => {
  const id = await create();
  await step(id, 'complete');
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  await stripe.refunds.create({ payment_intent: String(payment_intent) });
  const types = (await fixture.events(5)).map(({ type }) => type).sort();
  expect(types).toEqual([
    'charge.refunded',
    'checkout.session.completed',
    'payment_intent.succeeded',
    'refund.created',
    'refund.updated',
  ]);
});

test('a delayed payment arrives unpaid and then succeeds or fails', async () => {
  const [good, bad] = [await create(), await create()];
  await step(good, 'complete', { unpaid: true });
  expect((await stripe.checkout.sessions.retrieve(good)).payment_status).toBe('unpaid');
  await step(good, 'async_succeed');
  await step(bad, 'async_fail');
  const types = (await fixture.events(5)).map(({ type }) => type);
  expect(types).toContain('payment_intent.succeeded');
  expect(types).toContain('checkout.session.async_payment_succeeded');
  expect(types).toContain('checkout.session.async_payment_failed');
  expect((await stripe.checkout.sessions.retrieve(good)).payment_status).toBe('paid');
  expect((await stripe.checkout.sessions.retrieve(bad)).payment_status).toBe('unpaid');
});

test('an event that is not accepted is sent again until it is', async () => {
  fixture.product.status = 500;
  await step(await create(), 'expire');
  await fixture.events(2);
  fixture.product.status = 200;
  const events = await fixture.events(3);
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  await until(async () => (await stripe.events.list()).data[0]?.pending_webhooks === 0);
});

test('events can be doubled, lost and delayed', async () => {
  await switches({ webhookCopies: 3 });
  await step(await create(), 'expire');
  expect(new Set((await fixture.events(3)).map(({ id }) => id)).size).toBe(1);

  await switches({ webhookCopies: 1, webhookLose: true });
  const lost = await create();
  await step(lost, 'expire');
  await switches({ webhookLose: false, webhookDelaySeconds: 0.2 });
  const late = await create();
  await step(late, 'expire');
  const last = (await fixture.events(4))[3];
  expect(last?.data.object).toMatchObject({ id: late });
  expect((await stripe.events.list()).data).toHaveLength(3);
});

test('events that are close together can arrive in the opposite order', async () => {
  await switches({ webhookReorder: true });
  // Two events of one moment.
  await step(await create(), 'complete');
  const arrived = (await fixture.events(2)).map(({ type }) => type);
  const newestFirst = (await stripe.events.list()).data.map(({ type }) => type);
  expect(arrived).toEqual(newestFirst);
});

test('an open session expires by itself when its time comes, and sends an event', () => {
  const told: string[] = [];
  const ledger = openLedger(openJournal(), 'http://localhost:1', ({ type }) => told.push(type));
  const form =
    'mode=payment&success_url=http%3A%2F%2Flocalhost%2F&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd';
  const session = createSession(
    ledger,
    parseForm(
      `${form}&line_items[0][price_data][unit_amount]=5000&line_items[0][price_data][product_data][name]=x`,
    ),
  );
  expireOverdue(ledger, session.expires_at - 1);
  expect(told).toEqual([]);
  expireOverdue(ledger, session.expires_at);
  expireOverdue(ledger, session.expires_at);
  expect(told).toEqual(['checkout.session.expired']);
  expect(ledger.sessions.get(session.id)?.session.status).toBe('expired');
});
