import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { openShopForFile } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const shop = await openShopForFile();
const { db } = shop.platform;
const host = await signedInBrowser(shop, 'host@example.com');

/** Paid after the backup that is restored now. @returns its session */
async function payAndLose(productId: string): Promise<Stripe.Checkout.Session> {
  const id = await shop.pay(productId, { email: 'lost@example.com' });
  await db.deleteFrom('checkouts').where('stripe_session_id', '=', id).execute();
  return shop.stripe.checkout.sessions.retrieve(id);
}

const unknownPayments = async (): Promise<{ id: string; amount: number }[]> =>
  (await (await host.request('GET', '/api/admin/today')).json()).unknownPayments;

const hostsMails = async (subject: string) =>
  (await shop.queuedMail()).filter((mail) => mail.subject.startsWith(subject));

test('a payment of a checkout that is not in the ledger is logged, mailed to the hosts once, and on Today until it is refunded', async () => {
  await shop.pay();
  await reconcilePayments(shop.ctx);
  const { payment_intent, amount_total } = await payAndLose(shop.productId);
  const error = vi.spyOn(shop.ctx.log, 'error').mockImplementation(() => {});
  await reconcilePayments(shop.ctx);
  for (const event of await shop.events()) expect((await shop.deliver(event)).status).toBe(200);
  await db.deleteFrom('webhook_events').execute();
  await reconcilePayments(shop.ctx);
  expect(error.mock.calls.map((call) => (call as unknown[])[1])).toEqual([
    'a payment is of a purchase that is not in the ledger',
  ]);
  expect(JSON.stringify(error.mock.calls)).not.toMatch(/@|sk_|secret/);
  const mails = await hostsMails('A payment without its purchase');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to.address).toBe(shop.platform.settings.hostsEmail);
  expect(mails[0]?.text).toContain(String(payment_intent));
  expect(mails[0]?.text).not.toContain('nights');
  expect(await unknownPayments()).toEqual([
    expect.objectContaining({ id: payment_intent, code: null, amount: amount_total }),
  ]);
  const refund = (amount?: number) =>
    shop.stripe.refunds.create({ payment_intent: String(payment_intent), ...(amount && { amount }) });
  await refund(100);
  await reconcilePayments(shop.ctx);
  expect(await unknownPayments()).toEqual([expect.objectContaining({ amount: Number(amount_total) - 100 })]);
  await refund();
  await reconcilePayments(shop.ctx);
  expect(await unknownPayments()).toEqual([]);
});

test('a subscription of a checkout that is not in the ledger is mailed to the hosts once', async () => {
  const { subscription, amount_total } = await payAndLose(shop.monthlyId);
  vi.spyOn(shop.ctx.log, 'error').mockImplementation(() => {});
  await reconcilePayments(shop.ctx);
  await reconcilePayments(shop.ctx);
  expect(await unknownPayments()).toEqual([
    expect.objectContaining({ id: subscription, amount: amount_total }),
  ]);
  const mails = await hostsMails('A payment without its purchase');
  expect(mails.filter(({ text }) => text.includes(String(subscription)))).toHaveLength(1);
});

test('a dispute about a payment of a checkout that is not in the ledger is mailed to the hosts', async () => {
  const { payment_intent } = await payAndLose(shop.productId);
  vi.spyOn(shop.ctx.log, 'error').mockImplementation(() => {});
  await shop.provider('POST', `/stripe/test/payments/${payment_intent}/dispute`, { reason: 'fraudulent' });
  await reconcilePayments(shop.ctx);
  expect(await unknownPayments()).toContainEqual(
    expect.objectContaining({ id: payment_intent, isDisputed: true }),
  );
  expect(await hostsMails('A payment without its purchase is disputed')).toHaveLength(1);
});

test('sessions of other shops, and pages of ours that were not paid, are not recorded', async () => {
  const before = await unknownPayments();
  await shop.payAnotherShop();
  const unpaid = await shop.open();
  await db.deleteFrom('checkouts').where('stripe_session_id', '=', unpaid).execute();
  await shop.step(unpaid, 'expire');
  await reconcilePayments(shop.ctx);
  expect(await unknownPayments()).toEqual(before);
});
