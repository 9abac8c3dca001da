import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { localSettings } from '../scripts/local-settings.ts';
import { test as base, expect } from './site.ts';

export const ids = {
  POSTHOG_KEY: 'phc_standIn1234567890',
  POSTHOG_HOST: 'https://eu.i.posthog.com',
  META_PIXEL_ID: '123456789012345',
  GTM_ID: 'GTM-ABC1234',
  PINTEREST_TAG_ID: '2612345678901',
};

/** What left the browser for another host. */
export interface Sent {
  service: 'posthog' | 'meta' | 'gtm' | 'gtm tags' | 'pinterest' | 'unknown';
  url: string;
  body: string;
  /** `Referer` and whatever else goes along. */
  headers: Record<string, string>;
}

const services: Record<string, Sent['service']> = {
  'eu.i.posthog.com': 'posthog',
  'www.facebook.com': 'meta',
  'www.googletagmanager.com': 'gtm',
  'www.google-analytics.com': 'gtm tags',
  'ct.pinterest.com': 'pinterest',
};

/** A container whose tags tell all they can find out: the data layer, and what they reach of the page around them. */
const container = `(() => {
  const look = (act) => { try { return String(act()); } catch { return 'refused'; } };
  const tell = (entry) => fetch('https://www.google-analytics.com/g/collect', {
    method: 'POST', mode: 'no-cors', body: JSON.stringify({
      entry, place: location.href, referrer: document.referrer,
      cookie: look(() => document.cookie), storage: look(() => localStorage.length),
      around: look(() => parent.document.title), above: look(() => parent.location.href),
    }),
  });
  dataLayer.forEach(tell);
  const push = dataLayer.push;
  dataLayer.push = (entry) => { tell(entry); return push.call(dataLayer, entry); };
})()`;

type Vendors = 'answer' | 'hang' | 'refuse';

/** Stands in for the four services at their real addresses, and writes down what comes. */
async function standInVendors(context: BrowserContext, vendors: Vendors): Promise<Sent[]> {
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
    if (vendors === 'refuse') return route.abort();
    if (service === 'gtm') return route.fulfill({ contentType: 'text/javascript', body: container });
    return route.fulfill({ status: 200, contentType: 'text/plain', body: '' });
  });
  return sent;
}

interface Outside {
  /** How the services behave. */
  vendors: Vendors;
  /** What leaves the browser for another host, in the order in which it does. */
  sent: Sent[];
}

/** A second process of the same site, on the same database, with all four services configured. */
export const test = base.extend<Outside, { measuredUrl: string }>({
  measuredUrl: [
    async ({ browserName: _ }, use) => {
      const first = Number(process.env.E2E_PORT);
      const dataDir = process.env.E2E_DATA_DIR ?? '';
      const url = `http://localhost:${first + 5}`;
      const { url: database } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
      const site = spawn(process.execPath, ['build/app/server.js'], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          ...localSettings({}, first, dataDir).env,
          ...{ PORT: String(first + 5), APP_URL: url, TRUST_PROXY: '127.0.0.1,::1' },
          ...{ DATA_DIR: dataDir, DATABASE_URL: database },
          ...ids,
        },
      });
      const ended = new Promise((resolve) => site.once('exit', resolve));
      await expect
        .poll(
          () =>
            fetch(`${url}/readyz`).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 60_000 },
        )
        .toBe(200);
      await use(url);
      site.kill('SIGTERM');
      await ended;
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ measuredUrl }, use) => use(measuredUrl),
  vendors: ['answer', { option: true }],
  sent: [async ({ context, vendors }, use) => use(await standInVendors(context, vendors)), { auto: true }],
});

export { expect };

export const notice = (page: Page) => page.getByRole('region', { name: /^May we tell|says no for you$/ });

/** Agrees in the notice. */
export const accept = (page: Page) => notice(page).getByRole('button', { name: 'Accept' }).click();

/** A browser that has answered the question some time ago. */
export const hasAnswered = (page: Page, choice: 'accepted' | 'declined', daysAgo = 0): Promise<unknown> =>
  page.addInitScript(
    (answer) => {
      // The tags' frame has no storage.
      if (window === top) localStorage.setItem('privacy-choice', answer);
    },
    JSON.stringify({ choice, at: Date.now() - daysAgo * 86_400_000 }),
  );

/** The page has come to rest, and whatever it would send has had its time. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 3_000 })),
  );
}
