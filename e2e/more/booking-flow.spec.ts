import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { expect, test } from '../site.ts';

const wide = { width: 1440, height: 900 };

const choice = (page: Page) => page.getByLabel('Property');

async function expectContactWith(page: Page, property: string): Promise<void> {
  await expect(page).toHaveURL('/#contact');
  await expect(choice(page)).toHaveValue(property);
  await expect(page.locator('#contact')).toBeInViewport();
}

const viewAndBook = (page: Page, home: string) =>
  page.getByRole('article').filter({ hasText: home }).getByRole('button', { name: 'View & Book' });

test('"View & Book" scrolls to the inquiry with that property selected', async ({ page }) => {
  await open(page, '/');
  await expect(choice(page)).toHaveValue('');
  await viewAndBook(page, 'The Beachcomber').click();
  await expectContactWith(page, 'The Beachcomber');
  await choice(page).selectOption('Any Available Property');
  await viewAndBook(page, 'The Beachcomber').click();
  await expectContactWith(page, 'The Beachcomber');
  await viewAndBook(page, 'Kid-Friendly').click();
  await expectContactWith(page, 'Kid-Friendly, Steps to Beach + Pools, Sleeps 6');
});

test('input stays when another property is selected', async ({ page }) => {
  await open(page, '/');
  await page.getByLabel('Name').fill('Ada Guest');
  await viewAndBook(page, 'The Beachcomber').click();
  await expectContactWith(page, 'The Beachcomber');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Guest');
});

test('a link to the inquiry scrolls to it, however slowly the page loads', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/shop');
  const waiting: (() => void)[] = [];
  for (const call of ['properties', 'amenities', 'reviews']) {
    const gate = new Promise<void>((resolve) => waiting.push(resolve));
    await page.route(`**/api/${call}`, async (route) => {
      await gate;
      await route.continue();
    });
  }
  await page.getByRole('link', { name: 'Get in Touch' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
  const amenities = page.locator('#amenities').getByRole('listitem');
  await expect(amenities).toHaveCount(0);
  for (const release of waiting) release();
  await expect(amenities).toHaveCount(13);
  await expect(page.locator('#reviews figure')).toHaveCount(12);
  await expect(page.getByRole('heading', { name: 'Ask about your dates' })).toBeInViewport();
});

test('"Book Now" leads to the top of the home page', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/');
  await page.locator('#contact').scrollIntoViewIfNeeded();
  await expect(page.locator('#hero')).not.toBeInViewport();
  await page.getByRole('banner').getByRole('button', { name: 'Book Now' }).click();
  await expect(page.locator('#hero')).toBeInViewport();

  await open(page, '/shop');
  await page.getByRole('banner').getByRole('button', { name: 'Book Now' }).click();
  await expect(page).toHaveURL('/#hero');
  await expect(page.locator('#hero')).toBeInViewport();
});

test('"Book Now" on the hosts page leads to the inquiry', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/hosts');
  await page.getByRole('banner').getByRole('button', { name: 'Book Now' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.getByRole('heading', { name: 'Ask about your dates' })).toBeInViewport();
});

test('a property in the URL is selected, an unknown one is not', async ({ page }) => {
  await open(page, '/?property=any#contact');
  await expect(choice(page)).toHaveValue('Any Available Property');
  await open(page, '/?property=no-such-home');
  await expect(choice(page)).toHaveValue('');
});
