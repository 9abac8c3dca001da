import type { Page } from '@playwright/test';
import { open, openWhole } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

async function toShop(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
  await expect(page.locator('#hero')).toHaveCount(0);
}

const getCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });

test('the shop is readable without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await openWhole(page, '/shop');
  await expect(page.getByRole('article')).toHaveCount(3);
  await context.close();
});

test('a spinner shows until products load', async ({ page }) => {
  await open(page, '/');
  const respond = await holdBack(page, '**/api/products');
  await toShop(page);
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  respond();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('an empty shop links to the properties', async ({ page }) => {
  await open(page, '/');
  await page.route('**/api/products', (route) => route.fulfill({ json: [] }));
  await toShop(page);
  await expect(page.getByRole('heading', { name: 'No properties available' })).toBeVisible();
  await expect(page.getByText('Check back soon for amazing beachfront rentals!')).toBeVisible();
  await expect(page.getByText('Choose a stay and pay by card.')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Find your nights' })).toHaveAttribute(
    'href',
    '/book',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Browse Our Featured Properties' }).click();
  await expect(page).toHaveURL('/');
});

test('a product with only the specified fields shows default facts and a placeholder', async ({ page }) => {
  await open(page, '/');
  const name = `Grandmother-${'verylongname'.repeat(12)}`;
  const product = {
    id: '1',
    name,
    description: '',
    images: [],
    price: 9900,
    currency: 'usd',
    billingType: 'one_time',
  };
  await page.route('**/api/products', (route) => route.fulfill({ json: [product] }));
  await page.setViewportSize({ width: 320, height: 640 });
  await toShop(page);
  const card = getCard(page, name);
  for (const badge of ['6 guests', '3 beds', '2 baths']) await expect(card.getByText(badge)).toBeVisible();
  await expect(card).toContainText('$99.00/stay');
  await expectNoSidewaysScrolling(page);
});

test.describe('failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test("the shop shows the server's message and links home", async ({ page }) => {
    await open(page, '/');
    await page.route('**/api/products', (route) =>
      route.fulfill({ status: 503, json: { message: 'The shop opens again at noon.' } }),
    );
    await toShop(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' })).toBeVisible();
    await expect(page.getByText('The shop opens again at noon.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
