import type { Page } from '@playwright/test';
import {
  changeStay,
  fillDetails,
  freeNights,
  freeStay,
  guest,
  pathOf,
  takeNights,
} from '../booking-steps.ts';
import { query } from '../database.ts';
import { formAnswers, open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { confirmed, hold, property } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, test } from '../site.ts';

/* What guests read, type and can press before a response arrives, and after one was lost. */

const reserveButton = (page: Page) => page.getByRole('button', { name: 'Reserve and pay' });

test.afterEach(async () => {
  await freeNights();
  await query(`delete from taxes where label = 'Local tax'`, []);
});

test('other dates cannot be booked at the price of the earlier ones, which is still shown', async ({
  page,
}) => {
  await open(page, pathOf(await freeStay(page.request)));
  await fillDetails(page, newPerson());
  const release = await holdBack(page, '**/api/quotes');
  const total = page
    .getByRole('complementary', { name: 'Price' })
    .getByText(/^\$[\d,.]+$/)
    .first();
  const before = (await total.textContent()) ?? '';
  await changeStay(page);
  await page.getByLabel('Pets').fill('1');
  await expect(total).toHaveText(before);
  await expect(reserveButton(page)).toBeDisabled();
  release();
  await expect(total).not.toHaveText(before);
  await expect(reserveButton(page)).toBeEnabled();
});

test('another number of guests can be typed in place of the one that stood there', async ({ page }) => {
  await open(page, pathOf(await freeStay(page.request)));
  await changeStay(page);
  await page.getByLabel('Guests').press('End');
  await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Guests')).toHaveValue('');
  await page.keyboard.type('6');
  await expect(page.getByLabel('Guests')).toHaveValue('6');
  await expect(page.getByRole('region', { name: 'Your stay' })).toContainText('6 guests');
});

test('text typed while a message is sent is not lost', async ({ page }) => {
  await confirmed(page, newPerson(), guest.name);
  await open(page, page.url());
  const release = await holdBack(page, '**/messages');
  const question = page.getByRole('textbox', { name: 'What would you like to know?' });
  await question.fill('Is there a grill?');
  await formAnswers(question);
  await page.getByRole('button', { name: 'Send to the hosts' }).click();
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  await question.fill('And a crib?');
  release();
  await expect(page.getByText('Sent. The hosts answer here and by mail.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a grill?');
  await expect(question).toHaveValue('And a crib?');
});

test('a stay that is being cancelled cannot be kept any more', async ({ page }) => {
  await confirmed(page, newPerson(), guest.name);
  await open(page, page.url());
  await page.getByRole('button', { name: 'Cancel this stay' }).click();
  const release = await holdBack(page, '**/cancel');
  await page.getByRole('button', { name: 'Cancel my stay' }).click();
  await expect(page.getByRole('button', { name: 'Cancelling…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep my stay' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stay was cancelled');
});

test('taxes with one label are each listed once, also after the party has changed', async ({ page }) => {
  const stay = await freeStay(page.request);
  await query(
    `insert into taxes (property_id, label, jurisdiction, percent, step)
     select id, 'Local tax', jurisdiction, percent, 1
     from properties, (values ('Florida', 6), ('Bay County', 1)) as one (jurisdiction, percent)
     where slug = $1`,
    [stay.property],
  );
  await open(page, pathOf(stay));
  const price = page.getByRole('complementary', { name: 'Price' });
  await changeStay(page);
  for (const guests of [7, 4]) {
    await page.getByLabel('Guests').fill(String(guests));
    await expect(page.getByRole('region', { name: 'Your stay' })).toContainText(`${guests} guests`);
    await expect(price.getByText('Extra guests')).toHaveCount(guests > 6 ? 1 : 0);
    await expect(price.getByText('Local tax')).toHaveCount(2);
  }
});

for (const hours of [-3, 3])
  test(`a browser's clock that is ${hours} h off changes nothing of the time to pay`, async ({ page }) => {
    const { code } = await hold(page, newPerson(), guest.name);
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await open(page, `/book/${code}`);
    await expect(page.getByRole('timer')).toHaveText(/^3\d:\d\d left$/);
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

  test('leaves the hold of a page as it was when the browser shows the page again', async ({ page }) => {
    const { checkin, checkout } = await hold(page, newPerson(), guest.name);
    await open(page, pathOf({ property, checkin, checkout }));
    const held = page.getByRole('region', { name: 'Your hold' });
    await expect(held).toBeVisible();
    await page.route('**/api/holds', (route) => route.abort());
    const lost = page.waitForEvent('requestfailed');
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await lost;
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(held).toBeVisible();
  });

  test('leaves a trip that is read again as it was, with what is typed there', async ({ page }) => {
    const { code } = await confirmed(page, newPerson(), guest.name);
    await open(page, `/trips/${code}`);
    await page.route(`**/api/bookings/${code}`, (route) => route.abort());
    const question = page.getByRole('textbox', { name: 'What would you like to know?' });
    await question.fill('Is there a grill?');
    await formAnswers(question);
    const lost = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await lost;
    await expect(page.getByText('Sent. The hosts answer here and by mail.')).toBeVisible();
    await question.fill('And a crib?');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a grill?');
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('And a crib?');
  });

  test('of a price has a message, and the price is requested again', async ({ page }) => {
    const { property, checkin, checkout } = await freeStay(page.request);
    await open(page, `/book?property=${property}`);
    await page.route('**/api/quotes', (route) => route.abort(), { times: 1 });
    await page.getByLabel('Check-in').fill(checkin);
    await page.getByLabel('Check-out').fill(checkout);
    await expect(page.getByText('The price cannot be shown just now. Please try again.')).toBeVisible();
    const price = page.getByRole('complementary', { name: 'Price' });
    await price.scrollIntoViewIfNeeded();
    await expect(price.getByRole('heading')).toHaveText('There is no price yet');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await expect(reserveButton(page)).toBeVisible();
  });

  test('of the waitlist leaves the typed address', async ({ page }) => {
    const stay = await freeStay(page.request);
    await takeNights(stay);
    await open(page, pathOf(stay));
    const email = newPerson();
    await page.route('**/api/waitlist', (route) => route.abort(), { times: 1 });
    const field = page.locator('#waitlist-email');
    await field.fill(email);
    await formAnswers(field);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByText('Please try again in a moment.')).toBeVisible();
    await expect(page.locator('#waitlist-email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByText('You are on the list')).toBeVisible();
  });
});
