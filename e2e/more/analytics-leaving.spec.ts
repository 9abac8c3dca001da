import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { expect, settle, storeConsent, test } from '../tracked-site.ts';

/** Makes a page that is never idle. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

/** Waits until the trackers have loaded and run. */
async function trackersLoaded(page: Page): Promise<void> {
  const loaded = await page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const modules = ['posthog', 'pixels', 'tag-manager'].map((file) =>
      names.find((name) => name.includes(`/${file}-`)),
    );
    return modules.every(Boolean) && modules;
  });
  await loaded.evaluate((modules) => Promise.all((modules as string[]).map((name) => import(name))));
}

/** Records what the page sends while unloading, which a test cannot observe, and sends none of it. */
const recordSent = (page: Page) =>
  page.addInitScript(() => {
    if (window !== top) return;
    navigator.sendBeacon = (to) => {
      const views = Number(localStorage.getItem(`sent ${to}`) ?? 0);
      localStorage.setItem(`sent ${to}`, String(views + 1));
      return true;
    };
    const { fetch } = window;
    window.fetch = (to, init) => {
      const { hostname, searchParams } = new URL(String(to), location.href);
      if (hostname === location.hostname) return fetch(to, init);
      const event =
        searchParams.get('ev') ?? searchParams.get('event') ?? JSON.parse(String(init?.body)).event;
      const outlives = init?.keepalive ? 'outlives the page' : 'dies with it';
      localStorage.setItem(`sent ${hostname} ${event}`, outlives);
      return Promise.resolve(new Response());
    };
  });

const recorded = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('sent '))
      .map(([key, value]) => `${key}: ${value}`)
      .sort(),
  );

for (const choice of ['accepted', 'declined', 'none'] as const) {
  test(`a page left before it is idle is counted, and sent to services only with consent (${choice})`, async ({
    page,
  }) => {
    await neverIdle(page);
    await recordSent(page);
    if (choice !== 'none') await storeConsent(page, choice);
    await open(page, '/hosts');
    if (choice === 'accepted') await trackersLoaded(page);
    expect(await recorded(page)).toEqual([]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
    await expect.poll(() => recorded(page)).toEqual(['sent /api/visits: 1']);
    await page.goto('/robots.txt');
    const services = [
      'sent ct.pinterest.com pagevisit: outlives the page',
      'sent eu.i.posthog.com $pageview: outlives the page',
      'sent www.facebook.com PageView: outlives the page',
    ];
    await expect
      .poll(() => recorded(page))
      .toEqual(['sent /api/visits: 2', ...(choice === 'accepted' ? services : [])]);
  });
}

test('a purchase not sent before its page is closed is sent on the next page, once to each service', async ({
  page,
  context,
  sent,
}) => {
  await context.route('**/api/products/purchase-detail?**', (route) =>
    route.fulfill({
      json: {
        product: { id: '1', name: 'A week', description: 'Seven nights', images: [] },
        type: 'payment',
        orderId: 'order-left-early',
        amount: 159_300,
        currency: 'usd',
      },
    }),
  );
  await neverIdle(page);
  await page.addInitScript(() => {
    for (const leaving of ['pagehide', 'visibilitychange'])
      addEventListener(leaving, (event) => event.stopImmediatePropagation());
  });
  await storeConsent(page, 'accepted');
  await open(page, '/shop');
  await page.evaluate(() => {
    history.pushState({ idx: 1, key: 'journey' }, '', '/checkout/success?sessionId=cs_test_left');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  const pending = () => page.evaluate(() => localStorage.getItem('measured-due'));
  await expect.poll(pending).toContain('order-left-early');
  expect(await pending()).not.toContain('cs_test');
  await page.close();
  expect(sent).toEqual([]);

  const sentTo = (service: string) => sent.filter((one) => one.service === service);
  const parameters = (service: string, name: string) =>
    sentTo(service).map(({ url }) => new URL(url).searchParams.get(name));
  const events = () => ({
    meta: parameters('meta', 'ev'),
    pinterest: parameters('pinterest', 'event'),
    posthog: sentTo('posthog').map(({ body }) => JSON.parse(body).event),
    gtm: sentTo('gtm tags').map(({ body }) => JSON.parse(body).entry.event),
  });
  const views = { meta: 'PageView', pinterest: 'pagevisit', posthog: '$pageview', gtm: 'page_view' };
  const viewCounts = () =>
    Object.entries(events()).map(
      ([service, names]) => names.filter((name) => name === views[service as keyof typeof views]).length,
    );
  const next = await context.newPage();
  for (const [index, path] of ['/hosts', '/blog'].entries()) {
    await open(next, path);
    await settle(next);
    await expect.poll(viewCounts).toEqual(Array(4).fill(index + 1));
  }
  expect(parameters('meta', 'ev').filter((event) => event === 'Purchase')).toHaveLength(1);
  expect(parameters('pinterest', 'event').filter((event) => event === 'checkout')).toHaveLength(1);
  const captured = sentTo('posthog').map(({ body }) => JSON.parse(body));
  expect(captured.filter(({ event }) => event === 'Purchase')).toMatchObject([
    { properties: { order_id: 'order-left-early', value: 1593, currency: 'USD' } },
  ]);
  const entries = sentTo('gtm tags').map(({ body }) => JSON.parse(body).entry);
  expect(entries.filter(({ event }) => event === 'purchase')).toMatchObject([
    { ecommerce: { transaction_id: 'order-left-early', value: 1593 } },
  ]);
  expect(await next.evaluate(() => localStorage.getItem('measured-due'))).toBeNull();
});
