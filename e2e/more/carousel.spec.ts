import type { Locator, Page } from '@playwright/test';
import { expectSlide } from '../carousel-steps.ts';
import { open } from '../goto.ts';
import { expect, test } from '../site.ts';

// Images slide, as reduced motion is not requested.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const pictures = (page: Page) => page.getByRole('group', { name: 'Pictures of The Beachcomber' });

test('the image arrows wrap in both directions', async ({ page }) => {
  await open(page, '/');
  const carousel = pictures(page);
  await expectSlide(carousel, 'Picture', 1, 4);
  const [next, previous] = ['Next picture', 'Previous picture'].map((name) =>
    carousel.getByRole('button', { name }),
  ) as [Locator, Locator];
  for (const place of [2, 3, 4, 1]) {
    await next.click();
    await expectSlide(carousel, 'Picture', place, 4);
  }
  for (const place of [4, 3]) {
    await previous.click();
    await expectSlide(carousel, 'Picture', place, 4);
  }
  const other = page.getByRole('group', { name: 'Pictures of Sunset Villa' });
  await expectSlide(other, 'Picture', 1, 4);
});

test('a dot shows its image and has a touch-sized target', async ({ page }) => {
  await open(page, '/');
  const carousel = pictures(page);
  const dots = carousel.getByRole('button', { name: /^Go to picture/ });
  await expect(dots).toHaveCount(4);
  for (const target of await page.getByRole('button', { name: /^(Go to|Next|Previous) / }).all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await carousel.getByRole('button', { name: 'Go to picture 4' }).click();
  await expectSlide(carousel, 'Picture', 4, 4);
  await carousel.getByRole('button', { name: 'Go to picture 2' }).click();
  await expectSlide(carousel, 'Picture', 2, 4);
});

test('the arrow keys change the image', async ({ page }) => {
  await open(page, '/');
  const carousel = pictures(page);
  await carousel.getByRole('button', { name: 'Next picture' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expectSlide(carousel, 'Picture', 4, 4);
  await page.keyboard.press('ArrowRight');
  await expectSlide(carousel, 'Picture', 1, 4);
  await page.keyboard.press('Enter');
  await expectSlide(carousel, 'Picture', 2, 4);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the next image appears at once', async ({ page }) => {
    await open(page, '/');
    const carousel = pictures(page);
    const offset = await carousel.getByRole('button', { name: 'Next picture' }).evaluate((button) => {
      (button as HTMLButtonElement).click();
      const track = button.closest('[role=group]')?.querySelector('ul');
      return (track?.scrollLeft ?? 0) / (track?.clientWidth ?? 1);
    });
    expect(Math.round(offset)).toBe(1);
  });
});

test('a property with one image or none has no controls', async ({ page }) => {
  await open(page, '/shop');
  await page.route('**/api/properties', async (route) => {
    const response = await route.fetch();
    const [first, second, third] = (await response.json()) as { pictures: object[] }[];
    await route.fulfill({
      json: [{ ...first, pictures: first?.pictures.slice(0, 1) }, { ...second, pictures: [] }, third],
    });
  });
  await page.getByRole('banner').getByRole('link', { name: 'PCB Beach Rentals' }).click();
  const cards = page.locator('#properties').getByRole('article');
  await expect(cards).toHaveCount(3);
  const controls = (card: Locator) => card.getByRole('button', { name: /picture/ });
  await expect(cards.nth(0).locator('picture')).toHaveCount(1);
  await expect(controls(cards.nth(0))).toHaveCount(0);
  await expect(cards.nth(0).locator('[aria-live]')).toHaveCount(0);
  await expect(cards.nth(1).locator('picture')).toHaveCount(0);
  await expect(controls(cards.nth(1))).toHaveCount(0);
  await expect(controls(cards.nth(2))).toHaveCount(6);
});

test('one review shows at a time, and the twelve wrap', async ({ page }) => {
  await open(page, '/');
  const reviews = page.getByRole('group', { name: 'Guest reviews' });
  await reviews.scrollIntoViewIfNeeded();
  await expect(reviews.getByRole('button', { name: /^Go to review/ })).toHaveCount(12);
  await expectSlide(reviews, 'Review', 1, 12);
  const current = reviews.locator('li:not([inert])');
  await expect(current.locator('figcaption')).toHaveText(/^Megan/);
  await expect(current).toContainText('5 out of 5 stars');
  await expect(current.locator('blockquote')).toHaveText(/^We could hear the waves/);
  const marks = await current
    .locator('.rich-text')
    .evaluate((text) => ['::before', '::after'].map((part) => getComputedStyle(text, part).content));
  expect(marks).toEqual(['"“"', '"”"']);

  await reviews.getByRole('button', { name: 'Previous review' }).click();
  await expectSlide(reviews, 'Review', 12, 12);
  await expect(current.locator('figcaption')).toHaveText(/^Elena/);
  await reviews.getByRole('button', { name: 'Next review' }).click();
  await expectSlide(reviews, 'Review', 1, 12);
  await reviews.getByRole('button', { name: 'Go to review 7' }).click();
  await expectSlide(reviews, 'Review', 7, 12);
  await expect(current.locator('figcaption')).toHaveText(/^Jordan/);
});
