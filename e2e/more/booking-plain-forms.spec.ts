import {
  agree,
  fillDetails,
  freeNights,
  freeStay,
  pathOf,
  setMode,
  takeNights,
  typedDetails,
} from '../booking-steps.ts';
import { query } from '../database.ts';
import { property } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectNoSidewaysScrolling, test } from '../site.ts';

test.use({ javaScriptEnabled: false, expectedNoise: [/status of 40[09]/] });

const isForThree = (url: URL) => url.searchParams.get('guests') === '3';

test.afterEach(freeNights);

test('details outlive nights that were taken: they come along to other dates and homes', async ({ page }) => {
  const stay = await freeStay(page.request);
  const email = newPerson();
  for (const to of ['other dates', 'another home']) {
    await page.goto(pathOf(stay));
    await fillDetails(page, email);
    const typed = await typedDetails(page);
    await takeNights(stay);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    const price = page.getByRole('complementary', { name: 'Price' });
    await expect(price.getByRole('heading')).toHaveText('The Beachcomber is not free on these dates');
    if (to === 'other dates') {
      await price
        .getByRole('button', { name: /in all$/ })
        .first()
        .click();
    } else {
      await price.getByRole('button', { name: 'See all homes on these dates' }).click();
      await page
        .getByRole('button', { name: /Choose this home/ })
        .first()
        .click();
    }
    await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
    expect(await typedDetails(page)).toEqual(typed);
    await freeNights();
  }
  await agree(page);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nights are held for you');
});

test('details outlive another search and a promotion code after a rejected form', async ({ page }) => {
  const stay = await freeStay(page.request);
  await page.goto(pathOf(stay));
  await fillDetails(page, 'ann@nowhere');
  const typed = await typedDetails(page);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  await page.getByLabel('Guests').fill('3');
  await page.getByLabel('Check-out').fill('');
  await page.getByRole('button', { name: 'Show the price' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose a check-out day after check-in.');
  await expect(page.getByLabel('Check-in')).toHaveValue(stay.checkin);
  await page.getByLabel('Check-out').fill(stay.checkout);
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.waitForURL((url) => url.searchParams.get('checkout') === stay.checkout && isForThree(url));
  expect(await typedDetails(page)).toEqual(typed);
  await page.getByText('Promotion code', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('BEACH10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promotion code BEACH10')).toBeAttached();
  expect(await typedDetails(page)).toEqual(typed);
  // What the address says can be shared, what was typed cannot.
  const { property, checkin, checkout } = stay;
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    property,
    checkin,
    checkout,
    guests: '3',
    pets: '0',
    promoCode: 'BEACH10',
  });
});

test('a search without a check-out day gets a message, and keeps its check-in day', async ({ page }) => {
  await page.goto('/book');
  const { checkin } = await freeStay(page.request);
  await page.getByLabel('Check-in').fill(checkin);
  await page.getByLabel('Guests').fill('3');
  await page.getByRole('button', { name: 'Show free homes' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose a check-out day after check-in.');
  await expect(page.getByLabel('Check-in')).toHaveValue(checkin);
  await expect(page.getByLabel('Guests')).toHaveValue('3');
});

test('a policy page whose text the hosts deleted has the contact', async ({ page }) => {
  const hasText = async () => (await page.request.get('/api/pages/terms')).ok();
  await query(`update pages set slug = 'terms-put-away' where slug = 'terms'`, []);
  try {
    await expect.poll(hasText).toBe(false);
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
    await expect(page.getByRole('main').getByRole('link', { name: /555-0142/ })).toBeVisible();
  } finally {
    await query(`update pages set slug = 'terms' where slug = 'terms-put-away'`, []);
    await expect.poll(hasText).toBe(true);
  }
});

test.describe('a home whose hosts approve stays', () => {
  test.beforeAll(() => setMode('request'));

  test.afterAll(() => setMode('instant'));

  test('reports it from its own page to the page of the request, where a rejected message stays typed', async ({
    page,
  }) => {
    const { checkin, checkout } = await freeStay(page.request, property);
    await page.goto(`/stays/${property}?checkin=${checkin}&checkout=${checkout}&guests=2`);
    const box = page.getByRole('complementary', { name: 'Price and booking' });
    await expect(box).toContainText('You pay when they have approved your stay.');
    await box.getByRole('link', { name: 'Ask for these nights' }).click();
    await expect(page.getByText('You pay nothing now')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^All once approved: \$/ })).toBeChecked();
    await expect(page.getByRole('button', { name: /^Reserve and pay/ })).toHaveCount(0);
    await fillDetails(page, newPerson());
    await page.getByRole('button', { name: 'Ask the hosts for these nights' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your request');
    await expect(page.getByText('The hosts answer within 24 hours')).toBeVisible();
    for (const name of ['Pay now', 'Let these nights go'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expectNoSidewaysScrolling(page);

    const text = page.getByLabel('What would you like to know?');
    await text.evaluate((area: HTMLTextAreaElement) => area.removeAttribute('maxlength'));
    await text.fill('x'.repeat(5_001));
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.locator('#messages')).toContainText('at most 5000');
    await expect(text).toHaveValue('x'.repeat(5_001));
    await text.fill('Is there a crib?');
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a crib?');
    await expect(page).toHaveURL(/\/book\/[0-9A-Z]{8}\?sent=1#message-form$/);
  });
});

test('the waitlist is joined by a plain form, whose messages are at the field, and details are carried over', async ({
  page,
}) => {
  const stay = await freeStay(page.request);
  await page.goto(pathOf(stay));
  await fillDetails(page, newPerson());
  const typed = await typedDetails(page);
  await takeNights(stay);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  const form = page.getByRole('form', { name: 'Waitlist' });
  const field = form.getByLabel('Hear when these nights open');
  const join = form.getByRole('button', { name: 'Join the waitlist' });
  await field.fill('ann@nowhere');
  await join.click();
  await expect(form.getByText('Email is not a valid email')).toBeVisible();
  await expect(field).toHaveValue('ann@nowhere');
  await expect(form).toBeInViewport();
  await expectNoSidewaysScrolling(page);
  const email = newPerson();
  await field.fill(email);
  await join.click();
  await expect(form).toContainText('You are on the list: we write to you when these nights open.');
  await expect(page).toHaveURL(
    new RegExp(`^[^?]*/book\\?property=${stay.property}&checkin=${stay.checkin}&.*#waitlist$`),
  );
  const rows = await query('select checkin::text, notified_at from waitlist_entries where email = $1', [
    email,
  ]);
  expect(rows).toEqual([{ checkin: stay.checkin, notified_at: null }]);
  await freeNights();
  await field.fill(newPerson());
  await join.click();
  const price = page.getByRole('complementary', { name: 'Price' });
  await expect(price.getByText('These nights are free: you can book them now.')).toBeVisible();
  expect(await typedDetails(page)).toEqual(typed);
});
