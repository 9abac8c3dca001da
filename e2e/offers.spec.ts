import type { Page } from '@playwright/test';
import { test as hostTest } from './admin-fixture.ts';
import { query } from './database.ts';
import { open } from './goto.ts';
import { expect, expectAccessible, standIns } from './site.ts';

const test = hostTest;

/** Nights of the autumn of the next year, far from those of other tests. */
const year = new Date(Date.now() + 330 * 86_400_000).getUTCFullYear();

const mails = async (to: string): Promise<{ subject: string; text: string }[]> =>
  (await fetch(`${standIns}/mail/messages?to=${to}`)).json();

const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);

async function addInquiry(email: string, dates: [string, string]): Promise<string> {
  const rows = await query(
    `insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message)
     values (gen_random_uuid(), 'Cay Doe', $1, 'The Beachcomber', $2, $3, 4, 'Is it free?') returning id`,
    [email, ...dates],
  );
  return (rows[0] as { id: string }).id;
}

// Rejected forms and taken nights are reported on the console, too.
test.use({ expectedNoise: [/Failed to load resource: the server responded with a status of (40[09]|500)/] });

test('a host sends an offer for an inquiry in two clicks, and the guest books it on a phone', async ({
  page,
  browser,
}) => {
  const email = `offer-${Date.now()}@example.com`;
  const id = await addInquiry(email, [`${year}-09-06`, `${year}-09-10`]);
  await open(page, `/admin/offers/new?inquiry=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An offer for Cay Doe');
  await expect(page.getByLabel('Home')).toHaveValue('the-beachcomber');
  await page.getByLabel('Price of a night, in dollars').fill('200');
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price.getByText('4 nights', { exact: true })).toBeVisible();
  await expect(price.getByText('$800.00')).toBeVisible();
  const total =
    (await price
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .textContent()) ?? '';
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the offer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The offer is made');
  const url = await page.getByLabel('Link to the offer').inputValue();
  await expect.poll(async () => (await mails(email))[0]?.text).toContain(url);

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const guest = await phone.newPage();
  const response = await guest.goto(url);
  expect(response?.headers()['cache-control']).toBe('private, no-store, no-transform');
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await open(guest, new URL(url).pathname);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('An offer for you: The Beachcomber');
  await expect(guest.getByText(total, { exact: true }).first()).toBeVisible();
  await expect(guest.getByText('The nights are held for you until then.')).toBeVisible();
  await fits(guest);
  await expectAccessible(guest);
  await guest.getByRole('button', { name: /Reserve and pay/ }).click();
  await expect(guest.getByText('Please tell us your name').first()).toBeVisible();
  await guest.getByLabel('Name').fill('Cay Doe');
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Phone').fill('850 555 0122');
  for (const box of await guest.getByRole('checkbox').all()) await box.check();
  await guest.getByRole('button', { name: /Reserve and pay/ }).click();
  await guest.waitForURL(/\/stripe\/pay\//);
  await guest.getByRole('button', { name: 'Pay', exact: true }).click();
  await guest.waitForURL(/\/trips\/[0-9A-Z]{8}$/);
  await expect(guest.getByText(`${total} paid`)).toBeVisible();
  await phone.close();

  await open(page, '/admin/offers');
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Booked');
});

test('a host books by phone, with a rule set aside, and sees what is wrong first', async ({ page }) => {
  const email = `phone-${Date.now()}@example.com`;
  await open(page, '/admin/bookings/new');
  await page.getByRole('button', { name: 'Hold the nights', exact: true }).click();
  await expect(page.getByText('Please choose a home, dates and guests first.')).toBeVisible();
  await page.getByLabel('Home').selectOption('kid-friendly-steps-to-beach');
  await page.getByLabel('Check-in').fill(`${year}-12-06`);
  await page.getByLabel('Check-out').fill(`${year}-12-07`);
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price.getByText('A guest could not book this by themselves')).toBeVisible();
  await page.getByLabel('Paid already in another way').check();
  await page.getByRole('button', { name: 'Book the stay' }).click();
  await expect(page.getByText('Please enter the name of the guest').first()).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page);
  }
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Bea Roe');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('850 555 0111');
  await page.getByLabel('How it was paid').fill('Check 1042');
  await page.getByLabel('Amount, in dollars').fill('50');
  const rest = page.getByText(/stays open, with a link to pay it\.$/);
  await expect(rest).toBeVisible();
  await page.route('**/api/admin/quotes/preview', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Guests', { exact: true }).fill('4');
  await expect(price.getByText('The price could not be fetched. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Book and mail the confirmation' }).click();
  await expect(page.getByText('The price could not be loaded. Please try again.')).toBeVisible();
  await expect(rest).toBeVisible();
  const delay = Promise.withResolvers<void>();
  await page.route('**/api/admin/quotes/preview', async (route) => {
    await delay.promise;
    await route.continue();
  });
  await page.getByLabel('Guests', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Book and mail the confirmation' }).click();
  await expect(page.getByText('The price is being added up. Please press again in a moment.')).toBeVisible();
  await expect(rest).toHaveCount(0);
  delay.resolve();
  await expect(rest).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Book and mail the confirmation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booked for Bea Roe');
  await expect.poll(async () => (await mails(email))[0]?.subject).toMatch(/^Confirmed: /);
  await open(
    page,
    `/admin/bookings/new?property=kid-friendly-steps-to-beach&checkin=${year}-12-06&checkout=${year}-12-07`,
  );
  await expect(price.getByText('is booked on all of these nights.')).toBeVisible();
});
