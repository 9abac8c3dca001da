import type { Locator, Page } from '@playwright/test';
import { changeStay, freeStay } from '../booking-steps.ts';
import { forgetPost } from '../content.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const kidFriendly = 'kid-friendly-steps-to-beach';

/** Hyphenated words of an element that stand on two lines. */
const dividedWords = (element: Locator): Promise<string[]> =>
  element.evaluate((root) => {
    // Words for screen readers are one pixel wide.
    if (root.getBoundingClientRect().width <= 1) return [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const divided: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+-\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) divided.push(word);
      }
    }
    return divided;
  });

/** Elements of the page whose text is cut off. */
const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => getComputedStyle(one).overflow !== 'visible')
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent ?? ''),
  );

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('titles divide no hyphenated word', async ({ page }) => {
    for (const path of [`/book?property=${kidFriendly}`, `/stays/${kidFriendly}`, '/', '/shop', '/book']) {
      await test.step(path, async () => {
        await open(page, path);
        for (const title of await page.locator('main :is(h1, h2, h3):visible').all())
          expect(await dividedWords(title)).toEqual([]);
      });
    }
  });

  test('amenities have their whole descriptions, and the dots of the reviews fill their lines evenly', async ({
    page,
  }) => {
    await open(page, '/');
    expect(await cutTexts(page, '#amenities li p')).toEqual([]);
    const dots = page.locator('#reviews').getByRole('button', { name: /^Go to review/ });
    const tops = await dots.evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().top));
    const lines = [...Map.groupBy(tops, (top) => Math.round(top)).values()].map(({ length }) => length);
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(1);
  });

  test('a long word of a post widens no page', async ({ page }) => {
    const slug = `long-word-${Date.now()}`;
    const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'.repeat(2);
    await query(
      `insert into blog_posts (id, slug, title, summary, html_rich_text, author, published_at)
       values (gen_random_uuid(), $1, $2, $2, $3, left($2, 60), now())`,
      [slug, word, `<p>${word}</p>`],
    );
    try {
      await expect.poll(async () => (await page.request.get('/blog')).text()).toContain(slug);
      for (const path of ['/', '/blog', `/blog/${slug}`]) {
        await page.goto(path);
        await expectNoSidewaysScrolling(page);
      }
      expect(await cutTexts(page, 'article header *')).toEqual([]);
    } finally {
      await forgetPost(page, slug);
    }
  });
});

test('the last of three cards takes both columns of a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  for (const [path, list] of [
    ['/', '#properties ul:has(> li > article)'],
    ['/shop', 'main ul:has(> li > article)'],
  ] as const) {
    await open(page, path);
    const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0;
    const cards = page.locator(list);
    expect(await cards.locator('> li').count()).toBe(3);
    expect(await widthOf(cards.locator('> li').last())).toBeCloseTo(await widthOf(cards), 0);
    await expectNoSidewaysScrolling(page);
  }
});

test('the price of chosen nights stands in the first screen of a tablet, and the calendar opens on request', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  const { property, checkin, checkout } = await freeStay(page.request);
  await open(page, `/book?property=${property}&checkin=${checkin}&checkout=${checkout}&guests=4&pets=0`);
  const price = page.getByRole('complementary', { name: 'Price' });
  await expect(price.getByText(/^\$[\d,.]+$/).first()).toBeInViewport();
  const calendar = page.getByRole('heading', { level: 2, name: 'Choose your nights' });
  await expect(calendar).toBeHidden();
  await changeStay(page);
  await expect(calendar).toBeVisible();
});

test('homes that are too small are not called taken', async ({ page }) => {
  await open(page, `/book?checkin=${inDays(120)}&checkout=${inDays(125)}&guests=20&pets=0`);
  await expect(page.getByRole('heading', { level: 2, name: 'No home fits this stay' })).toBeVisible();
});

test.describe('a booking that this browser does not know', () => {
  test.use({ expectedNoise: [/status of 404/] });

  test('leads to the sign-in by which it is found', async ({ page }) => {
    for (const path of ['/trips/NOSUCH2345', '/book/NOSUCH2345', '/trips/NOSUCH2345/guide']) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We cannot open this booking here');
    }
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Find my booking' }).click();
    await expect(page).toHaveURL('/login?returnUrl=/account');
  });
});
