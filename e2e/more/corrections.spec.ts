import type { Page } from '@playwright/test';
import { test } from '../admin-fixture.ts';
import { freeStay } from '../booking-steps.ts';
import { open } from '../goto.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

/** Axe looks once; every width has to fit. */
async function expectGoodLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const width of [1440, 820, 320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
  }
}

test('a host sees what a charge, a correction and another party lead to before pressing', async ({
  page,
}) => {
  const { code } = await confirmed(page, newPerson(), 'Cora Corrected');
  await open(page, `/admin/bookings/${code}`);
  const dialog = page.getByRole('dialog');
  const back = dialog.getByRole('button', { name: 'Back' });

  await page.getByRole('button', { name: 'Add a charge' }).click();
  await dialog.getByRole('button', { name: 'See the bill' }).click();
  for (const missing of ['what it is for', 'an amount such as 25.00', 'why: the guest reads it'])
    await expect(dialog.getByText(`Please enter ${missing}`)).toBeVisible();
  await expect(dialog.getByLabel('What for')).toBeFocused();
  await dialog.getByLabel('What for').fill('Heated pool');
  await dialog.getByLabel(/^Amount/).fill('25');
  await dialog.getByLabel('Why, for the guest').fill('As you asked us to');
  await dialog.getByRole('button', { name: 'See the bill' }).click();
  await expect(dialog.getByText('Total after the charge')).toBeInViewport();
  await expect(dialog.getByRole('radio', { name: /stored card/ })).toBeDisabled();
  await expectGoodLayout(page);
  await back.click();

  await page.getByRole('button', { name: 'Edit guest' }).click();
  await dialog.getByLabel('Email').fill(newPerson());
  await expect(dialog.getByText(/loses it at once/)).toBeInViewport({ ratio: 1 });
  await expectGoodLayout(page);
  await back.click();

  await page.getByRole('button', { name: 'Party' }).click();
  await dialog.getByLabel('Guests').fill('5');
  await dialog.getByRole('button', { name: 'See what it costs' }).click();
  await expect(dialog.getByText('After the change')).toBeInViewport();
  await expectGoodLayout(page);
  await back.click();
  await expect(page.getByRole('region', { name: 'Extras' })).toHaveCount(0);
});

test('the first field of a dialog that is wrong has the focus, with what is wrong in view', async ({
  page,
}) => {
  const { code } = await confirmed(page, newPerson(), 'Fern Focus');
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, `/admin/bookings/${code}`);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expect(dialog.getByText('Please say why you refund it')).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Reason').fill('The pool was cold');
  await dialog.getByLabel('Refund in USD').fill('');
  await dialog.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(dialog.getByLabel('Refund in USD')).toBeFocused();
  await expect(dialog.getByText('Please enter an amount such as 250.00')).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Back' }).click();
});

test.describe('with a rejected call', () => {
  test.use({ expectedNoise: [/status of 400/] });

  test('what a call rejects is in view below the fields of a small phone', async ({ page }) => {
    const { code } = await confirmed(page, newPerson(), 'Pam Party');
    await page.setViewportSize({ width: 320, height: 480 });
    await open(page, `/admin/bookings/${code}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Party' }).click();
    await dialog.getByLabel('Guests').fill('40');
    await dialog.getByRole('button', { name: 'See what it costs' }).click();
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  });
});

test('extras of an offer are chosen under the stay, and stand in its price', async ({ page }) => {
  const { checkin, checkout } = await freeStay(page.request);
  await open(page, '/admin/offers/new');
  await page.getByLabel('Home').selectOption({ label: 'The Beachcomber' });
  await page.getByLabel('Check-in').fill(checkin);
  await page.getByLabel('Check-out').fill(checkout);
  await page.getByRole('checkbox', { name: /^Beach cart for the stay/ }).check();
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('Beach cart for the stay');
  await expectGoodLayout(page);
});
