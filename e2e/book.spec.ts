import type { Page } from '@playwright/test';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, seeWholePage, test } from './site.ts';

const property = 'the-beachcomber';
const wide = { width: 1440, height: 1000 };

/** A Monday far enough away, and some days later; as an address has them and as the calendar names them. */
function days(later: number): { date: string; name: string } {
  // The September that is at least twelve weeks away; the seeded homes can be booked for 540 days.
  const year = new Date(Date.now() + 200 * 86_400_000).getUTCFullYear();
  const day = new Date(Date.UTC(year, 8, 6));
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7) + later);
  const name = day.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  return { date: day.toISOString().slice(0, 10), name };
}

const [arrival, departure] = [days(0), days(5)];
const dates = `checkin=${arrival.date}&checkout=${departure.date}`;

const total = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Price' })
    .getByText(/^\$[\d,.]+$/)
    .first();
const day = (page: Page, { name }: { name: string }) =>
  page.getByRole('gridcell').getByRole('button', { name: new RegExp(name) });

/** Pages the calendar on until a day is in view. */
async function turnTo(page: Page, wanted: { name: string }): Promise<void> {
  const next = page.getByRole('button', { name: 'Next month' }).first();
  await expect(next).toBeEnabled();
  while ((await day(page, wanted).count()) === 0) await next.click();
}

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

test('nights are chosen in the calendar, and their price stands beside it at once', async ({ page }) => {
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

test('a stay that is too short is told so, in the calendar and by the price', async ({ page }) => {
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

  test('what is missing in the details is told beside its field', async ({ page }) => {
    await open(page, `/book?property=${property}&${dates}`);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await expect(page.getByText('Please tell us your name').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
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

  test('a promotion code that does not hold leaves the price and says why at its field', async ({ page }) => {
    await page.goto(`/book?property=${property}&${dates}&promoCode=nonsense`);
    await expect(total(page)).toBeVisible();
    const code = page.getByRole('textbox', { name: 'Promotion code' });
    await expect(code).toHaveAccessibleDescription('We do not know this promotion code.');
    await expect(page.getByRole('button', { name: 'Reserve and pay' })).toBeVisible();
  });
});

for (const path of [
  '/book',
  `/book?${dates}&guests=2`,
  `/book?property=${property}&${dates}`,
  `/stays/${property}?${dates}&guests=2`,
  '/cancellation',
]) {
  test(`${path} is accessible and fits phones, tablets and desks`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, path);
    await seeWholePage(page);
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    }
  });
}

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

test('"View & Book" brings the nights of its home beside the inquiry, which takes the dates over', async ({
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
  await expect(page.locator('#contact').getByLabel('Check-in')).toHaveValue(arrival.date);
  await expect(page.locator('#contact').getByLabel('Check-out')).toHaveValue(departure.date);
});
