import {
  atPayment,
  fillDetails,
  freeNights,
  freeStay,
  guest,
  pathOf,
  typedDetails,
} from './booking-steps.ts';
import { confirmed } from './paid-stay.ts';
import { newPerson } from './sign-in.ts';
import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false, expectedNoise: [/status of 40[09]/] });

test.afterEach(freeNights);

test('details, plan, promotion code, dates and party outlive a rejected form', async ({ page }) => {
  await page.goto(`${pathOf(await freeStay(page.request)).replace('pets=0', 'pets=1')}&promoCode=BEACH10`);
  const address = new URL(page.url()).search;
  await expect(page.getByRole('button', { name: 'Clear dates' })).toBeHidden();
  await fillDetails(page, 'ann@nowhere');
  await page.getByRole('radio', { name: /^Deposit now/ }).check();
  const typed = await typedDetails(page);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  await expect(page.locator('#details-email-problem')).toHaveText('Email is not a valid email');
  expect(await typedDetails(page)).toEqual(typed);
  expect(new URL(page.url()).search).toBe(address);
  await expect(page.getByRole('radio', { name: /^Deposit now/ })).toBeChecked();
  await expect(page.getByLabel('Guests')).toHaveValue('4');
  await expect(page.getByLabel('Pets')).toHaveValue('1');
  await expect(page.getByRole('textbox', { name: 'Promotion code' })).toHaveValue('BEACH10');
});

test('a stay is paid off, and cancelled after its refund was shown', async ({ page }) => {
  const { code } = await confirmed(page, newPerson(), guest.name, 'deposit');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await atPayment(page);
  await page.goto(`/trips/${code}`);
  await page.getByRole('button', { name: 'Cancel this stay' }).click();
  await expect(page.getByRole('heading', { name: 'Cancel this stay?' })).toBeInViewport();
  // A figure other than the displayed one cancels nothing.
  await page.locator('input[name=refund]').evaluate((input: HTMLInputElement) => {
    input.value = '1';
  });
  await page.getByRole('button', { name: 'Cancel my stay' }).click();
  await expect(page.locator('#cancel')).toContainText('Please look at it again.');
  await page.getByRole('button', { name: 'Cancel my stay' }).click();
  await expect(page).toHaveURL(`/trips/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stay was cancelled');
});
