import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage, refusingStorage } from '../../../test/browser.ts';
import {
  dequeue,
  enqueue,
  markSent,
  orderIdFromUrl,
  pendingPurchases,
  type SentPurchase,
  wasSent,
} from './purchase-outbox.ts';

beforeEach(() => vi.stubGlobal('localStorage', browserStorage()));
afterEach(() => vi.unstubAllGlobals());

const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

const purchase = (orderId: string): SentPurchase => ({
  name: 'Purchase',
  orderId,
  value: 1593,
  currency: 'USD',
  items: [],
  page: 'https://stay.example/checkout/success',
  referrer: '',
});

test('markSent is true once per order and service, also after a reload', () => {
  expect(markSent('order-1', 'meta')).toBe(true);
  expect(markSent('order-1', 'meta')).toBe(false);
  expect(wasSent('order-1', 'meta')).toBe(true);
  expect(wasSent('order-1', 'gtm')).toBe(false);
  localStorage.setItem('measured-orders', JSON.stringify(['order-2 meta']));
  expect(markSent('order-2', 'meta')).toBe(false);
  expect(markSent('order-2', 'gtm')).toBe(true);
  expect(stored('measured-orders')).toEqual(['order-2 meta', 'order-2 gtm']);
});

test('markSent stores at most 100 orders and replaces malformed storage', () => {
  for (let index = 0; index < 110; index += 1) expect(markSent(`many-${index}`, 'meta')).toBe(true);
  expect(stored('measured-orders')).toHaveLength(100);
  localStorage.setItem('measured-orders', '{"length":3}');
  expect(markSent('after', 'meta')).toBe(true);
  expect(stored('measured-orders')).toEqual(['after meta']);
});

test('without storage an order is sent once a page and none is pending on the next', () => {
  vi.stubGlobal('localStorage', refusingStorage);
  expect(markSent('unstored', 'meta')).toBe(true);
  expect(markSent('unstored', 'meta')).toBe(false);
  enqueue(purchase('unstored'));
  expect(pendingPurchases()).toEqual([]);
  dequeue();
});

test('a purchase is pending once until dequeued, the last ten at most', () => {
  for (let index = 0; index < 12; index += 1) enqueue(purchase(`due-${index}`));
  enqueue(purchase('due-11'));
  expect(pendingPurchases()).toHaveLength(10);
  dequeue('due-11');
  expect(pendingPurchases().at(-1)).toEqual(purchase('due-10'));
  dequeue();
  expect(localStorage.getItem('measured-due')).toBeNull();
});

test('pendingPurchases ignores malformed storage', () => {
  for (const malformed of ['', '1', '{}', '[null,1,"x",{"name":"PageView"},{"name":"Purchase"}]']) {
    localStorage.setItem('measured-due', malformed);
    expect(pendingPurchases()).toEqual([]);
  }
});

test('orderIdFromUrl is stable and reveals nothing of the URL', async () => {
  const url = 'https://stay.example/checkout/success?sessionId=cs_live_abc';
  const id = await orderIdFromUrl(url);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await orderIdFromUrl(url)).toBe(id);
  expect(await orderIdFromUrl(`${url}d`)).not.toBe(id);
});
