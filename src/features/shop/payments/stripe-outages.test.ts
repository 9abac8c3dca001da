import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../../test/shop.ts';
import { createStripe } from '../../../platform/stripe.server.ts';
import { callStripe, stripeTimeoutMs } from '../../../platform/stripe-call.server.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';
import { applyEvent } from '../../payments/webhook.server.ts';
import type { ProviderEvent } from '../../payments/webhook-event.ts';
import { startCheckout } from '../checkout/start-checkout.server.ts';
import type { OpenedCheckout } from '../contract.server.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const key = { headers: { 'Idempotency-Key': 'one-purchase' } };
const read = async (response: Response) => (await response.json()) as OpenedCheckout;
const later = (minutes: number) => ({ ...shop.ctx, now: () => new Date(Date.now() + minutes * 60_000) });
const statuses = async () => (await shop.checkouts()).map(({ status }) => status);

/** Lets the provider's client of this shop fail like a process that dies there. */
function crash(where: 'before the call' | 'after the call'): () => void {
  const { sessions } = shop.stripe.checkout;
  const create = sessions.create;
  sessions.create = (async (...call: Parameters<typeof create>) => {
    if (where === 'after the call') await create.apply(sessions, call);
    throw new Error(`died ${where}`);
  }) as typeof create;
  return () => {
    sessions.create = create;
  };
}

test.each([500, 429])(
  'a provider that responds %i gives the guest a message and leaves nothing open',
  async (apiStatus) => {
    await shop.faults({ apiStatus });
    const response = await shop.buy(shop.productId, key);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(((await response.json()) as ErrorBody).message).toContain('You have not been charged');
    expect(await statuses()).toEqual(['failed']);

    await shop.faults({ apiStatus: null });
    expect((await shop.buy(shop.productId, key)).status).toBe(200);
    expect(await shop.sessions()).toHaveLength(1);
  },
);

test('a rejected key of ours sends the guest to the hosts', async () => {
  const wrong = await createStripe('sk_test_of_somebody_else', shop.platform.settings.stripe.apiUrl)();
  const stripe = await shop.platform.stripe();
  stripe.checkout.sessions.create = wrong.checkout.sessions.create.bind(wrong.checkout.sessions);
  const response = await shop.buy();
  expect(response.status).toBe(503);
  expect(((await response.json()) as ErrorBody).message).toMatch(/stripe.*not been charged.*contact us/i);
  expect(await statuses()).toEqual(['failed']);
});

test('a lost response creates no second session: the next attempt finds the first', async () => {
  await shop.faults({ apiReset: true });
  expect((await shop.buy(shop.productId, key)).status).toBe(503);
  expect(await statuses()).toEqual(['pending']);

  await shop.faults({ apiReset: false });
  const [session] = await shop.sessions();
  // The second click cannot know that the first one failed, so it waits before it calls the provider itself.
  expect(await read(await shop.buy(shop.productId, key))).toMatchObject({ sessionId: session?.id });
  expect(await shop.sessions()).toHaveLength(1);
  expect(new Set(await shop.openingCalls()).size).toBe(1);
});

test('a product edited between a lost response and the next attempt does not break the payment', async () => {
  await shop.faults({ apiReset: true });
  expect((await shop.buy(shop.productId, key)).status).toBe(503);
  const description = 'Now with a hammock.';
  const edited = { name: 'Another name', description, images: ['/media/x/640.jpg'], price_cents: 99_900 };
  await shop.platform.db.updateTable('products').set(edited).where('id', '=', shop.productId).execute();

  await shop.faults({ apiReset: false });
  const [session] = await shop.sessions();
  const response = await shop.buy(shop.productId, key);
  expect(response.status).toBe(200);
  expect((await read(response)).sessionId).toBe(session?.id);
  expect(await shop.sessions()).toHaveLength(1);
});

test('the job recovers from a lost response', async () => {
  await shop.faults({ apiReset: true });
  await shop.buy();
  await shop.faults({ apiReset: false });
  await reconcilePayments(later(2));
  const [session] = await shop.sessions();
  expect(await shop.checkouts()).toMatchObject([{ status: 'open', stripe_session_id: session?.id }]);
});

test('a call that hangs times out', { tags: ['waits'] }, async () => {
  await shop.faults({ apiHangSeconds: 60 });
  const patient = shop.stripe.checkout.sessions.create.bind(shop.stripe.checkout.sessions);
  shop.stripe.checkout.sessions.create = ((params: never, options: object) =>
    patient(params, { ...options, timeout: 200 })) as typeof patient;
  expect((await shop.buy()).status).toBe(503);
  expect(await statuses()).toEqual(['pending']);
});

// T-15 is about the time itself: with the settings the product runs with, the limit of all its calls ends the wait.
test('a hanging provider is called twice, and the guest gets a response within 12 seconds', {
  tags: ['waits'],
}, async () => {
  expect(stripeTimeoutMs).toBeLessThan(12_000);
  await shop.faults({ apiHangSeconds: 600 });
  const since = performance.now();
  const response = await shop.buy();
  console.info(`T-15: a response after ${Math.round(performance.now() - since)} ms`);
  expect(response.status).toBe(503);
  expect(((await response.json()) as ErrorBody).message).toContain('You have not been charged');
  expect(await shop.openingCalls()).toHaveLength(2);
});

