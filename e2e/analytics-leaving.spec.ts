import type { Page } from '@playwright/test';
import { open } from './goto.ts';
import { expect, hasAnswered, settle, test } from './tracked-site.ts';

test.describe.configure({ timeout: 60_000 });

/** A page that never comes to rest. */
const restless = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

/** The browser has loaded what tells the services. */
const canTell = (page: Page) =>
  page.waitForFunction(() =>
    ['posthog', 'meta', 'pinterest', 'tag-manager'].every((file) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${file}-`)),
    ),
  );

/** Writes down what the page sends to others as it goes, of which a test hears nothing any more, and lets none of it out. */
const keepWhatIsSent = (page: Page) =>
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

const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('sent '))
      .map(([key, value]) => `${key}: ${value}`)
      .sort(),
  );

for (const answer of ['accepted', 'declined', 'none'] as const) {
  test(`who leaves before the page is at rest is counted, and told of only after a yes (${answer})`, async ({
    page,
  }) => {
    await restless(page);
    await keepWhatIsSent(page);
    if (answer !== 'none') await hasAnswered(page, answer);
    await open(page, '/hosts');
    if (answer === 'accepted') await canTell(page);
    expect(await kept(page)).toEqual([]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
    await expect.poll(() => kept(page)).toEqual(['sent /api/visits: 1']);
    await page.goto('/robots.txt');
    const services = [
      'sent ct.pinterest.com pagevisit: outlives the page',
      'sent eu.i.posthog.com $pageview: outlives the page',
      'sent www.facebook.com PageView: outlives the page',
    ];
    expect(await kept(page)).toEqual(['sent /api/visits: 2', ...(answer === 'accepted' ? services : [])]);
  });
}

test('a purchase whose page dies before anybody is told is told on the next one, to each service once', async ({
  page,
  context,
  sent,
}) => {
  await context.route('**/api/products/purchase-detail?**', (route) =>
    route.fulfill({
      json: {
        ...{ product: { id: '1', name: 'A week', description: 'Seven nights', images: [] } },
        ...{ type: 'payment', orderId: 'order-left-early', amount: 159_300, currency: 'usd' },
      },
    }),
  );
  await restless(page);
  await page.addInitScript(() => {
    for (const leaving of ['pagehide', 'visibilitychange'])
      addEventListener(leaving, (event) => event.stopImmediatePropagation());
  });
  await hasAnswered(page, 'accepted');
  await open(page, '/shop');
  await page.evaluate(() => {
    history.pushState({ idx: 1, key: 'journey' }, '', '/checkout/success?sessionId=cs_test_left');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  const due = () => page.evaluate(() => localStorage.getItem('measured-due'));
  await expect.poll(due).toContain('order-left-early');
  expect(await due()).not.toContain('cs_test');
  await page.close();
  expect(sent).toEqual([]);

  const next = await context.newPage();
  for (const path of ['/hosts', '/blog']) {
    await open(next, path);
    await settle(next);
  }
  const of = (service: string) => sent.filter((one) => one.service === service);
  const asked = (service: string, name: string) =>
    of(service).map(({ url }) => new URL(url).searchParams.get(name));
  expect(asked('meta', 'ev').filter((event) => event === 'Purchase')).toHaveLength(1);
  expect(asked('pinterest', 'event').filter((event) => event === 'checkout')).toHaveLength(1);
  const captured = of('posthog').map(({ body }) => JSON.parse(body));
  expect(captured.filter(({ event }) => event === 'Purchase')).toMatchObject([
    { properties: { order_id: 'order-left-early', value: 1593, currency: 'USD' } },
  ]);
  const entries = of('gtm tags').map(({ body }) => JSON.parse(body).entry);
  expect(entries.filter(({ event }) => event === 'purchase')).toMatchObject([
    { ecommerce: { transaction_id: 'order-left-early', value: 1593 } },
  ]);
  expect(await next.evaluate(() => localStorage.getItem('measured-due'))).toBeNull();
});
