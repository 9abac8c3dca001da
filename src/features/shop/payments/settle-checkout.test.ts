import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { anyAddress, openShopForFile } from '../../../../test/shop.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

const shop = await openShopForFile();

const findCheckout = async (sessionId: string) =>
  (await shop.checkouts()).find((row) => row.stripe_session_id === sessionId);
const findPurchases = async (sessionId: string) =>
  (await shop.purchases()).filter((row) => row.stripe_session_id === sessionId);
const mailsAbout = async (sessionId: string) => {
  const checkout = await findCheckout(sessionId);
  return (await shop.queuedMail()).filter((mail) => mail.text.includes(checkout?.id ?? 'none'));
};
const later = (minutes: number) => ({ ...shop.ctx, now: () => new Date(Date.now() + minutes * 60_000) });

test('32 doubled events beside 32 success pages make one purchase and one mail of each kind', async () => {
  const sessionId = await shop.pay();
  const event = (await shop.events()).at(-1) as Stripe.Event;
  const deliver = () => untilTaken(() => shop.deliver(event));
  const poll = () => untilTaken(() => shop.detail(sessionId));
  const responses = await Promise.all(Array.from({ length: 32 }, () => [deliver(), poll()]).flat());
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await findPurchases(sessionId)).toHaveLength(1);
  const mails = await mailsAbout(sessionId);
  expect(mails.map(({ key }) => key.replace(/-[^-]+(-[^-]+){4}$/, '')).sort()).toEqual([
    'purchase-notice',
    'receipt',
  ]);
});

/** What may happen to a session at the provider, and what our ledger must have in the end. */
interface Story {
  monthly?: boolean;
  steps: ((sessionId: string) => Promise<unknown>)[];
  checkout: string;
  purchase: string | null;
}

const complete = (id: string) => shop.step(id, 'complete');
const promise = (id: string) => shop.step(id, 'complete', { unpaid: true });
const arrive = (id: string) => shop.step(id, 'async_succeed');
const bounce = (id: string) => shop.step(id, 'async_fail');
const expire = (id: string) => shop.step(id, 'expire');
const refund = async (id: string, amount?: number) => {
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(id);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent), ...(amount ? { amount } : {}) });
};
const cancel = async (id: string) => {
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(id);
  await shop.stripe.subscriptions.cancel(String(subscription));
};

const steer = async (id: string, step: string, json: object = {}) => {
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(id);
  await shop.provider('POST', `/stripe/test/subscriptions/${subscription}/${step}`, json);
};
const renew = (id: string) => steer(id, 'renew');
const failRenewal = (id: string) => steer(id, 'renew', { invoice: 'open' });
const payLate = (id: string) => steer(id, 'pay');
const refundInvoice = async (id: string) => {
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(id);
  const [invoice] = (await shop.stripe.invoices.list({ subscription: String(subscription), status: 'paid' }))
    .data;
  const { data } = await shop.stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
  await shop.stripe.refunds.create({ payment_intent: String(data[0]?.payment.payment_intent) });
};

const stories: Record<string, Story> = {
  paid: { steps: [complete], checkout: 'complete', purchase: 'active' },
  'paid and refunded': { steps: [complete, refund], checkout: 'complete', purchase: 'refunded' },
  'refunded in part': {
    steps: [complete, (id) => refund(id, 100)],
    checkout: 'complete',
    purchase: 'active',
  },
  'refunded in two parts': {
    steps: [complete, (id) => refund(id, 100), refund],
    checkout: 'complete',
    purchase: 'refunded',
  },
  'run out': { steps: [expire], checkout: 'expired', purchase: null },
  'promised only': { steps: [promise], checkout: 'open', purchase: null },
  'promised and paid': { steps: [promise, arrive], checkout: 'complete', purchase: 'active' },
  'promised and bounced': { steps: [promise, bounce], checkout: 'failed', purchase: null },
  'promised, paid, refunded': {
    steps: [promise, arrive, refund],
    checkout: 'complete',
    purchase: 'refunded',
  },
  subscribed: { monthly: true, steps: [complete], checkout: 'complete', purchase: 'active' },
  'subscribed and cancelled': {
    monthly: true,
    steps: [complete, cancel],
    checkout: 'complete',
    purchase: 'ended',
  },
  'subscribed and not renewed': {
    monthly: true,
    steps: [complete, failRenewal],
    checkout: 'complete',
    purchase: 'past_due',
  },
  'subscribed and renewed late': {
    monthly: true,
    steps: [complete, failRenewal, payLate],
    checkout: 'complete',
    purchase: 'active',
  },
  'subscribed, renewed and refunded': {
    monthly: true,
    steps: [complete, renew, refundInvoice],
    checkout: 'complete',
    purchase: 'refunded',
  },
};

