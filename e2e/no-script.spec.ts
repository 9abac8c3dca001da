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
