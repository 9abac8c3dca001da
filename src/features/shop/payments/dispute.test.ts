import type Stripe from 'stripe';
import { beforeEach, expect, test, vi } from 'vitest';
import { openShopForFile } from '../../../../test/shop.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { createLog } from '../../../platform/observability/logger.server.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const hosts = 'hosts@pcbbeachrentals.example';

const logLines: string[] = [];
const shop = await openShopForFile({
  log: createLog('error', { write: (line: string) => void logLines.push(line) }),
});
beforeEach(async () => {
  logLines.length = 0;
  await shop.platform.pool.query('truncate graphile_worker._private_jobs cascade');
});

const findPayment = async (sessionId: string) =>
  String((await shop.stripe.checkout.sessions.retrieve(sessionId)).payment_intent);
const dispute = (payment: string, reason = 'fraudulent') =>
  shop.provider<Stripe.Dispute>('POST', `/stripe/test/payments/${payment}/dispute`, { reason });
const close = (id: string, status: string) =>
  shop.provider('POST', `/stripe/test/disputes/${id}/close`, { status });
const newest = async () => (await shop.events()).at(-1) as Stripe.Event;
const disputeMails = async () =>
  (await shop.queuedMail()).filter(({ subject }) => subject.includes('disput'));

test('a dispute is logged as an error and mailed to the hosts once, however often it is delivered', async () => {
  const sessionId = await shop.pay(shop.productId, { email: 'ann@guests.example', name: 'Ann Lee' });
  const { id } = await dispute(await findPayment(sessionId), 'product_not_received');
  const event = await newest();
  const responses = await Promise.all(Array.from({ length: 8 }, () => untilTaken(() => shop.deliver(event))));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await reconcilePayments(shop.ctx);
  const [mail, ...more] = await disputeMails();
  expect(more).toEqual([]);
  expect(mail?.to.address).toBe(hosts);
  for (const part of [mail?.text, mail?.html])
    for (const fact of ['Ann Lee', 'ann@guests.example', '$675.00', 'product not received', id])
      expect(part).toContain(fact);
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, event: 'dispute', disputeId: id, status: 'needs_response' },
  ]);
  // The guest's purchase stays as it is; what to do is the hosts' decision.
  expect((await shop.purchases()).find((row) => row.stripe_session_id === sessionId)?.status).toBe('active');
});

test.each([
  ['won', 'in your favor'],
  ['lost', 'against you'],
])('a dispute that is %s is logged and mailed with its outcome', async (status, text) => {
  const sessionId = await shop.pay();
  const { id } = await dispute(await findPayment(sessionId));
  expect((await shop.deliver(await newest())).status).toBe(200);
  await close(id, status);
  expect((await shop.deliver(await newest())).status).toBe(200);
  const mails = await disputeMails();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain(text);
  expect(logLines.map((line) => JSON.parse(line).status)).toEqual(['needs_response', status]);
});

test('a disputed renewal of a subscription names its purchase', async () => {
  const sessionId = await shop.pay(shop.monthlyId, { email: 'bob@guests.example', name: 'Bob Ray' });
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  await shop.provider('POST', `/stripe/test/subscriptions/${subscription}/renew`);
  const [invoice] = (await shop.stripe.invoices.list({ subscription: String(subscription) })).data;
  const { data } = await shop.stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
  await dispute(String(data[0]?.payment.payment_intent));
  expect((await shop.deliver(await newest())).status).toBe(200);
  const [mail] = await disputeMails();
  expect(mail?.text).toContain('Bob Ray');
});

test('the job finds a dispute without any event', async () => {
  const sessionId = await shop.pay();
  await dispute(await findPayment(sessionId));
  await reconcilePayments(shop.ctx);
  expect(await disputeMails()).toHaveLength(1);
});

test('only the id in the event of a dispute is trusted', async () => {
  const event = { id: 'evt_made_up', type: 'charge.dispute.created', data: { object: { id: 'dp_made_up' } } };
  expect((await shop.deliver(event)).status).toBe(200);
  expect(await disputeMails()).toEqual([]);
  expect(logLines).toEqual([]);
});

test('a dispute of another shop of the same account sends no mail', async () => {
  const other = await shop.payAnotherShop();
  await dispute(await findPayment(other));
  expect((await shop.deliver(await newest())).status).toBe(200);
  expect(await disputeMails()).toEqual([]);
});

test('a dispute whose mail cannot be queued is retried', async () => {
  const sessionId = await shop.pay();
  await shop.detail(sessionId);
  await dispute(await findPayment(sessionId));
  const event = await newest();
  const queue = vi.spyOn(shop.platform.mail, 'queue').mockRejectedValueOnce(new Error('no queue'));
  expect((await shop.deliver(event)).status).toBe(500);
  queue.mockRestore();
  expect((await shop.deliver(event)).status).toBe(200);
  expect(await disputeMails()).toHaveLength(1);
});
