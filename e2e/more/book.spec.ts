import type { Page } from '@playwright/test';
import { arrival, dates, day, days, departure, turnTo } from '../book-steps.ts';
import { open } from '../goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

const property = 'the-beachcomber';

const wide = { width: 1440, height: 1000 };

const total = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Price' })
    .getByText(/^\$[\d,.]+$/)
    .first();

test('"Check Availability" opens the booking flow, and keeps the home of a page', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/shop');
  const button = page.getByRole('banner').getByRole('button', { name: 'Check Availability' });
  await button.click();
  await expect(page).toHaveURL('/book');
  await open(page, `/stays/${property}`);
  await button.click();
  await expect(page).toHaveURL(`/book?property=${property}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book The Beachcomber');
});

test('nights are chosen in the calendar, and their price appears beside it at once', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, `/book?property=${property}`);
  await turnTo(page, arrival);
  await expect(page.getByRole('grid')).toHaveCount(2);
  await day(page, arrival).click();
  await expect(page.getByRole('status').filter({ hasText: 'Now choose your check-out day' })).toBeVisible();
  await day(page, departure).hover();
  await expect(day(page, days(2)).locator('[data-in-range]')).toBeVisible();
  const quotes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/quotes')) quotes.push(request.postData() ?? '');
  });
  await day(page, departure).click();
  await expect(total(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(dates));
  expect(quotes, 'one price is asked for').toHaveLength(1);
  await expect(page.getByLabel('Check-in')).toHaveValue(arrival.date);
  await page.reload();
  await expect(total(page)).toBeVisible();
});

test('a stay that is too short has a message in the calendar and beside the price', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, `/book?property=${property}&checkin=${arrival.date}&checkout=${days(1).date}`);
  await expect(page.getByText(/is at least 3 nights/).first()).toBeVisible();
  await turnTo(page, arrival);
  await day(page, arrival).click();
  await expect(day(page, days(1))).toHaveAttribute('aria-disabled', 'true');
  await expect(day(page, days(1))).toHaveAccessibleName(/at least 3 nights/);
});

test.describe('what the server rejects', () => {
  test.use({ expectedNoise: [/status of 400/] });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`a promotion code that does not hold keeps price, form and focus at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await open(page, `/book?property=${property}&${dates}`);
      const price = (await total(page).textContent()) ?? '';
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('I agree to the house rules').check();
      await page.getByText('Promotion code', { exact: true }).click();
      const code = page.getByRole('textbox', { name: 'Promotion code' });
      for (const wrong of ['nonsense', 'rubbish']) {
        await code.fill(wrong);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(new RegExp(`promoCode=${wrong}`));
        await expect(code).toHaveAccessibleDescription('We do not know this promotion code.');
        await expect(code).toBeFocused();
        await expect(page.getByText('We do not know this promotion code.')).toBeInViewport({ ratio: 1 });
        await expect(total(page)).toHaveText(price);
      }
      await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
      await expect(page.getByLabel('I agree to the house rules')).toBeChecked();
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/status of 400/] });

  test('a promotion code that does not hold leaves the price and says why at its field', async ({ page }) => {
    await page.goto(`/book?property=${property}&${dates}&promoCode=nonsense`);
    await expect(total(page)).toBeVisible();
    const code = page.getByRole('textbox', { name: 'Promotion code' });
    await expect(code).toHaveAccessibleDescription('We do not know this promotion code.');
    await expect(page.getByRole('button', { name: 'Reserve and pay' })).toBeVisible();
  });
});

// The accessibility of the screens of the booking flow is tested with that of all screens.
test('the screens of the booking fit phones, tablets and desks', async ({ page }) => {
  for (const path of [
    '/book',
    `/book?${dates}&guests=2`,
    `/book?property=${property}&${dates}`,
    `/stays/${property}?${dates}&guests=2`,
    '/cancellation',
  ]) {
    await test.step(path, async () => {
      await open(page, path);
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScrolling(page);
      }
    });
  }
});

test('the price of a home and the cancellation rules are accessible', async ({ page }) => {
  for (const path of [`/stays/${property}?${dates}&guests=2`, '/cancellation']) {
    await open(page, path);
    await expectAccessible(page);
  }
});

test('a home’s page opens with the dates of its address and their total, for machines too', async ({
  page,
}) => {
  await open(page, `/stays/${property}?${dates}&guests=4`);
  const box = page.getByRole('complementary', { name: 'Price and booking' });
  const price = (await box.getByText(/^\$[\d,.]+$/).textContent()) ?? '';
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const rental = data.map((text) => JSON.parse(text)).find((node) => node['@type'] === 'VacationRental');
  expect(rental.makesOffer).toMatchObject({
    availability: 'https://schema.org/InStock',
    price: price.replace(/[$,]/g, ''),
    priceCurrency: 'USD',
  });
  await box.getByRole('link', { name: 'Book these nights' }).click();
  await expect(total(page)).toHaveText(price);
});

test('"View & Book" brings the nights of its home with their price, and the inquiry takes the dates over', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await open(page, '/');
  await page
    .getByRole('article')
    .filter({ hasText: 'The Beachcomber' })
    .getByRole('button', { name: 'View & Book' })
    .click();
  await turnTo(page, arrival);
  await day(page, arrival).click();
  if ((await day(page, departure).count()) === 0) await turnTo(page, departure);
  await day(page, departure).click();
  const contact = page.locator('#contact');
  await expect(contact.getByRole('heading', { name: 'Book The Beachcomber' })).toBeVisible();
  await expect(contact.getByText('in all, fees and taxes included')).toBeVisible();
  await contact.getByRole('link', { name: 'Book these nights' }).scrollIntoViewIfNeeded();
  await contact.getByRole('heading', { name: 'Ask about your dates' }).scrollIntoViewIfNeeded();
  await expect(contact.getByLabel('Check-in')).toHaveValue(arrival.date);
  await expect(contact.getByLabel('Check-out')).toHaveValue(departure.date);
});
