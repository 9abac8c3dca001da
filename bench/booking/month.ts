import type { Page } from '@playwright/test';
import { openBrowser } from '../browser.ts';
import { type Figure, quantile } from '../metric.ts';
import type { Site } from '../site.ts';

/** The number of months in the first response. */
const turns = 11;

/** How long a month takes from the press to its paint. */
export async function month(site: Site): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${site.url}/book?property=the-beachcomber`);
    await page.getByRole('grid').waitFor();
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) times.push(await turnMs(page));
    return [
      {
        name: 'A month drawn in the browser, 95th percentile',
        value: quantile(times, 0.95),
        unit: 'ms',
        max: 50,
      },
    ];
  } finally {
    await browser.close();
  }
}

function turnMs(page: Page): Promise<number> {
  return page
    .getByRole('button', { name: 'Next month' })
    .first()
    .evaluate(async (button) => {
      const title = () => document.querySelector('[role=grid]')?.getAttribute('aria-label');
      const before = title();
      const from = performance.now();
      (button as HTMLElement).click();
      // The timeout runs after the frame in which the new month was painted.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (title() === before) throw new Error('The month did not change within a frame.');
      return performance.now() - from;
    });
}
