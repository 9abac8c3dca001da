import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browser.ts';
import { createAnalytics } from './analytics.ts';
import type { AnalyticsEvent } from './events.ts';
import { pendingPurchases } from './purchase-outbox.ts';

const origin = 'https://stay.example';
const vendors = {
  posthog: { key: 'phc_1', host: 'https://eu.i.posthog.com' },
  metaPixelId: null,
  gtmId: null,
  pinterestTagId: null,
};
const purchase = (orderId: string): AnalyticsEvent => ({
  name: 'Purchase',
  orderId,
  value: 12.5,
  currency: 'USD',
  items: [],
});

const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response());
let page: EventTarget;
let idle: () => void;

/** A loaded document, idle once the test calls `idle`. */
function openPage(path: string): void {
  page = new EventTarget();
  const callbacks: (() => void)[] = [];
  idle = () => {
    for (const act of callbacks.splice(0)) act();
  };
  vi.stubGlobal('location', { origin, href: origin + path });
  vi.stubGlobal('document', { referrer: '', readyState: 'complete' });
  vi.stubGlobal('window', {
    requestIdleCallback: (act: () => void) => callbacks.push(act),
    addEventListener: page.addEventListener.bind(page),
  });
}

const leave = (by: 'pagehide' | 'visibilitychange') => page.dispatchEvent(new Event(by));
const sentEvents = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)).event);

beforeEach(() => {
  vi.stubGlobal('localStorage', browserStorage());
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  openPage('/shop');
});
afterEach(() => vi.unstubAllGlobals());

for (const by of ['pagehide', 'visibilitychange'] as const) {
  test(`sends events once on ${by} before the page is idle`, async () => {
    const analytics = createAnalytics(vendors);
    analytics.record({ name: 'PageView', path: '/shop' });
    await analytics.start();
    analytics.record({ name: 'AddToCart', value: 1, currency: 'USD', items: [] });
    expect(sentEvents()).toEqual([]);
    leave(by);
    expect(sentEvents()).toEqual(['$pageview', 'AddToCart']);
    for (const [, init] of fetched.mock.calls) expect(init.keepalive).toBe(true);
    idle();
    leave('pagehide');
    expect(sentEvents()).toEqual(['$pageview', 'AddToCart']);
  });
}

test('a visit without referrer is reported as $direct', async () => {
  const analytics = createAnalytics(vendors);
  analytics.record({ name: 'PageView', path: '/shop' });
  await analytics.start();
  idle();
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(String(init?.body)).properties.$referrer).toBe('$direct');
});

test('sends nothing without consent, whether the page is idle or left', () => {
  const analytics = createAnalytics(vendors);
  analytics.record({ name: 'PageView', path: '/shop' });
  analytics.record(purchase('no-consent'));
  idle();
  leave('pagehide');
  expect(sentEvents()).toEqual([]);
});

test('a purchase without an order is sent once, under an id that reveals nothing of its URL', async () => {
  openPage('/checkout/success?sessionId=cs_live_abc');
  const digest = vi.spyOn(crypto.subtle, 'digest');
  const analytics = createAnalytics(vendors);
  await analytics.start();
  idle();
  for (const _ of ['first render', 'second render'])
    analytics.record({ name: 'Purchase', value: 0, currency: 'USD', items: [] });
  await Promise.all(digest.mock.results.map(({ value }) => value));
  await new Promise(setImmediate);
  digest.mockRestore();
  expect(sentEvents()).toEqual(['Purchase']);
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(String(init?.body)).properties).toMatchObject({
    value: 0,
    currency: 'USD',
    order_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(String(init?.body)).not.toContain('cs_live');
});

test('sends nothing after consent is withdrawn before the page is idle', async () => {
  const analytics = createAnalytics(vendors);
  analytics.record({ name: 'PageView', path: '/shop' });
  await analytics.start();
  analytics.stop();
  idle();
  leave('pagehide');
  expect(sentEvents()).toEqual([]);
});

test('a purchase not sent before its page was left is sent on the next page, once', async () => {
  openPage('/checkout/success?sessionId=cs_live_abc');
  const lost = createAnalytics(vendors);
  await lost.start();
  lost.record(purchase('late'));
  expect(JSON.stringify(pendingPurchases())).not.toContain('cs_live');

  for (const expected of [['$pageview', 'Purchase'], ['$pageview']]) {
    openPage('/');
    fetched.mockClear();
    const next = createAnalytics(vendors);
    next.record({ name: 'PageView', path: '/' });
    await next.start();
    idle();
    const events = fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)));
    expect(events.map(({ event }) => event)).toEqual(expected);
    if (expected.length > 1)
      expect(events[1].properties).toMatchObject({
        order_id: 'late',
        $current_url: `${origin}/checkout/success`,
      });
    expect(pendingPurchases()).toEqual([]);
  }
});

test('a purchase is stored only with consent, and deleted when it is withdrawn', async () => {
  const analytics = createAnalytics(vendors);
  analytics.record(purchase('no-consent'));
  expect(pendingPurchases()).toEqual([]);
  const starting = analytics.start();
  expect(pendingPurchases()).toHaveLength(1);
  analytics.stop();
  await starting;
  expect(pendingPurchases()).toEqual([]);
});

test('a purchase stays pending for a tracker that fails to load, and is sent to it by a later page, once', async () => {
  const both = { ...vendors, metaPixelId: '42' };
  const requested = () => fetched.mock.calls.map(([url]) => new URL(url).host);
  vi.doMock('./trackers/pixels.ts', () => {
    throw new Error('The chunk is gone');
  });
  const first = createAnalytics(both);
  await first.start();
  idle();
  first.record(purchase('half'));
  expect(requested()).toEqual(['eu.i.posthog.com']);
  expect(pendingPurchases()).toMatchObject([{ orderId: 'half' }]);

  vi.doUnmock('./trackers/pixels.ts');
  fetched.mockClear();
  openPage('/');
  const second = createAnalytics(both);
  await second.start();
  idle();
  expect(requested()).toEqual(['www.facebook.com']);
  expect(pendingPurchases()).toEqual([]);
});

test('a purchase stays pending while no tracker has received it', async () => {
  const analytics = createAnalytics({ ...vendors, posthog: null });
  await analytics.start();
  idle();
  analytics.record(purchase('unsent'));
  expect(pendingPurchases()).toMatchObject([{ orderId: 'unsent' }]);
});
