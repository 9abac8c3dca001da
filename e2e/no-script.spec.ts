import type { Page } from '@playwright/test';
import { openWhole } from './goto.ts';
import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false });

const pages: [string, string][] = [
  ['/', 'Panama City Beach Vacation Rentals'],
  ['/shop', 'Book Your Panama City Beach Rental'],
  ['/hosts', 'Meet Your Hosts'],
  ['/blog', 'Panama City Beach Blog'],
  ['/blog/beach-flags-explained', 'The Beach Flags, Explained: Swimming Safely in the Gulf'],
  ['/checkout/cancel', 'Payment Cancelled'],
];

test('every page is readable without JavaScript', async ({ page }) => {
  const expectReadable = async (heading: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 PCB Beach Rentals');
  };
  for (const [path, heading] of pages) {
    await openWhole(page, path);
    await expectReadable(heading);
  }
  await page.goto('/checkout/error?message=The%20card%20was%20declined');
  await expectReadable('Payment Error');
  await expect(page.getByText('The card was declined')).toBeVisible();
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
