import { expect, test } from 'vitest';
import { anyAddress, openShopForFile } from '../../../../test/shop.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { Product, PurchaseDetail } from '../contract.server.ts';

const shop = await openShopForFile();

const read = async (response: Response) => (await response.json()) as PurchaseDetail;

test('GET products lists what can be booked, with the facts of each property', async () => {
  const response = await shop.request('GET', '/api/products');
  const products = (await response.json()) as Product[];
  expect(products).toHaveLength(3);
  expect(products[0]).toMatchObject({
    id: shop.productId,
    price: 67_500,
    currency: 'usd',
    billingType: 'one_time',
    billingPeriod: null,
    guests: 6,
    beds: 2,
    baths: 2,
  });
  expect(products[0]?.pictures).toHaveLength(products[0]?.images.length ?? 0);
  expect(products.find(({ id }) => id === shop.monthlyId)).toMatchObject({
    billingType: 'recurring',
    billingPeriod: 'month',
  });
});

test('a product without a property is listed without facts', async () => {
  await shop.platform.db
    .updateTable('products')
    .set({ property_id: null })
    .where('id', '=', shop.monthlyId)
    .execute();
  const factsOfMonth = async () => {
    const response = await shop.request('GET', '/api/products');
    const product = ((await response.json()) as Product[]).find(({ id }) => id === shop.monthlyId);
    return product && ['guests', 'beds', 'baths'].filter((fact) => fact in product);
  };
  await expect.poll(factsOfMonth).toEqual([]);
});

test('purchase detail is complete before any event has come, and holds nothing personal', async () => {
  const sessionId = await shop.pay(shop.productId, { email: 'Ann.Example@Example.com', name: 'Ann Example' });
  const response = await shop.detail(sessionId, anyAddress());
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
  const body = await response.text();
  const [checkout] = (await shop.checkouts()).filter((row) => row.stripe_session_id === sessionId);
  expect(JSON.parse(body)).toMatchObject({
    product: { id: shop.productId, name: expect.any(String), images: expect.any(Array) },
    type: 'payment',
    orderId: checkout?.id,
    amount: 67_500,
    currency: 'usd',
  });
  expect(JSON.parse(body)).not.toHaveProperty('expiresAt');
  expect(body).not.toMatch(/ann|example\.com|pi_|cs_test/i);
  expect(await shop.purchases()).toMatchObject([
    { email: 'ann.example@example.com', customer_name: 'Ann Example' },
  ]);
});

test("buyer and hosts each get an itemised mail with links to this site only and no markup of the buyer's", async () => {
  const name = '<img src=x onerror=alert(1)> "Bob"';
  const sessionId = await shop.pay(shop.productId, { email: 'bob@example.com', name });
  await shop.request('GET', `/api/products/purchase-detail?sessionId=${sessionId}`, {
    headers: { 'X-Forwarded-Host': 'evil.example' },
    from: anyAddress(),
  });
  const [receipt, notice] = (await shop.queuedMail()).slice(-2);
  expect(receipt).toMatchObject({ to: { address: 'bob@example.com' } });
  expect(notice).toMatchObject({
    to: { address: 'hosts@pcbbeachrentals.example' },
    replyTo: { address: 'bob@example.com' },
  });
  for (const mail of [receipt, notice]) {
    expect(mail?.text).toContain('1 × $675.00');
    expect(mail?.text).toContain('Total paid: $675.00 (USD)');
    expect(mail?.html).toContain('$675.00');
    expect(mail?.html).not.toContain('<img src=x');
    expect(mail?.html).toContain('&lt;img');
    const links = `${mail?.text} ${mail?.html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
    expect(links.every((link) => new URL(link).origin === 'http://localhost:9')).toBe(true);
  }
});

test('the receipt of a subscription says how it renews', async () => {
  const sessionId = await shop.pay(shop.monthlyId, { email: 'carol@example.com' });
  const detail = await read(await shop.detail(sessionId, anyAddress()));
  expect(detail.type).toBe('subscription');
  expect(new Date(detail.expiresAt ?? 0).getTime()).toBeGreaterThan(Date.now());
  const receipt = (await shop.queuedMail()).find(({ to }) => to.address === 'carol@example.com');
  expect(receipt?.text).toContain('Renews: every month, until cancelled');
  expect(receipt?.text).toContain('Paid until: ');
});

test('a missing session id gets the specified message', async () => {
  for (const path of ['', '?sessionId=', '?sessionId=a&sessionId=b']) {
    const response = await shop.request('GET', `/api/products/purchase-detail${path}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as ErrorBody).message).toBe('No session ID found');
  }
});

test('unpaid, expired, unknown, foreign and refunded sessions get one response', async () => {
  const unpaid = await shop.open();
  const expired = await shop.open();
  await shop.step(expired, 'expire');
  const promised = await shop.open();
  await shop.step(promised, 'complete', { unpaid: true });
  const foreign = await shop.payAnotherShop();
  const refunded = await shop.pay();
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(refunded);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent) });
  const ids = [unpaid, expired, promised, foreign, refunded];
  for (const id of [
    ...ids,
    'cs_test_unknown',
    'x',
    '\0',
    "' or 1=1",
    'x'.repeat(5000),
    '{CHECKOUT_SESSION_ID}',
  ]) {
    const response = await shop.detail(id, anyAddress());
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      message: 'Failed to fetch purchase details',
      error: 'Failed to fetch purchase details',
      code: 'notFound',
    });
  }
});

test('an id of another form never reaches the provider', async () => {
  await shop.faults({ apiStatus: 500 });
  expect((await shop.detail('cs_test_guessed', anyAddress())).status).toBe(404);
  await shop.faults({ apiStatus: null });
});

test('guessing ids ends at the limit, while paid purchases stay readable', async () => {
  const from = '203.0.113.99';
  const sessionId = await shop.pay();
  expect((await shop.detail(sessionId, from)).status).toBe(200);
  const statuses = new Map<number, number>();
  for (let guess = 0; guess < 130; guess += 1) {
    const { status } = await shop.detail(`cs_test_guess${guess}`, from);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 119, 429: 11 });
  const rejected = await shop.detail('cs_test_guess', from);
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await shop.detail(sessionId, from)).status).toBe(200);
});
