import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMeta, createPinterest } from './pixels.ts';
import type { OutgoingEvent } from './tracker.ts';

const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response());
const page = 'https://stay.example/shop';
const items = [
  { id: 'p1', name: 'A week', quantity: 2, price: 12.5 },
  { id: 'p2', name: 'A club', quantity: 1, price: 3 },
];
const view: OutgoingEvent = { name: 'PageView', path: '/shop', page, referrer: '' };
const purchase: OutgoingEvent = {
  name: 'Purchase',
  orderId: 'order-1',
  value: 28,
  currency: 'USD',
  items,
  page,
  referrer: 'https://stay.example/',
};

/** The query of the last request. */
const lastQuery = () => Object.fromEntries(new URL(fetched.mock.lastCall?.[0] ?? '').searchParams);

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [createMeta('123'), 'https://www.facebook.com/tr/?'],
  [createPinterest('456'), 'https://ct.pinterest.com/v3/?'],
])('an event is one request that outlives its page and names only its origin', (tracker, url) => {
  tracker.send(view);
  expect(fetched.mock.calls).toEqual([
    [
      expect.stringContaining(url),
      { keepalive: true, referrerPolicy: 'origin', mode: 'no-cors', credentials: 'include' },
    ],
  ]);
  expect(fetched.mock.lastCall?.[0].startsWith(url)).toBe(true);
});

test('a view has no basket and no order', () => {
  createMeta('123').send(view);
  expect(lastQuery()).toEqual({
    id: '123',
    ev: 'PageView',
    dl: page,
    rl: '',
    if: 'false',
    ts: expect.stringMatching(/^\d{13}$/),
    noscript: '1',
  });
  createPinterest('456').send(view);
  expect(lastQuery()).toEqual({ tid: '456', event: 'pagevisit', 'ed[page_url]': page, noscript: '1' });
});

test('a purchase has its basket in major units, and its order as the id against doubles', () => {
  createMeta('123').send(purchase);
  expect(lastQuery()).toMatchObject({
    ev: 'Purchase',
    rl: 'https://stay.example/',
    'cd[value]': '28',
    'cd[currency]': 'USD',
    'cd[content_ids]': '["p1","p2"]',
    'cd[contents]': '[{"id":"p1","quantity":2,"item_price":12.5},{"id":"p2","quantity":1,"item_price":3}]',
    'cd[content_name]': 'A week, A club',
    'cd[num_items]': '2',
    'cd[order_id]': 'order-1',
    eid: 'order-1',
  });
  createPinterest('456').send(purchase);
  expect(lastQuery()).toMatchObject({
    event: 'checkout',
    'ed[value]': '28',
    'ed[currency]': 'USD',
    'ed[order_quantity]': '2',
    'ed[order_id]': 'order-1',
    'ed[line_items][0][product_id]': 'p1',
    'ed[line_items][0][product_name]': 'A week',
    'ed[line_items][0][product_quantity]': '2',
    'ed[line_items][0][product_price]': '12.5',
    'ed[line_items][1][product_id]': 'p2',
  });
});

test('only a purchase has an order', () => {
  const cart: OutgoingEvent = { name: 'AddToCart', value: 28, currency: 'USD', items, page, referrer: '' };
  createMeta('123').send(cart);
  expect(lastQuery()).not.toHaveProperty('eid');
  createPinterest('456').send(cart);
  expect(lastQuery()).toMatchObject({ event: 'addtocart' });
  expect(lastQuery()).not.toHaveProperty('ed[order_id]');
});

test('a service that cannot be reached fails nothing', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(() => createMeta('123').send(view)).not.toThrow();
  await new Promise(setImmediate);
});
