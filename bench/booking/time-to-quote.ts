import type { Locator, Page } from '@playwright/test';
import { openBrowser } from '../browser.ts';
import { type Figure, quantile } from '../metric.ts';
import type { Site } from '../site.ts';
import { addDays } from './guests.ts';
import { firstNight, homeSlug } from './many-homes.ts';

const stays = 40;
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** How long the price of a stay takes from the press on its second date to its paint. */
export async function timeToQuote(site: Site): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await page.goto(`${site.url}/book?property=${homeSlug(7)}`);
    await page.getByRole('grid').first().waitFor();
    const times: number[] = [];
    for (let week = 0; week < stays; week += 1) {
      const checkin = addDays(firstNight(), 7 * week + 5);
      // One night and two take turns: the price of before stands until another one is there.
      const checkout = addDays(checkin, 1 + (week % 2));
      await (await turnTo(page, checkin)).click();
      const second = await turnTo(page, checkout);
      await watchPrice(page);
      await second.click();
      times.push(await page.evaluate(() => (window as unknown as Watched).priceShownMs));
    }
    return [
      {
        name: 'A price shown after the second date, 95th percentile',
        value: quantile(times, 0.95),
        unit: 'ms',
        max: 200,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Turns the months until a day is in view. */
async function turnTo(page: Page, date: string): Promise<Locator> {
  const day = page.getByRole('gridcell').getByRole('button', { name: longDate.format(new Date(date)) });
  const next = page.getByRole('button', { name: 'Next month' }).first();
  while ((await day.count()) === 0) await next.click();
  return day.first();
}

interface Watched {
  /** Milliseconds from the next press of the pointer until a different price is painted. */
  priceShownMs: Promise<number>;
}

const watchPrice = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const price = () => document.querySelector('aside [role=status]')?.textContent ?? '';
    const before = price();
    const isShown = () => !['', before].includes(price()) && !document.querySelector('[aria-busy=true]');
    (window as unknown as Watched).priceShownMs = new Promise((resolve) => {
      addEventListener(
        'pointerup',
        ({ timeStamp }) => {
          const look = () =>
            requestAnimationFrame(() => {
              // The timeout runs after this frame, in which the price is painted.
              if (isShown()) setTimeout(() => resolve(performance.now() - timeStamp));
              else look();
            });
          look();
        },
        { once: true, capture: true },
      );
    });
  });
