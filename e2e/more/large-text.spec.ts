import type { Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { screens } from '../screens.ts';
import { expect, expectNoSidewaysScrolling, test } from '../site.ts';

const launchOptions = config.use?.launchOptions;

// A browser whose user has doubled the size of text.
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
  expectedNoise: [/Failed to load resource/],
});

/** Elements whose words are cut off. */
const cutOff = (page: Page) =>
  page.locator('h1, h2, h3, a, button, main p, main li').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .filter((one) => !one.closest('[inert], .unseen, .line-clamp-2, .line-clamp-3'))
      .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 120)),
  );

test('every page fits its window at 200 % text size', async ({ page }) => {
  for (const path of screens) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const width of [390, 640, 1280]) {
      await test.step(`${path} at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScrolling(page);
        await expect.poll(() => cutOff(page)).toEqual([]);
      });
    }
  }
});
