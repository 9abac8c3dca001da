import type { Page } from '@playwright/test';
import { query } from '../database.ts';
import { expect } from '../production-site.ts';
import { endedStay, home, test } from '../reviews-steps.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const section = (page: Page) => page.locator('#reviews');

// The first test stands before the journeys below, because they review a home.

/** The texts that only real reviews may produce. */
const claims =
  /aggregateRating|"Review"|Average Rating|What (our )?guests say|out of 5|(?<![\d.])5\.0(?!\d)/i;

test('in production no page has an example or a rating without real reviews behind it', async ({
  request,
  productionUrl,
}) => {
  const others = ['/', '/hosts', '/book', '/shop', '/blog', '/blog/feed.xml', '/llms.txt', '/login'];
  const sitemap = await (await request.get(`${productionUrl}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(listed.length).toBeGreaterThan(5);
  for (const path of new Set([...others, ...listed])) {
    const response = await request.get(productionUrl + path);
    expect([path, response.status()]).toEqual([path, 200]);
    expect([path, claims.exec((await response.text()).replaceAll('<!-- -->', ''))?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
  const examples = await query("select guest_name from reviews where kind = 'example'", []);
  expect(examples.length).toBeGreaterThanOrEqual(15);
});

test('pages without reviews look finished in production, on phones and desks', async ({
  page,
  productionUrl,
}) => {
  for (const path of ['/hosts', '/stays/kid-friendly-steps-to-beach']) {
    await page.goto(productionUrl + path);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByText('Example', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScrolling(page);
    }
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/Failed to load resource/] });

  test('a review is sent by a plain form, and what was typed stays where it is rejected', async ({
    page,
  }) => {
    const { link } = await endedStay(page, ['05-09', '05-14'], 6);
    await page.goto(link);
    await page.getByRole('radio', { name: /5 out of 5/ }).check();
    await page.getByLabel('Your review').fill('Lovely.');
    await page.getByLabel('The name it appears under').fill('Marguerite & family');
    await page.getByRole('button', { name: 'Publish my review' }).click();
    await expect(page.getByText('Please write at least 20 characters').first()).toBeVisible();
    await expect(page.getByLabel('Your review')).toHaveValue('Lovely.');
    await expect(page.getByRole('radio', { name: /5 out of 5/ })).toBeChecked();
    await page.getByLabel('Your review').fill('Lovely <b>porch</b>, and the sea is 100 steps away.');
    await page.getByRole('button', { name: 'Publish my review' }).click();
    await expect(page.getByText('Your review is public now.')).toBeVisible();
    await page.goto(home);
    await expect(section(page)).toContainText('Lovely <b>porch</b>, and the sea is 100 steps away.');
    await expect(section(page)).toContainText('Marguerite & family');
  });
});

test.describe('links that lead nowhere', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a guessed link is a page that is not there', async ({ page }) => {
    const response = await page.goto(`/reviews/${'A'.repeat(43)}`);
    expect(response?.status()).toBe(404);
  });
});
