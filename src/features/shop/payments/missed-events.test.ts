import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../../test/shop.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const later = (ms: number) => ({ ...shop.ctx, now: () => new Date(Date.now() + ms) });
const refund = async (sessionId: string) => {
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent) });
};
const status = async (sessionId: string) =>
  (await shop.purchases()).find((row) => row.stripe_session_id === sessionId)?.status;
/** The job's lists of the provider's events, oldest call first. */
async function eventQueries(): Promise<{ since: number; until: number }[]> {
  const queries: { since: number; until: number }[] = [];
  const { events } = shop.stripe;
  const list = events.list.bind(events);
  events.list = ((params: { created: { gte: number; lt: number } }) => {
    queries.push({ since: params.created.gte * 1000, until: params.created.lt * 1000 });
    return list(params);
  }) as typeof events.list;
  return queries;
}

test('the first run after an outage of 20 days finds a missed refund', async () => {
  const sessionId = await shop.pay();
  await reconcilePayments(later(5 * 60_000));
  expect(await status(sessionId)).toBe('active');
  await refund(sessionId);
  await reconcilePayments(later(20 * dayMs));
  expect(await status(sessionId)).toBe('refunded');
});

test('a run after a day of outage replays from the end of the last successful one', async () => {
  const sessionId = await shop.pay();
  await reconcilePayments(later(5 * 60_000));
  await refund(sessionId);
  await shop.faults({ apiStatus: 500 });
  await reconcilePayments(later(2 * hourMs));
  await reconcilePayments(later(26 * hourMs));
  expect(await status(sessionId)).toBe('active');
  await shop.faults({ apiStatus: null });
  await reconcilePayments(later(27 * hourMs));
  expect(await status(sessionId)).toBe('refunded');
});

test('a run right after another replays the last hour, in one call', async () => {
  await shop.pay();
  await reconcilePayments(later(5 * 60_000));
  const queries = await eventQueries();
  await reconcilePayments(later(7 * 60_000));
  expect(queries).toHaveLength(1);
  const [{ since = 0 } = {}] = queries;
  expect(Date.now() + 5 * 60_000 - since).toBeGreaterThan(hourMs - 60_000);
  expect(Date.now() + 5 * 60_000 - since).toBeLessThan(hourMs + 60_000);
});

test('the first run of a shop replays from its first checkout on', async () => {
  await shop.pay();
  const queries = await eventQueries();
  await reconcilePayments(later(5 * 60_000));
  expect(queries).toHaveLength(1);
});

test("a run replays at most the provider's 30 days, a day a call", async () => {
  await shop.pay();
  await reconcilePayments(shop.ctx);
  const queries = await eventQueries();
  await reconcilePayments(later(200 * dayMs));
  expect(queries).toHaveLength(30);
  const now = Date.now() + 200 * dayMs;
  expect(now - (queries[0]?.since ?? 0)).toBeLessThanOrEqual(30 * dayMs + 60_000);
  for (const [index, { since, until }] of queries.entries()) {
    expect(until - since).toBeLessThanOrEqual(dayMs + 61_000);
    if (index > 0) expect(since).toBe(queries[index - 1]?.until);
  }
});

test('an interrupted run resumes after the last whole day', async () => {
  const sessionId = await shop.pay();
  await reconcilePayments(shop.ctx);
  await refund(sessionId);
  const queries = await eventQueries();
  const { events } = shop.stripe;
  const list = events.list;
  events.list = ((params: { created: { gte: number; lt: number } }) => {
    if (queries.length >= 5) throw Object.assign(new Error('away'), { type: 'StripeConnectionError' });
    return list(params);
  }) as typeof list;
  await reconcilePayments(later(10 * dayMs));
  expect(queries).toHaveLength(5);
  const reached = queries[4]?.until ?? 0;
  events.list = list;
  await reconcilePayments(later(10 * dayMs));
  expect(queries[5]?.since).toBe(reached - hourMs);
  expect(await status(sessionId)).toBe('refunded');
});

test('a run applies more than a hundred events of one day', async () => {
  const sessionId = await shop.pay();
  await reconcilePayments(shop.ctx);
  for (let count = 0; count < 120; count += 1) {
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
    await shop.stripe.refunds.create({ payment_intent: String(payment_intent), amount: 1 });
  }
  await reconcilePayments(later(2 * 60_000));
  const { rows } = await shop.platform.pool.query(
    "select count(*)::int as count from webhook_events where type = 'refund.created'",
  );
  expect(rows).toEqual([{ count: 120 }]);
});
