import { freeNights, guest } from './booking-steps.ts';
import { query } from './database.ts';
import { open } from './goto.ts';
import { hold } from './paid-stay.ts';
import { newPerson } from './sign-in.ts';
import { expect, test } from './site.ts';

/* These tests cover what guests read, type and press before a response arrives, and after one was lost. */

test.afterEach(async () => {
  await freeNights();
  await query(`delete from taxes where label = 'Local tax'`, []);
});

test.describe('a response that is lost', () => {
  test.use({ expectedNoise: [/^console\.error: Failed to load resource: net::ERR_FAILED/] });

  test('leaves a hold that is read again and again as it was', async ({ page }) => {
    const { code } = await hold(page, newPerson(), guest.name);
    await open(page, `/book/${code}`);
    const heading = page.getByRole('heading', { level: 1 });
    await page.route(`**/api/bookings/${code}`, (route) => route.abort());
    await page.waitForEvent('requestfailed');
    await expect(heading).toHaveText('Your nights are held for you');
    await page.unrouteAll({ behavior: 'wait' });
    await page.request.post(`/api/bookings/${code}/release`);
    await expect(heading).toHaveText('These nights were let go');
  });
});
