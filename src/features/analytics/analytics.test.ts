import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browser.ts';
import { createAnalytics } from './analytics.ts';
import type { AnalyticsEvent } from './events.ts';
import { pendingPurchases } from './purchase-outbox.ts';

const origin = 'https://stay.example';
const vendors = {
  ...{ posthog: { key: 'phc_1', host: 'https://eu.i.posthog.com' }, metaPixelId: null },
  ...{ gtmId: null, pinterestTagId: null },
};
const purchase = (orderId: string): AnalyticsEvent => ({
  ...{ name: 'Purchase', orderId, value: 12.5, currency: 'USD', items: [] },
});

const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response());
let page: EventTarget;
let rest: () => void;

/** A document that has loaded and comes to rest when the test says so. */
function openPage(path: string): void {
  page = new EventTarget();
  const idle: (() => void)[] = [];
  rest = () => {
    for (const act of idle.splice(0)) act();
  };
  vi.stubGlobal('location', { origin, href: origin + path });
  vi.stubGlobal('document', { referrer: '', readyState: 'complete' });
  vi.stubGlobal('window', {
    requestIdleCallback: (act: () => void) => idle.push(act),
    addEventListener: page.addEventListener.bind(page),
  });
}

const leave = (by: 'pagehide' | 'visibilitychange') => page.dispatchEvent(new Event(by));
const told = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)).event);

beforeEach(() => {
  vi.stubGlobal('localStorage', browserStorage());
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  openPage('/shop');
});
afterEach(() => vi.unstubAllGlobals());

for (const by of ['pagehide', 'visibilitychange'] as const) {
  test(`who leaves before the page is at rest is told of as it goes (${by}), once`, async () => {
    const analytics = createAnalytics(vendors);
    analytics.hear({ name: 'PageView', path: '/shop' });
    await analytics.begin();
    analytics.hear({ name: 'AddToCart', value: 1, currency: 'USD', items: [] });
    expect(told()).toEqual([]);
    leave(by);
    expect(told()).toEqual(['$pageview', 'AddToCart']);
    for (const [, init] of fetched.mock.calls) expect(init.keepalive).toBe(true);
    rest();
    leave('pagehide');
    expect(told()).toEqual(['$pageview', 'AddToCart']);
  });
}

test('who comes by typing the address comes from nowhere, not from our home page', async () => {
  const analytics = createAnalytics(vendors);
  analytics.hear({ name: 'PageView', path: '/shop' });
  await analytics.begin();
  rest();
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(String(init?.body)).properties.$referrer).toBe('$direct');
});

test('who takes the yes back before the page is at rest is told of to nobody', async () => {
  const analytics = createAnalytics(vendors);
  analytics.hear({ name: 'PageView', path: '/shop' });
  await analytics.begin();
  analytics.end();
  rest();
  leave('pagehide');
  expect(told()).toEqual([]);
});

test('a purchase whose page went before anybody was told is told on the next one, once', async () => {
  openPage('/checkout/success?sessionId=cs_live_abc');
  const lost = createAnalytics(vendors);
  await lost.begin();
  lost.hear(purchase('late'));
  expect(JSON.stringify(pendingPurchases())).not.toContain('cs_live');

  for (const told of [['$pageview', 'Purchase'], ['$pageview']]) {
    openPage('/');
    fetched.mockClear();
    const next = createAnalytics(vendors);
    next.hear({ name: 'PageView', path: '/' });
    await next.begin();
    rest();
    const events = fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)));
    expect(events.map(({ event }) => event)).toEqual(told);
    if (told.length > 1)
      expect(events[1].properties).toMatchObject({
        ...{ order_id: 'late', $current_url: `${origin}/checkout/success` },
      });
    expect(pendingPurchases()).toEqual([]);
  }
});

test('a purchase is kept only for a visitor who has agreed, and no longer than the yes', async () => {
  const analytics = createAnalytics(vendors);
  analytics.hear(purchase('unasked'));
  expect(pendingPurchases()).toEqual([]);
  const begun = analytics.begin();
  expect(pendingPurchases()).toHaveLength(1);
  analytics.end();
  await begun;
  expect(pendingPurchases()).toEqual([]);
});

test('a purchase that no service could be told of stays due', async () => {
  const analytics = createAnalytics({ ...vendors, posthog: null });
  await analytics.begin();
  rest();
  analytics.hear(purchase('unheard'));
  expect(pendingPurchases()).toMatchObject([{ orderId: 'unheard' }]);
});
