import { fillDetails, freeNights, freeStay, guest, pathOf } from './booking-steps.ts';
import { openEarly, scriptsAreThere } from './goto.ts';
import { newPerson } from './sign-in.ts';
import { expect, test } from './site.ts';

/* Guests press before hydration: each press works as a plain form, or the scripts repeat it. */

test.afterEach(freeNights);

test('typed details and "Reserve and pay" lead to the hold', async ({ page }) => {
  const release = await openEarly(page, pathOf(await freeStay(page.request)));
  await fillDetails(page, newPerson());
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  await page.waitForURL(/\/book\/[0-9A-Z]{8}/);
  release();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});

test.describe('a form that was rejected before the scripts', () => {
  test.use({ expectedNoise: [/status of 400/] });

  test('is taken over by them with what was typed', async ({ page }) => {
    const release = await openEarly(page, pathOf(await freeStay(page.request)));
    await page.getByLabel('Name').fill(guest.name);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await expect(
      page.getByText('Please agree to the rules and the cancellation policy', { exact: true }),
    ).toBeVisible();
    release();
    await scriptsAreThere(page);
    await expect(page.getByLabel('Name')).toHaveValue(guest.name);
  });
});
