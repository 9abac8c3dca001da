import type { Page } from '@playwright/test';
import { test as hostTest } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { expect, expectAccessible } from '../site.ts';

const test = hostTest;

/** Nights of the autumn of the next year, far from those of other tests. */
const year = new Date(Date.now() + 330 * 86_400_000).getUTCFullYear();

const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);

// Rejected forms and taken nights are reported on the console, too.
test.use({ expectedNoise: [/Failed to load resource: the server responded with a status of 40[09]/] });

test('a withdrawn offer shows its guest a message and a link to the free nights', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(
    page,
    `/admin/offers/new?property=kid-friendly-steps-to-beach&checkin=${year}-10-04&checkout=${year}-10-09`,
  );
  await expect(
    page
      .getByRole('region', { name: 'Price' })
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first(),
  ).toBeVisible();
  await fits(page);
  await page.getByRole('button', { name: 'Make the link' }).click();
  const url = await page.getByLabel('Link to the offer').inputValue();
  await page.getByRole('link', { name: 'All offers' }).click();
  const offer = page.getByRole('listitem').filter({ has: page.locator(`input[value="${url}"]`) });
  await expect(offer).toContainText('Open');
  await fits(page);
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(offer.getByRole('button', { name: 'Withdraw' })).toBeFocused();
  await offer.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeFocused();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const guest = await plain.newPage();
  await guest.goto(url);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('This offer was withdrawn');
  await guest.getByRole('link', { name: 'Look at these dates' }).click();
  await expect(guest).toHaveURL(/\/book\?.*checkin=/);
  await plain.close();
});

test('an offer is booked without scripts', async ({ page, browser }) => {
  await open(
    page,
    `/admin/offers/new?property=kid-friendly-steps-to-beach&checkin=${year}-11-01&checkout=${year}-11-06`,
  );
  await page.getByRole('button', { name: 'Make the link' }).click();
  const url = await page.getByLabel('Link to the offer').inputValue();
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const guest = await plain.newPage();
  await guest.goto(url);
  await guest.getByLabel('Name').fill('Dot Roe');
  await guest.getByLabel('Email').fill(`plain-${Date.now()}@example.com`);
  await guest.getByLabel('Phone').fill('850 555 0123');
  await guest.getByRole('button', { name: /Reserve and pay/ }).click();
  await expect(guest.getByText('Please agree to the house rules').first()).toBeVisible();
  await expect(guest.getByLabel('Name')).toHaveValue('Dot Roe');
  // A document arrives in parts; the button stands below the boxes.
  await guest.getByRole('button', { name: /Reserve and pay/ }).waitFor();
  for (const box of await guest.getByRole('checkbox').all()) await box.check();
  await guest.getByRole('button', { name: /Reserve and pay/ }).click();
  await expect(guest).toHaveURL(/\/book\/[0-9A-Z]{8}$/);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Your nights are held for you');
  await plain.close();
});
