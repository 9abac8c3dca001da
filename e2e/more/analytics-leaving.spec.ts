import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { expect, storeConsent, test } from '../tracked-site.ts';

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

test('a page left before it is idle is counted, and sent to the services with consent', async ({ page }) => {
  await neverIdle(page);
  await recordSent(page);
  await storeConsent(page, 'accepted');
  await open(page, '/hosts');
  await trackersLoaded(page);
  expect(await recorded(page)).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
  await expect.poll(() => recorded(page)).toEqual(['sent /api/visits: 1']);
  await page.goto('/robots.txt');
  await expect
    .poll(() => recorded(page))
    .toEqual([
      'sent /api/visits: 2',
      'sent ct.pinterest.com pagevisit: outlives the page',
      'sent eu.i.posthog.com $pageview: outlives the page',
      'sent www.facebook.com PageView: outlives the page',
    ]);
});
