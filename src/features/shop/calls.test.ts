import { expect, test } from 'vitest';
import { checkouts, products } from './calls.ts';

type Fetch = typeof fetch;

const responding =
  (status: number, body: string | null = null): Fetch =>
  async () =>
    new Response(body, { status });
const sending =
  (body: unknown): Fetch =>
  async () =>
    Response.json(body);

const open = (fetch: Fetch) =>
  checkouts.open({
    json: {
      products: [{ productId: 'p1', quantity: 1 }],
      successRouter: '/checkout/success',
      cancelRouter: '/checkout/cancel',
    },
    fetch,
  });

test('products with only the specified fields have no images', async () => {
  const product = {
    id: 'p1',
    name: 'A week',
    description: 'Seven nights',
    images: [],
    price: 70_000,
    currency: 'usd',
    billingType: 'one_time',
  };
  const monthly = { ...product, id: 'p2', billingType: 'recurring', billingPeriod: 'month' };
  expect(await products.list({ fetch: sending([product, monthly]) })).toEqual([
    { ...product, pictures: [] },
    { ...monthly, pictures: [] },
  ]);
});

test('a purchase with only product, type and expiresAt is in dollars, without images', async () => {
  const product = { id: 'p1', name: 'A club', description: 'All year', images: [] };
  const purchase = { product, type: 'subscription', expiresAt: '2027-02-03T12:00:00Z' };
  expect(await products.purchase({ query: { sessionId: 'cs_1' }, fetch: sending(purchase) })).toEqual({
    ...purchase,
    currency: 'usd',
    product: { ...product, pictures: [] },
  });
});

test('a checkout is its checkoutUrl; a success without one is a failed payment', async () => {
  const url = 'https://pay.example/1';
  expect(await open(sending({ checkoutUrl: url }))).toEqual({ checkoutUrl: url });
  for (const body of [{}, null, [], { checkoutUrl: 3 }])
    await expect(open(sending(body))).rejects.toThrow('Payment failed');
});

test('a rejected checkout has the message of the server', async () => {
  await expect(open(responding(400, '{"message":"Sold out."}'))).rejects.toThrow('Sold out.');
});

test.each([
  ['Payment failed', open],
  ['Failed to fetch products', (fetch: Fetch) => products.list({ fetch })],
  [
    'Failed to fetch purchase details',
    (fetch: Fetch) => products.purchase({ query: { sessionId: 'cs_1' }, fetch }),
  ],
])('"%s" is the message for an error response without one', async (message, call) => {
  for (const body of [null, '', 'null', '{}', '<html>'])
    await expect(call(responding(500, body))).rejects.toThrow(message);
});
