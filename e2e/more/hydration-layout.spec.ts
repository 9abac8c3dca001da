import type { Page } from '@playwright/test';
import { guest } from '../booking-steps.ts';
import { scriptsAreThere } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { confirmed, hold } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, seeWholePage, test } from '../site.ts';

/* Elements stay in place when scripts and images load, so that a press lands where the guest aimed. */

test.use({ expectedNoise: [/Failed to load resource/] });

type Placed = { places: [HTMLElement, number][] };

/** Remembers how far below the top of the page each link, button and field is shown. */
const rememberPlaces = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const all = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')];
    (window as unknown as Placed).places = all
      .filter((one) => one.checkVisibility())
      .map((one) => [one, one.getBoundingClientRect().top]);
    return all.length;
  });

/** Lists the elements that have moved, with the distance in pixels. */
const movedPlaces = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as Placed).places
      .map(([one, top]) => ({ one, by: Math.round(one.getBoundingClientRect().top - top) }))
      .filter(({ one, by }) => by !== 0 && one.isConnected && one.checkVisibility())
      .map(({ one, by }) => `${one.outerHTML.slice(0, 100)} by ${by}`),
  );

/** Runs in the browser. @returns whether all images are loaded, except those of a carousel outside the window */
const picturesAreThere = () =>
  [...document.images].every((image) => {
    const { left, right } = image.getBoundingClientRect();
    return image.complete || left >= innerWidth || right < 0 || !image.checkVisibility();
  });

async function expectNothingMoves(page: Page, path: string): Promise<void> {
  const release = await holdBack(page, '**/*.{js,avif,webp,jpg}');
  const response = await page.goto(path, { waitUntil: 'commit' });
  expect(response?.status()).toBeLessThan(500);
  await page.locator('footer').waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  expect(await rememberPlaces(page)).toBeGreaterThan(5);
  release();
  await scriptsAreThere(page);
  await seeWholePage(page);
  await page.waitForFunction(picturesAreThere);
  expect(await movedPlaces(page), path).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nights = `checkin=${inDays(120)}&checkout=${inDays(125)}&guests=4&pets=0`;

/** A screen of each kind that has images or waits for scripts. */
const screens = [
  '/',
  '/shop',
  '/hosts',
  '/stays/the-beachcomber',
  '/blog',
  '/blog/beach-flags-explained',
  `/book?${nights}`,
  `/book?property=the-beachcomber&${nights}`,
  '/login',
];

for (const path of screens) {
  test(`nothing moves when scripts and images load: ${path}`, ({ page }) => expectNothingMoves(page, path));
}

test('nothing moves when scripts and images load: a hold and a trip', async ({ page }) => {
  const held = await hold(page, newPerson(), guest.name);
  await expectNothingMoves(page, `/book/${held.code}`);
  const { code } = await confirmed(page, newPerson(), guest.name, 'deposit');
  await expectNothingMoves(page, `/trips/${code}`);
});