async function expectEnd(story: Story, sessionId: string): Promise<void> {
  expect((await findCheckout(sessionId))?.status).toBe(story.checkout);
  const purchases = await findPurchases(sessionId);
  expect(purchases.map(({ status }) => status)).toEqual(story.purchase === null ? [] : [story.purchase]);
  expect(await mailsAbout(sessionId)).toHaveLength(purchases.length * 2);
}

/** Events of one session, its payment or its subscription, as they came about. */
async function newEvents(seen: Set<string>): Promise<Stripe.Event[]> {
  const events = (await shop.events()).filter(({ id }) => !seen.has(id));
  for (const { id } of events) seen.add(id);
  return events;
}

test.each(Object.entries(stories))(
  'events of a session %s, in any order, repeated and delayed, end in the same ledger',
  async (_, story) => {
    const order = fc.array(fc.nat({ max: 999 }), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (picks, isConcurrent) => {
        const sessionId = await shop.open(story.monthly ? shop.monthlyId : shop.productId);
        const seen = new Set((await shop.events()).map(({ id }) => id));
        const waiting: Stripe.Event[] = [];
        const turns = [...picks];
        const deliverOne = async () => {
          const [pick = 0] = turns.splice(0, 1);
          const event = waiting[pick % waiting.length];
          if (!event) return;
          // Every third time the event stays in the pile and comes again.
          if (pick % 3 !== 0) waiting.splice(waiting.indexOf(event), 1);
          expect((await shop.deliver(event)).status).toBe(200);
        };
        for (const step of story.steps) {
          await step(sessionId);
          waiting.push(...(await newEvents(seen)));
          if (isConcurrent) await deliverOne();
        }
        while (turns.length > 0 && waiting.length > 0) await deliverOne();
        for (const event of waiting) await shop.deliver(event);
        await expectEnd(story, sessionId);
      }),
      { numRuns: runs(6, 2) },
    );
  },
);

test.each(Object.entries(stories))(
  'the job settles a session %s whose events are all lost',
  async (_, story) => {
    const sessionId = await shop.open(story.monthly ? shop.monthlyId : shop.productId);
    for (const step of story.steps) await step(sessionId);
    await reconcilePayments(later(3));
    await expectEnd(story, sessionId);
  },
);

test('the job finds a refund whose event is lost after the payment was settled', async () => {
  const sessionId = await shop.pay();
  await shop.detail(sessionId, anyAddress());
  await refund(sessionId);
  await reconcilePayments(later(3));
  expect(await findPurchases(sessionId)).toMatchObject([{ status: 'refunded' }]);
});

test('an older snapshot never overwrites a newer one', async () => {
  const sessionId = await shop.pay();
  const { sessions } = shop.stripe.checkout;
  const retrieve = sessions.retrieve;
  // The payment is refunded between this poll and its write, and another poll has already written that.
  let isFirst = true;
  sessions.retrieve = (async (...call: Parameters<typeof retrieve>) => {
    const seen = await retrieve.apply(sessions, call);
    if (!isFirst) return seen;
    isFirst = false;
    await refund(sessionId);
    await settleCheckout(shop.ctx, sessionId);
    return seen;
  }) as typeof retrieve;
  await settleCheckout(shop.ctx, sessionId);
  sessions.retrieve = retrieve;
  expect(await findPurchases(sessionId)).toMatchObject([{ status: 'refunded' }]);
});

test('a subscription is paid up to the end of its period', async () => {
  const sessionId = await shop.pay(shop.monthlyId);
  await shop.detail(sessionId, anyAddress());
  const [purchase] = await findPurchases(sessionId);
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['subscription'],
  });
  const end = (subscription as Stripe.Subscription).items.data[0]?.current_period_end ?? 0;
  expect(purchase?.expires_at?.getTime()).toBe(end * 1000);
});
