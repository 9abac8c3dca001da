import type { Page } from '@playwright/test';
import { fillDetails, freeNights, freeStay, pathOf } from './booking-steps.ts';
import { open } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { newPerson } from './sign-in.ts';
import { expect, test } from './site.ts';

/* What guests read and can press while an answer is late, and after one was lost. */

const reserveButton = (page: Page) => page.getByRole('button', { name: 'Reserve and pay' });

test.afterEach(freeNights);

test('other dates cannot be booked at the price of the earlier ones, which is still shown', async ({
  page,
}) => {
  await open(page, pathOf(await freeStay(page.request)));
  await fillDetails(page, newPerson());
  const release = await holdBack(page, '**/api/quotes');
  await page.getByLabel('Guests').fill('2');
  await expect(page.getByRole('complementary', { name: 'Price' })).toContainText('4 guests');
  await expect(reserveButton(page)).toBeDisabled();
  release();
  await expect(page.getByRole('complementary', { name: 'Price' })).toContainText('2 guests');
  await expect(reserveButton(page)).toBeEnabled();
});
