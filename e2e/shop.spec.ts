import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';

const getCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });

test('the shop lists products with facts and price', async ({ page }) => {
  await page.goto('/shop');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Book Your Panama City Beach Rental' }),
  ).toBeVisible();
  const weekend = getCard(page, 'Weekend Stay');
  for (const badge of ['6 guests', '2 beds', '2 baths', 'Beach Access', 'Free WiFi', 'Parking']) {
    await expect(weekend.getByText(badge, { exact: true })).toBeVisible();
  }
  await expect(weekend).toContainText('$675.00/stay');
  await expect(getCard(page, 'Snowbird Month')).toContainText('$2,450.00/month');
  await expect(weekend).toContainText('For a stay whose dates you have agreed with us.');
  await expect(weekend.getByRole('link', { name: 'Choose your nights first' })).toHaveAttribute(
    'href',
    '/book',
  );
  expect((await weekend.locator('picture').first().locator('..').boundingBox())?.height).toBe(256);
  await expect(page.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/#contact');
});
