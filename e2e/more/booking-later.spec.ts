import { expect } from '../admin-fixture.ts';
import { test } from '../booking-later-steps.ts';
import { freeNights } from '../booking-steps.ts';
import { open } from '../goto.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';

test.afterEach(freeNights);

test.describe('a trip in a tab that was left open', () => {
  test.use({ expectedNoise: [/status of 409/] });

  for (const press of ['Pay', 'Cancel'])
    test(`shows that it was cancelled in another one, on "${press}"`, async ({ page }) => {
      const { code } = await confirmed(page, newPerson(), 'Ann Guest', 'deposit');
      await open(page, `/trips/${code}`);
      await page.getByRole('button', { name: 'Cancel this stay' }).click();
      await page.getByRole('button', { name: 'Cancel my stay' }).waitFor();
      if (press === 'Pay') await page.getByRole('button', { name: 'Keep my stay' }).click();
      const { refund } = await (await page.request.get(`/api/bookings/${code}/cancellation`)).json();
      const cancelled = await page.request.post(`/api/bookings/${code}/cancel`, { data: { refund } });
      expect(cancelled.ok()).toBe(true);
      await page.getByRole('button', { name: press === 'Pay' ? /^Pay \$/ : 'Cancel my stay' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stay was cancelled');
    });
});
