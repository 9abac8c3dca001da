import { expect, test } from 'vitest';
import { purchasedProducts } from './calls.ts';

test('purchasedProducts fails with its own message for an error response without one', async () => {
  for (const body of [null, '', 'null', '{}', '<html>']) {
    const purchases = purchasedProducts.list({ fetch: async () => new Response(body, { status: 500 }) });
    await expect(purchases).rejects.toThrow('Failed to fetch purchase history');
  }
});
