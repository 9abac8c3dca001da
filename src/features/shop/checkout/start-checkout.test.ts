import { expect, test } from 'vitest';
import { anyAddress, basket, openShopForFile } from '../../../../test/shop.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { OpenedCheckout } from '../contract.server.ts';

const shop = await openShopForFile();

const read = async (response: Response) => (await response.json()) as OpenedCheckout;
const readError = async (response: Response) => (await response.json()) as ErrorBody;
const withKey = (key: string, from = '203.0.113.50') => ({ headers: { 'Idempotency-Key': key }, from });

test('a checkout opens the hosted page at the price of our table', async () => {
  const response = await shop.buy(shop.productId, { from: anyAddress() });
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform');
  const { checkoutUrl, sessionId } = await read(response);
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
  const [checkout] = (await shop.checkouts()).slice(-1);
  expect(checkoutUrl).toBe(session.url);
  expect(session).toMatchObject({
    mode: 'payment',
    amount_total: 67_500,
    currency: 'usd',
    client_reference_id: checkout?.id,
    metadata: { checkoutId: checkout?.id, productId: shop.productId },
    success_url: 'http://localhost:9/checkout/success?sessionId={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:9/checkout/cancel',
  });
  expect(session.expires_at * 1000).toBe(checkout?.expires_at.getTime());
  expect(checkout).toMatchObject({ status: 'open', stripe_session_id: sessionId, unit_amount_cents: 67_500 });
});

test('a recurring product opens a subscription with its period', async () => {
  const { sessionId } = await read(await shop.buy(shop.monthlyId, { from: anyAddress() }));
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
  expect(session).toMatchObject({ mode: 'subscription', amount_total: 245_000 });
  expect(session.line_items?.data[0]?.price?.recurring).toMatchObject({ interval: 'month' });
});

test.each([
  ['of what is paid once', shop.productId],
  ['of a subscription', shop.monthlyId],
])('the payment page %s takes only cards and wallets', async (_, id) => {
  const session = await shop.stripe.checkout.sessions.retrieve(await shop.open(id));
  expect(session.payment_method_types).toEqual(['card']);
});

test('prices and currencies of the client have no effect', async () => {
  const json = {
    ...basket(shop.productId),
    price: 1,
    currency: 'jpy',
    products: [{ productId: shop.productId, quantity: 1, price: 1, currency: 'jpy', unit_amount: 1 }],
  };
  const { sessionId } = await read(await shop.buy(shop.productId, { json, from: anyAddress() }));
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  expect(session).toMatchObject({ amount_total: 67_500, currency: 'usd' });
});

test('a wrong quantity is rejected with a message and opens nothing', async () => {
  const before = (await shop.openingCalls()).length;
  const json = { ...basket(shop.productId), products: [{ productId: shop.productId, quantity: 2 }] };
  const response = await shop.buy(shop.productId, { json });
  expect(response.status).toBe(400);
  expect(await readError(response)).toMatchObject({
    message: 'A property can be booked exactly once.',
    fields: { products: 'A property can be booked exactly once.' },
  });
  expect(await shop.openingCalls()).toHaveLength(before);
});

test('unknown, hidden and coming-soon products get one response', async () => {
  const { db } = shop.platform;
  const unknown = await shop.buy('01920000-0000-7000-8000-000000000009');
  expect(unknown.status).toBe(404);
  const message = await readError(unknown);

  const statusAfter = async (hide: () => Promise<unknown>, show: () => Promise<unknown>) => {
    await hide();
    const response = await shop.buy();
    expect(response.status).toBe(404);
    expect(await readError(response)).toEqual(message);
    await expect.poll(listedIds).not.toContain(shop.productId);
    await show();
    await expect.poll(listedIds).toContain(shop.productId);
  };
  const listedIds = async () => {
    const response = await shop.request('GET', '/api/products');
    return ((await response.json()) as { id: string }[]).map(({ id }) => id);
  };
  const setProduct = (is_listed: boolean) =>
    db.updateTable('products').set({ is_listed }).where('id', '=', shop.productId).execute();
  const setHomes = (change: { is_listed?: boolean; is_coming_soon?: boolean }) =>
    db.updateTable('properties').set(change).where('slug', '=', 'kid-friendly-steps-to-beach').execute();
  await statusAfter(
    () => setProduct(false),
    () => setProduct(true),
  );
  await statusAfter(
    () => setHomes({ is_coming_soon: true }),
    () => setHomes({ is_coming_soon: false }),
  );
  await statusAfter(
    () => setHomes({ is_listed: false }),
    () => setHomes({ is_listed: true }),
  );
});

