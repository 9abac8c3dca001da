import { expectScreenAccessible } from '../accessibility-steps.ts';
import { test as hostTest } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { screens } from '../screens.ts';
import { expect, expectAccessible, seeWholePage, test } from '../site.ts';

// The shop, its checkout and the hosts page are checked in their own journeys. A missing page is logged on the console.
test.use({ expectedNoise: [/Failed to load resource/] });

test('the home page is accessible with errors, frames and menu shown', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Play video' }).click();
  await seeWholePage(page);
  await page.getByText("What's Nearby").scrollIntoViewIfNeeded();
  await expect(page.locator('iframe[title^="Map of"]')).toBeAttached();
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page);
});

test('the loading states of the home page are accessible', async ({ page }) => {
  await open(page, '/shop');
  await page.route(/\/api\/(amenities|properties|reviews|blog|forms\/booking_inquiry)$/, () => {});
  await page.getByRole('banner').getByRole('link', { name: 'PCB Beach Rentals' }).click();
  await expect(page.locator('[data-placeholder]')).toHaveCount(8);
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('every screen of guests is accessible', async ({ page }) => {
    for (const path of screens) await expectScreenAccessible(page, path);
  });
});

hostTest('the screens of hosts are accessible on phones', async ({ page }) => {
  for (const name of ['today', 'bookings', 'calendar', 'inbox', 'feeds'])
    await expectScreenAccessible(page, `/admin/${name}`);
});
