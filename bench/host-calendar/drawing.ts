import type { Browser, Page } from '@playwright/test';
import { openBrowser } from '../browser.ts';
import { median } from '../metric.ts';

const openings = 5;
const draws = 15;

declare global {
  interface Window {
    /** ms from the parsed response to the frame that shows it, of each calendar that was loaded. */
    drawnMs: number[];
  }
}

/** Runs in the page: measures from the parsed response until the last day of every home is on the screen. */
function measureDrawing(): void {
  window.drawnMs = [];
  const { json } = Response.prototype;
  Response.prototype.json = async function readJson() {
    const body = await json.call(this);
    if (!this.url.includes('/api/admin/calendar?')) return body;
    const from = performance.now();
    const last = body.properties[0].days.at(-1).date;
    const look = () =>
      requestAnimationFrame(() => {
        const rows = document.querySelectorAll(`[data-last="${last}"], [data-night="${last}"]`).length;
        if (rows < body.properties.length) return look();
        // A message comes after the frame that is about to be painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.drawnMs.push(performance.now() - from);
        port2.postMessage(null);
      });
    look();
    return body;
  };
}

const drawn = (page: Page, count: number) =>
  page.waitForFunction((least) => window.drawnMs.length >= least, count, { polling: 50 });

interface Drawing {
  /** The median of several openings, each with an empty cache. */
  first: number;
  /** The median. */
  later: number;
  /** Processor time of the page's main thread for each of the later ones, which a busy machine does not stretch. */
  laterProcessor: number;
}

/** Opens the calendar of all homes in a profile of its own, and waits until it is drawn. */
async function openCalendar(browser: Browser, url: string, session: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'session', value: session, url }]);
  const page = await context.newPage();
  await page.addInitScript(measureDrawing);
  await page.goto(`${url}/admin/calendar?home=all`);
  await drawn(page, 1);
  return page;
}

/** Opens the calendar of all homes and moves on week by week. @returns ms */
export async function drawCalendar(url: string, session: string): Promise<Drawing> {
  const browser = await openBrowser();
  try {
    const firsts: number[] = [];
    for (let count = 1; count < openings; count += 1) {
      const page = await openCalendar(browser, url, session);
      firsts.push(...(await page.evaluate(() => window.drawnMs)));
      await page.context().close();
    }
    const page = await openCalendar(browser, url, session);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const processorMs = async () => {
      const { metrics } = await devTools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
    const before = await processorMs();
    for (let count = 2; count <= draws; count += 1) {
      await page.getByRole('button', { name: 'Next week' }).click();
      await drawn(page, count);
    }
    const laterProcessor = ((await processorMs()) - before) / (draws - 1);
    const [first = Number.NaN, ...later] = await page.evaluate(() => window.drawnMs);
    return { first: median([...firsts, first]), later: median(later), laterProcessor };
  } finally {
    await browser.close();
  }
}
