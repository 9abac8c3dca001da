import type { Page } from '@playwright/test';
import { arrival, dates, day, days, departure, turnTo } from './book-steps.ts';
import { open } from './goto.ts';
import { expect, test } from './site.ts';

const property = 'the-beachcomber';

const wide = { width: 1440, height: 1000 };

const total = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Price' })
    .getByText(/^\$[\d,.]+$/)
    .first();

test('a guest finds a home by dates and reads its whole price, in an address that can be shared', async ({
  page,
}) => {
  await open(page, '/book');
  await page.getByLabel('Check-in').fill(arrival.date);
  await page.getByLabel('Check-out').fill(departure.date);
  await page.getByLabel('Guests').fill('4');
  await page.getByRole('button', { name: 'Show free homes' }).click();
  await expect(page).toHaveURL(`/book?${dates}&guests=4&pets=0`);
  const homes = page.getByRole('article');
  await expect(homes).toHaveCount(3);
  const beachcomber = homes.filter({ hasText: 'The Beachcomber' });
  const price = await beachcomber.getByText(/^\$[\d,.]+$/).textContent();
  await beachcomber.getByRole('link', { name: 'Choose this home' }).click();
  await expect(page).toHaveURL(new RegExp(`property=${property}`));
  await expect(total(page)).toHaveText(price ?? '');
  await expect(page.getByText('How this adds up')).toBeVisible();
  await expect(page.getByText(/Calendars checked/)).toBeVisible();
  await page.goBack();
  await expect(homes).toHaveCount(3);
  await beachcomber.getByRole('link', { name: 'The Beachcomber', exact: true }).click();
  await expect(page).toHaveURL(`/stays/${property}?${dates}&guests=4&pets=0`);
  await page.goBack();
  await expect(homes).toHaveCount(3);
});

test('the calendar is moved through and chosen from by keys', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, `/book?property=${property}`);
  await turnTo(page, arrival);
  await day(page, arrival).focus();
  await page.keyboard.press('Enter');
  await expect(day(page, days(1))).toBeFocused();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight');
  await expect(day(page, departure)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(total(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(dates));
  await page.keyboard.press('PageDown');
  await expect(page.locator('[role=button]:focus')).not.toHaveAccessibleName(new RegExp(departure.name));
  await page.keyboard.press('Home');
  await expect(page.locator('[role=button]:focus')).toHaveAccessibleName(/ 1, \d{4}/);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('End');
  await expect(page.locator('[role=button]:focus')).toHaveAccessibleName(/ (30|31), \d{4}/);
});

test.describe('what the server rejects', () => {
  test.use({ expectedNoise: [/status of 400/] });

  test('a missing detail has a message beside its field', async ({ page }) => {
    await open(page, `/book?property=${property}&${dates}`);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await expect(page.getByText('Please tell us your name').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  });

  test('a message below the window is brought into view with its field', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 600 });
    await open(page, `/book?property=${property}&${dates}`);
    const name = page.getByRole('textbox', { name: 'Name' });
    const email = page.getByRole('textbox', { name: 'Email' }).first();
    await name.fill('Ada Guest');
    // The field ends the window, so that focusing it scrolls nothing.
    await email.evaluate((field) =>
      window.scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 4),
    );
    await name.press('Enter');
    await expect(email).toBeFocused();
    await expect(page.locator('#details-email-problem')).toBeInViewport({ ratio: 1 });
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 400/] });

  test('dates lead to homes, a home to its price, and its months can be read', async ({ page }) => {
    await page.goto('/book');
    await page.getByLabel('Check-in').fill(arrival.date);
    await page.getByLabel('Check-out').fill(departure.date);
    await page.getByRole('button', { name: 'Show free homes' }).click();
    await page.getByRole('link', { name: /Choose this home.*The Beachcomber/ }).click();
    await expect(page.getByText('How this adds up')).toBeVisible();
    await expect(page.getByRole('table').first()).toContainText('$');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await expect(page.getByText('Please tell us your name').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  });
});
