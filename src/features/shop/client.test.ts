import { expect, test } from 'vitest';
import { shopClient } from './client.ts';

test('purchasedProducts fails with its own message for an error response without one', async () => {
  for (const body of [null, '', 'null', '{}', '<html>']) {
    const client = shopClient(async () => new Response(body, { status: 500 }));
    await expect(client.purchasedProducts()).rejects.toThrow('Failed to fetch purchase history');
  }
});
