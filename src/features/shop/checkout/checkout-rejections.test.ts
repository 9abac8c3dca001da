import { expect, test } from 'vitest';
import { anyAddress, basket, openShopForFile } from '../../../../test/shop.ts';

/* What the shop rejects before any money moves: in which words, and that the card provider is not even called. */

const shop = await openShopForFile();
const buy = async (json: unknown, headers: Record<string, string> = {}, from = anyAddress()) => {
  const response = await shop.buy(shop.productId, { json, headers, from });
  return { http: response.status, wait: response.headers.get('Retry-After'), ...(await response.json()) };
};
const openings = async () => (await shop.openingCalls()).length;
const good = basket(shop.productId);

const lost = 'This page cannot start a payment. Please go back to the shop.';
const one = 'Please book exactly one property at a time.';
const choose = 'Please choose the property you want to book.';
const successRouter = 'Must be /checkout/success';
const cancelRouter = 'Must be /checkout/cancel';

test.each<[string, unknown, string, Record<string, string>]>([
  ['nothing', {}, one, { products: one, successRouter, cancelRouter }],
  ['no product', { ...good, products: [] }, one, { products: one }],
  ['two products', { ...good, products: [...good.products, ...good.products] }, one, { products: one }],
  ['a product without an id', { ...good, products: [{ quantity: 1 }] }, choose, { products: choose }],
  [
    'two of a product',
    { ...good, products: [{ productId: shop.productId, quantity: 2 }] },
    'A property can be booked exactly once.',
    { products: 'A property can be booked exactly once.' },
  ],
  ['another page after paying', { ...good, successRouter: 'https://evil.example/' }, lost, { successRouter }],
  ['another page after cancelling', { ...good, cancelRouter: '//evil.example' }, lost, { cancelRouter }],
])('a checkout with %s is rejected by its fields, and opens nothing', async (_, json, message, fields) => {
  const before = await openings();
  const rejected = await buy(json);
  expect(rejected).toMatchObject({ http: 400, code: 'invalid', message, fields });
  expect(Object.keys(rejected.fields)).toEqual(Object.keys(fields));
  expect(await openings()).toBe(before);
});

test.each([' ', 'a b', 'é', 'x'.repeat(256), 'a\tb'])(
  'the Idempotency-Key %j is rejected with a message',
  async (key) => {
    const before = await openings();
    expect(await buy(good, { 'Idempotency-Key': key })).toMatchObject({
      http: 400,
      message: 'The Idempotency-Key header is not valid.',
      fields: { 'Idempotency-Key': 'Must be 1 to 255 visible ASCII characters' },
    });
    expect(await openings()).toBe(before);
  },
);

test.each(['0', 'x'.repeat(255), "';--", '~!@'])('the Idempotency-Key %s opens a page', async (key) => {
  expect(await buy(good, { 'Idempotency-Key': key })).toMatchObject({ http: 200 });
});

test.each(['x', '018f0000-0000-7000-8000-000000000000', "' or 1=1", 'constructor'])(
  'the product %s cannot be booked',
  async (productId) => {
    expect(await buy({ ...good, products: [{ productId, quantity: 1 }] })).toMatchObject({
      http: 404,
      code: 'notFound',
      message: 'This property cannot be booked right now. Please choose another one in the shop.',
    });
  },
);

test('a key of another product is rejected with a message, and the first page stays as it is', async () => {
  const from = anyAddress();
  const key = { 'Idempotency-Key': 'of-the-first' };
  const first = await buy(good, key, from);
  const before = await openings();
  expect(await buy(basket(shop.monthlyId), key, from)).toMatchObject({
    http: 409,
    code: 'conflict',
    message: 'This Idempotency-Key was used for another property. Please use a new one.',
  });
  expect(await openings()).toBe(before);
  expect(await buy(good, key, from)).toMatchObject({ http: 200, checkoutUrl: first.checkoutUrl });
});

test('the twenty-first payment page of an hour says when to go on, and a page that is open is still found', async () => {
  const from = anyAddress();
  const key = { 'Idempotency-Key': 'opened-before' };
  const { sessionId } = await buy(good, key, from);
  for (let count = 1; count < 20; count += 1) expect((await buy(good, {}, from)).http).toBe(200);
  const limited = await buy(good, {}, from);
  expect(limited).toMatchObject({
    http: 429,
    code: 'tooMany',
    message: 'You have started many payments in a short time. Please try again later, or call us to book.',
  });
  expect(Number(limited.wait)).toBeLessThanOrEqual(3_600);
  expect(await buy(good, key, from)).toMatchObject({ http: 200, sessionId });
});

test('an unavailable product does not count for the limit', async () => {
  const from = anyAddress();
  const json = { ...good, products: [{ productId: '018f0000-0000-7000-8000-000000000000', quantity: 1 }] };
  for (let count = 0; count < 25; count += 1) expect((await buy(json, {}, from)).http).toBe(404);
  expect((await buy(good, {}, from)).http).toBe(200);
});

test('the 121st request for an unpaid checkout is limited with a message', async () => {
  const from = anyAddress();
  for (let count = 0; count < 120; count += 1) await shop.detail('cs_test_none', from);
  const limited = await shop.detail('cs_test_none', from);
  expect([limited.status, (await limited.json()).message]).toEqual([
    429,
    'Too many requests. Please try again in a few minutes.',
  ]);
  expect(Number(limited.headers.get('Retry-After'))).toBeLessThanOrEqual(600);
});

test('a payment page whose purchase was paid is never opened a second time under its key', async () => {
  const from = anyAddress();
  const key = { 'Idempotency-Key': 'paid-already' };
  const { sessionId } = await buy(good, key, from);
  await shop.step(sessionId, 'complete');
  expect((await shop.detail(sessionId, from)).status).toBe(200);
  const before = await openings();
  expect(await buy(good, key, from)).toMatchObject({ http: 200, sessionId });
  expect(await openings()).toBe(before);
  const paid = (await shop.purchases()).filter((row) => row.stripe_session_id === sessionId);
  expect(paid).toHaveLength(1);
});

test('a price that hosts change concurrently is that of the moment in which the page was opened', async () => {
  const from = anyAddress();
  const { db } = shop.platform;
  const setPrice = (price_cents: number) =>
    db.updateTable('products').set({ price_cents }).where('id', '=', shop.productId).execute();
  const { sessionId } = await buy(good, {}, from);
  await setPrice(99_900);
  try {
    await shop.step(sessionId, 'complete');
    expect(await (await shop.detail(sessionId, from)).json()).toMatchObject({ amount: 67_500 });
    const dearer = await buy(good, {}, from);
    const session = await shop.stripe.checkout.sessions.retrieve(dearer.sessionId);
    expect(session.amount_total).toBe(99_900);
  } finally {
    await setPrice(67_500);
  }
});
