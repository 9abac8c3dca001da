import { expect, test } from 'vitest';
import type { Product } from '../contract.server.ts';
import { cartEvent, purchaseEvent } from './purchase.ts';

const product = { id: 'p1', name: 'A week', description: 'Seven nights', images: [], pictures: [] };

test('purchaseEvent has the amount in major units', () => {
  expect(purchaseEvent({ product, orderId: 'o1', amount: 159_350, currency: 'usd' })).toEqual({
    name: 'Purchase',
    orderId: 'o1',
    value: 1593.5,
    currency: 'USD',
    items: [{ id: 'p1', name: 'A week', quantity: 1, price: 1593.5 }],
  });
});

test('purchaseEvent without an amount has the specified value 0 in USD', () => {
  expect(purchaseEvent({ product })).toEqual({
    name: 'Purchase',
    orderId: undefined,
    value: 0,
    currency: 'USD',
    items: [{ id: 'p1', name: 'A week', quantity: 1, price: 0 }],
  });
});

test('cartEvent has the price of the shop', () => {
  const listed = { ...product, price: 12_345, currency: 'eur' } as unknown as Product;
  expect(cartEvent(listed)).toEqual({
    value: 123.45,
    currency: 'EUR',
    items: [{ id: 'p1', name: 'A week', quantity: 1, price: 123.45 }],
  });
});
