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

const kept = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

const purchase = (orderId: string): SentPurchase => ({
  ...{ name: 'Purchase', orderId, value: 1593, currency: 'USD', items: [] },
  ...{ page: 'https://stay.example/checkout/success', referrer: '' },
});

test('each service is told of an order once, also after the page is loaded anew', () => {
  expect(markSent('order-1', 'meta')).toBe(true);
  expect(markSent('order-1', 'meta')).toBe(false);
  expect(wasSent('order-1', 'meta')).toBe(true);
  expect(wasSent('order-1', 'gtm')).toBe(false);
  localStorage.setItem('measured-orders', JSON.stringify(['order-2 meta']));
  expect(markSent('order-2', 'meta')).toBe(false);
  expect(markSent('order-2', 'gtm')).toBe(true);
  expect(kept('measured-orders')).toEqual(['order-2 meta', 'order-2 gtm']);
});

test('the list of told orders stays short, and one that was spoilt begins anew', () => {
  for (let at = 0; at < 110; at += 1) expect(markSent(`many-${at}`, 'meta')).toBe(true);
  expect(kept('measured-orders')).toHaveLength(100);
  localStorage.setItem('measured-orders', '{"length":3}');
  expect(markSent('after', 'meta')).toBe(true);
  expect(kept('measured-orders')).toEqual(['after meta']);
});

test('without storage an order is told once a page, and none is due on the next', () => {
  vi.stubGlobal('localStorage', refusingStorage);
  expect(markSent('unkept', 'meta')).toBe(true);
  expect(markSent('unkept', 'meta')).toBe(false);
  enqueue(purchase('unkept'));
  expect(pendingPurchases()).toEqual([]);
  dequeue();
});

test('a purchase is due once, until it is forgotten, and only the last ten are', () => {
  for (let at = 0; at < 12; at += 1) enqueue(purchase(`due-${at}`));
  enqueue(purchase('due-11'));
  expect(pendingPurchases()).toHaveLength(10);
  dequeue('due-11');
  expect(pendingPurchases().at(-1)).toEqual(purchase('due-10'));
  dequeue();
  expect(localStorage.getItem('measured-due')).toBeNull();
});

test('what is no purchase is not due', () => {
  for (const spoilt of ['', '1', '{}', '[null,1,"x",{"name":"PageView"},{"name":"Purchase"}]']) {
    localStorage.setItem('measured-due', spoilt);
    expect(pendingPurchases()).toEqual([]);
  }
});

test('the name made for an order is always the same, and holds nothing of its address', async () => {
  const address = 'https://stay.example/checkout/success?sessionId=cs_live_abc';
  const name = await orderIdFromUrl(address);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(await orderIdFromUrl(address)).toBe(name);
  expect(await orderIdFromUrl(`${address}d`)).not.toBe(name);
});
