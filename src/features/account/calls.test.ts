import { expect, test } from 'vitest';
import { purchasedProducts } from './calls.ts';

test('purchasedProducts fails with its own message for an error response without one', async () => {
  for (const body of [null, '', 'null', '{}', '<html>']) {
    const purchases = purchasedProducts.list({ fetch: async () => new Response(body, { status: 500 }) });
    await expect(purchases).rejects.toThrow('Failed to fetch purchase history');
  }
});

test('purchases with only the specified fields are read as they are', async () => {
  const purchase = {
    productId: 'p1',
    name: 'A week',
    price: 70_000,
    currency: 'usd',
    purchaseDate: '2026-02-03T12:00:00Z',
    status: 'active',
  };
  const fetch = async () => Response.json([purchase]);
  expect(await purchasedProducts.list({ fetch })).toEqual([purchase]);
});