test('a call that never settles times out', async () => {
  await expect(callStripe(new Promise(() => {}), 20)).rejects.toMatchObject({ kind: 'timeout' });
});

test.each(['before the call', 'after the call'] as const)(
  'a crash %s leaves a checkout that the job opens, and a retry gets its page',
  async (where) => {
    const revive = crash(where);
    expect((await shop.buy(shop.productId, key)).status).toBe(500);
    revive();
    expect(await statuses()).toEqual(['pending']);

    await reconcilePayments(later(2));
    const [session] = await shop.sessions();
    expect(await shop.checkouts()).toMatchObject([{ status: 'open', stripe_session_id: session?.id }]);
    expect(await read(await shop.buy(shop.productId, key))).toMatchObject({ sessionId: session?.id });
    expect(await shop.sessions()).toHaveLength(1);
  },
);

test('nothing is stored when the limit cannot be counted', async () => {
  const consumeLimit = async () => {
    throw new Error('died');
  };
  const request = { productId: shop.productId };
  await expect(startCheckout({ ...shop.ctx, consumeLimit }, request, 'one-purchase')).rejects.toThrow('died');
  expect(await statuses()).toEqual([]);
  expect(await shop.sessions()).toEqual([]);
});

test('an event attaches its session to a checkout that a crash left without it', async () => {
  const revive = crash('after the call');
  await shop.buy();
  revive();
  const [session] = await shop.sessions();
  await shop.step(session?.id ?? '', 'complete');
  expect((await shop.deliver((await shop.events())[0] ?? {})).status).toBe(200);
  expect(await shop.checkouts()).toMatchObject([{ status: 'complete', stripe_session_id: session?.id }]);
  expect(await shop.purchases()).toHaveLength(1);
});

test('a pending checkout past its expiry is failed, not opened', async () => {
  const revive = crash('before the call');
  await shop.buy();
  revive();
  await reconcilePayments(later(61));
  expect(await statuses()).toEqual(['failed']);
  expect(await shop.sessions()).toEqual([]);
});

test('a crash while a payment is saved leaves all of it or nothing', async () => {
  const sessionId = await shop.pay();
  const mail = {
    queue: async () => {
      throw new Error('died');
    },
  };
  const event: ProviderEvent = { id: 'evt_x', type: 'x', object: { kind: 'session', id: sessionId } };
  await expect(applyEvent({ ...shop.ctx, mail }, event)).rejects.toThrow();
  expect(await shop.purchases()).toEqual([]);
  expect(await statuses()).toEqual(['open']);
  expect(await shop.platform.db.selectFrom('webhook_events').selectAll().execute()).toEqual([]);

  await applyEvent(shop.ctx, event);
  expect(await shop.purchases()).toHaveLength(1);
  expect(await shop.queuedMail()).toHaveLength(2);
});

const rejecting = () =>
  Object.assign(new Error('no'), { type: 'StripeInvalidRequestError', statusCode: 400 });
const failing = () => Object.assign(new Error('no'), { type: 'StripeConnectionError' });

test.each([
  ['rejects one checkout, the others are settled', rejecting, 1, 1],
  ['fails for one checkout, the others are settled', failing, 1, 1],
  ['is down, the others wait', failing, 3, 0],
] as const)('a run of the job: when the provider %s', async (_, failure, failures, settled) => {
  for (let paid = 0; paid < failures + 1; paid += 1) await shop.pay();
  const { sessions } = shop.stripe.checkout;
  const retrieve = sessions.retrieve;
  let calls = 0;
  sessions.retrieve = (async (...call: Parameters<typeof retrieve>) => {
    calls += 1;
    if (calls <= failures) throw failure();
    return retrieve.apply(sessions, call);
  }) as typeof retrieve;
  await shop.platform.db
    .insertInto('webhook_events')
    .values(await seenEvents())
    .execute();
  await reconcilePayments(later(5));
  expect((await statuses()).filter((status) => status === 'complete')).toHaveLength(settled);
});

/** The job follows events too, and skips those it has seen. */
const seenEvents = async () => (await shop.events()).map(({ id, type }) => ({ id, type }));

test('while the provider is down nothing becomes paid, and the success page reports it', async () => {
  const sessionId = await shop.pay();
  const [event] = await shop.events();
  await shop.faults({ apiStatus: 500 });
  expect((await shop.detail(sessionId)).status).toBe(503);
  expect((await shop.deliver(event ?? {})).status).toBe(503);
  await reconcilePayments(later(5));
  expect(await shop.purchases()).toEqual([]);

  await shop.faults({ apiStatus: null });
  expect((await shop.deliver(event ?? {})).status).toBe(200);
  expect((await shop.detail(sessionId)).status).toBe(200);
});
