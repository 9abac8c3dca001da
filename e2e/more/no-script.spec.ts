import type { Page } from '@playwright/test';
import { openWhole } from '../goto.ts';
import { expect, test } from '../site.ts';

test.use({ javaScriptEnabled: false });

test('the home page shows all content and links', async ({ page }) => {
  await openWhole(page, '/');
  await expect(page.locator('#properties').getByRole('article')).toHaveCount(3);
  await expect(page.locator('#amenities').getByRole('listitem')).toHaveCount(13);
  await expect(page.locator('#reviews figure')).toHaveCount(12);
  await expect(page.locator('#hero picture img')).toBeVisible();
  await expect(page.locator('#location')).toContainText("What's Nearby");
  await page.getByRole('contentinfo').getByRole('link', { name: 'Amenities' }).click();
  await expect(page).toHaveURL('/#amenities');
  await expect(page.locator('#amenities')).toBeInViewport();
});

test('the mobile menu opens, closes and links', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Shop' }).click();
  await expect(page).toHaveURL('/shop');
});

async function expectChosen(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/\?property=[\w-]+#contact$/);
  await expect(page.getByLabel('Property')).toHaveValue(title);
  await expect(page.locator('#contact')).toBeInViewport();
}

test('the booking buttons link to the inquiry with the property selected', async ({ page }) => {
  await openWhole(page, '/');
  const beachcomber = page.getByRole('article').filter({ hasText: 'The Beachcomber' });
  await beachcomber.getByRole('button', { name: 'View & Book' }).click();
  await expectChosen(page, 'The Beachcomber');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/shop');
  await page.getByRole('banner').getByRole('button', { name: 'Check Availability' }).click();
  await expect(page).toHaveURL(/\/book\??$/);

  await page.goto('/hosts');
  await page.getByRole('banner').getByRole('button', { name: 'Book Now' }).click();
  await expect(page).toHaveURL(/\/\??#contact$/);
  await expect(page.locator('#contact')).toBeInViewport();
});

test('form input is never put into the URL, and the page shows how to reach the hosts', async ({ page }) => {
  await openWhole(page, '/');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.locator('#contact noscript p')).toBeVisible();
});
