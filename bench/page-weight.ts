import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { publishIllustratedPost } from './illustrated-post.ts';
import { lighthouseFigures } from './lighthouse.ts';
import type { Figure, Place } from './metric.ts';
import { openStay } from './open-stay.ts';
import { startSite } from './site.ts';

/** A page that has come to rest may load more by itself within this time. */
const settlingMs = 1_000;

/** What a phone loads to show the public pages, how soon each shows, and its Lighthouse scores. */
export async function weight(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  const debuggingPort = place.port + 6;
  const browser = await openBrowser([
    `--remote-debugging-port=${debuggingPort}`,
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
  ]);
  try {
    const pages = {
      'Home page': '/',
      'A stay': '/stays/kid-friendly-steps-to-beach',
      'Choosing nights': '/book?property=the-beachcomber',
      'Booking a stay': bookingPath(),
      'The blog': '/blog',
      'A post with ten pictures': await publishIllustratedPost(site.databaseUrl),
    };
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const url = `${site.url}${path}`;
      await (await fetch(url)).text();
      figures.push(
        ...(await loadedFigures(browser, name, url)),
        ...(await lighthouseFigures(name, url, debuggingPort)),
      );
    }
    const stay = await openStay(site.databaseUrl);
    figures.push(...(await loadedFigures(browser, 'The page of a trip', `${site.url}${stay.trip}`)));
    figures.push(await guideWeight(browser, `${site.url}${stay.guide}`));
    return figures;
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Everything that a phone receives for the guide of a stay that has begun, before it scrolls. */
async function guideWeight(browser: Browser, url: string): Promise<Figure> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const received: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    received.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(received)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return { name: 'The guide of a stay: everything, unscrolled', value: bytes / 1000, unit: 'KB', max: 150 };
}

/** A home with dates, price and details on it. */
function bookingPath(): string {
  const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
  return `/book?property=the-beachcomber&checkin=${day(130)}&checkout=${day(135)}&guests=4&pets=0`;
}

async function loadedFigures(browser: Browser, name: string, url: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const texts = { script: new Map<string, string>(), stylesheet: new Map<string, string>() };
  const foreign: string[] = [];
  const bodies: Promise<void>[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) foreign.push(request.url());
  });
  page.on('response', (response) => {
    const kind = fieldKind(response.url(), response.request().resourceType());
    if (!kind || new URL(response.url()).host !== new URL(url).host) return;
    bodies.push(
      response.text().then((text) => {
        texts[kind].set(response.url(), text);
      }),
    );
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settlingMs);
  const thirdParties = foreign.length;
  const largest = await page.evaluate(largestPaintMs);
  await Promise.all(bodies);
  const scripts = kilobytes(texts.script);
  await seeWholePage(page);
  await Promise.all(bodies);
  const shift = await page.evaluate(layoutShift);
  await page.close();
  const isOfBooking = /^\/(book|trips)\b/.test(new URL(url).pathname);
  return [
    {
      name: `${name}: JavaScript (gzip), unscrolled`,
      value: scripts,
      unit: 'KB',
      max: isOfBooking ? 138 : 130,
    },
    {
      name: `${name}: JavaScript that scrolling adds (gzip)`,
      value: kilobytes(texts.script) - scripts,
      unit: 'KB',
      max: 60,
    },
    { name: `${name}: CSS (gzip)`, value: kilobytes(texts.stylesheet), unit: 'KB', max: 20 },
    { name: `${name}: requests to third parties, unscrolled`, value: thirdParties, max: 0 },
    { name: `${name}: layout shift, from top to bottom`, value: shift, max: 0.02 },
    { name: `${name}: largest contentful paint`, value: largest / 1000, unit: 's', max: 1.5 },
  ];
}

const kilobytes = (texts: ReadonlyMap<string, string>): number =>
  [...texts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length / 1000, 0);

function fieldKind(url: string, type: string): 'script' | 'stylesheet' | undefined {
  const { pathname } = new URL(url);
  if (type === 'script' || pathname.endsWith('.js')) return 'script';
  return type === 'stylesheet' || pathname.endsWith('.css') ? 'stylesheet' : undefined;
}

async function seeWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  });
}

/** Runs in the browser: returns when the largest image or text so far was painted. */
const largestPaintMs = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
    setTimeout(() => resolve(Number.NaN), 5_000);
  });

/** Runs in the browser: returns the sum of all shifts so far, which is never less than the score that browsers report. */
const layoutShift = () =>
  new Promise<number>((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 500);
  });
