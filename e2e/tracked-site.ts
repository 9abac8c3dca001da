import type { BrowserContext, Page } from '@playwright/test';
import { startTimeoutMs, withSecondSite } from './second-site.ts';
import { test as base, expect } from './site.ts';

export const ids = {
  POSTHOG_KEY: 'phc_standIn1234567890',
  POSTHOG_HOST: 'https://eu.i.posthog.com',
  META_PIXEL_ID: '123456789012345',
  GTM_ID: 'GTM-ABC1234',
  PINTEREST_TAG_ID: '2612345678901',
};

/** A request that left the browser for another host. */
export interface Sent {
  service: 'posthog' | 'meta' | 'gtm' | 'gtm tags' | 'pinterest' | 'unknown';
  url: string;
  body: string;
  /** The `Referer` and all other headers of the request. */
  headers: Record<string, string>;
}

const services: Record<string, Sent['service']> = {
  'eu.i.posthog.com': 'posthog',
  'www.facebook.com': 'meta',
  'www.googletagmanager.com': 'gtm',
  'www.google-analytics.com': 'gtm tags',
  'ct.pinterest.com': 'pinterest',
};

/** A container whose tags report the data layer and what they can reach of the page. */
const container = `(() => {
  const read = (act) => { try { return String(act()); } catch { return 'denied'; } };
  const report = (entry) => fetch('https://www.google-analytics.com/g/collect', {
    method: 'POST', mode: 'no-cors', body: JSON.stringify({
      entry, place: location.href, referrer: document.referrer,
      cookie: read(() => document.cookie), storage: read(() => localStorage.length),
      around: read(() => parent.document.title), above: read(() => parent.location.href),
    }),
  });
  dataLayer.forEach(report);
  const push = dataLayer.push;
  dataLayer.push = (entry) => { report(entry); return push.call(dataLayer, entry); };
})()`;

type Vendors = 'respond' | 'hang' | 'abort';

/** Mocks the four services at their real URLs and records the requests. */
async function mockVendors(context: BrowserContext, vendors: Vendors): Promise<Sent[]> {
  const sent: Sent[] = [];
  const isOutside = ({ protocol, hostname }: URL) =>
    /^https?:$/.test(protocol) && hostname !== 'localhost' && hostname !== 'www.google.com';
  await context.route(isOutside, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const service = services[url.hostname] ?? 'unknown';
    sent.push({
      service,
      url: request.url(),
      body: request.postData() ?? '',
      headers: await request.allHeaders(),
    });
    if (vendors === 'hang') return;
    if (vendors === 'abort') return route.abort();
    if (service === 'gtm') return route.fulfill({ contentType: 'text/javascript', body: container });
    return route.fulfill({ status: 200, contentType: 'text/plain', body: '' });
  });
  return sent;
}

interface Outside {
  /** How the services behave. */
  vendors: Vendors;
  /** Requests to other hosts, in order. */
  sent: Sent[];
}

/** Runs a second process of the site, on the same database, with all four services configured. */
export const test = base.extend<Outside, { trackedUrl: string }>({
  trackedUrl: [
    ({ browserName: _ }, use) => withSecondSite(5, ids, use),
    { scope: 'worker', timeout: startTimeoutMs },
  ],
  baseURL: async ({ trackedUrl }, use) => use(trackedUrl),
  vendors: ['respond', { option: true }],
  sent: [async ({ context, vendors }, use) => use(await mockVendors(context, vendors)), { auto: true }],
});

export { expect };

export const notice = (page: Page) => page.getByRole('region', { name: /^May we tell|says no for you$/ });

export const accept = (page: Page) => notice(page).getByRole('button', { name: 'Accept' }).click();

/** Stores a consent choice before the page loads. */
export const storeConsent = (page: Page, choice: 'accepted' | 'declined', daysAgo = 0): Promise<unknown> =>
  page.addInitScript(
    (stored) => {
      // The tags' frame has no storage.
      if (window === top) localStorage.setItem('privacy-choice', stored);
    },
    JSON.stringify({ choice, at: Date.now() - daysAgo * 86_400_000 }),
  );

/** Waits until the page is idle and has sent its events. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 3_000 })),
  );
}
