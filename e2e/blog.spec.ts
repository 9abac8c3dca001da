import { open } from './goto.ts';
import { expect, seeWholePage, test } from './site.ts';

const first = '/blog/beach-flags-explained';

const callToAction = 'Ready for Your Panama City Beach Getaway?';

test('the list shows each post with date, author, excerpt and links', async ({ page }) => {
  await open(page, '/blog');
  await expect(page).toHaveTitle('Panama City Beach Blog | PCB Beach Rentals');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panama City Beach Blog');
  const card = page.getByRole('article').filter({ hasText: 'The Beach Flags, Explained' });
  await expect(card).toContainText('May 16, 2025');
  await expect(card).toContainText('PCB Beach Rentals');
  await expect(card).toContainText('2 min read');
  await expect(card.locator('p.line-clamp-3')).toHaveCSS('-webkit-line-clamp', '3');
  for (const name of ['The Beach Flags, Explained', 'Read More →']) {
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', first);
  }
  const dates = await page
    .getByRole('article')
    .locator('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(dates).toEqual(dates.toSorted().reverse());
  await card.getByRole('link', { name: 'Read More →' }).click();
  await expect(page).toHaveURL(first);
  await expect(page).toHaveTitle(/^The Beach Flags, Explained/);
});

test('a post shows all its fields, with images in the needed width', async ({ page }) => {
  await open(page, first);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The Beach Flags, Explained: Swimming Safely in the Gulf',
  );
  const article = page.getByRole('article').first();
  await expect(article).toContainText('May 16, 2025');
  await expect(article).toContainText('PCB Beach Rentals');
  await expect(article).toContainText('Five flags decide');
  await expect(article.getByRole('heading', { name: 'When the water pulls' })).toBeVisible();
  await seeWholePage(page);
  const image = article.locator('.rich-text img');
  await expect(image).toHaveAttribute('alt', /^Illustration of a wooden boardwalk/);
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.currentSrc))
    .toMatch(/\/(480|800)\.avif$/);
  await expect(page.getByRole('heading', { name: callToAction })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Our Properties' })).toHaveAttribute(
    'href',
    '/#properties',
  );
  await expect(
    page.getByRole('region', { name: 'More from the Beach Blog' }).getByRole('article'),
  ).toHaveCount(3);
  await page.getByRole('link', { name: 'View Our Properties' }).click();
  await expect(page).toHaveURL('/#properties');
  await expect(page.locator('#properties')).toBeInViewport();
});