test('a repeated request with its key gets the same page', async () => {
  const first = await read(await shop.buy(shop.productId, withKey('repeat-0001')));
  const second = await read(await shop.buy(shop.productId, withKey('repeat-0001')));
  expect(second).toEqual(first);
});

test('eight concurrent requests with one key open one session', async () => {
  const before = (await shop.sessions()).length;
  const responses = await Promise.all(
    Array.from({ length: 8 }, () =>
      untilTaken(() => shop.buy(shop.productId, withKey('double-click', '203.0.113.51'))),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const urls = new Set((await Promise.all(responses.map(read))).map(({ checkoutUrl }) => checkoutUrl));
  expect(urls.size).toBe(1);
  expect((await shop.sessions()).length).toBe(before + 1);
});

test('a key used for another product is a conflict', async () => {
  await shop.buy(shop.productId, withKey('conflict-001'));
  const response = await shop.buy(shop.monthlyId, withKey('conflict-001'));
  expect(response.status).toBe(409);
  expect((await readError(response)).code).toBe('conflict');
});

test('two visitors with the same key get separate sessions', async () => {
  const one = await read(await shop.buy(shop.productId, withKey('same-key-1', '203.0.113.61')));
  const other = await read(await shop.buy(shop.productId, withKey('same-key-1', '203.0.113.62')));
  expect(other.sessionId).not.toBe(one.sessionId);
});

test('a key whose session expired opens a new one', async () => {
  const first = await read(await shop.buy(shop.productId, withKey('ran-out-01')));
  await shop.platform.db
    .updateTable('checkouts')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('stripe_session_id', '=', first.sessionId)
    .execute();
  const second = await read(await shop.buy(shop.productId, withKey('ran-out-01')));
  expect(second.sessionId).not.toBe(first.sessionId);
});

test('a key that is too long is rejected', async () => {
  const response = await shop.buy(shop.productId, withKey('k'.repeat(256)));
  expect(response.status).toBe(400);
  expect(Object.keys((await readError(response)).fields ?? {})).toEqual(['Idempotency-Key']);
});

test('the twenty-first session of one address within an hour gets 429 and stores nothing', async () => {
  const from = '203.0.113.77';
  for (let count = 0; count < 20; count += 1) {
    expect((await shop.buy(shop.productId, { from })).status).toBe(200);
  }
  const before = (await shop.checkouts()).length;
  // A row could not even be tried.
  const { pool } = shop.platform;
  await pool.query('alter table checkouts add constraint closed check (false) not valid');
  const response = await shop.buy(shop.productId, { from });
  await pool.query('alter table checkouts drop constraint closed');
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3000);
  expect((await readError(response)).code).toBe('tooMany');
  expect(await shop.checkouts()).toHaveLength(before);
  expect((await shop.buy(shop.productId, { from: anyAddress() })).status).toBe(200);
});

test('a cross-site request cannot open a checkout', async () => {
  const fromElsewhere: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of fromElsewhere) {
    const response = await shop.request('POST', '/api/create-checkout-session', {
      json: basket(shop.productId),
      headers,
    });
    expect(response.status).toBe(403);
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const body = JSON.stringify(basket(shop.productId));
    const headers = { 'Content-Type': type };
    const response = await shop.request('POST', '/api/create-checkout-session', { body, headers });
    expect(response.status).toBe(415);
  }
});
