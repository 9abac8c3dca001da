import type { Page } from '@playwright/test';
import { arrival, dates, day, departure, turnTo } from './book-steps.ts';
import { field } from './contact-steps.ts';
import { formAnswers, open } from './goto.ts';
import { newPerson } from './sign-in.ts';
import { expect, expectAccessible, mailTo, test } from './site.ts';
import { currentImage, lightbox } from './stay-page.ts';

const beachcomber = '/stays/the-beachcomber';

const gallery = (page: Page) => page.getByRole('region', { name: 'Pictures of The Beachcomber' });

test('a property page shows its details and links to the inquiry with the property selected', async ({
  page,
}) => {
  await open(page, beachcomber);
  await expect(page.getByRole('list', { name: 'Facts' })).toHaveText('8 guests3 beds2 baths');
  await expect(page.locator('#sleeping')).toContainText('Gulf bedroom1 king bed');
  await expect(page.locator('#amenities').getByRole('listitem')).toHaveCount(10);
  await expect(page.locator('#rules')).toContainText('No parties or events');
  await expect(page.locator('#rules')).toContainText('from 4 PM');
  await expect(page.locator('#rules')).toContainText('until 10 AM');
  await expect(page.locator('#reviews figure')).toHaveCount(12);
  await page.getByRole('link', { name: 'Ask about your dates' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
  await expect(page.getByLabel('Property')).toHaveValue('The Beachcomber');
  await page.locator('#location').scrollIntoViewIfNeeded();
  await expect(page.locator('iframe[title="Map of The Beachcomber"]')).toHaveAttribute(
    'src',
    '/embed/map/the-beachcomber',
  );
});

test('an inquiry in progress follows the dates of the calendar, cleared ones too, and loses no text', async ({
  page,
}) => {
  await open(page, `${beachcomber}?${dates}&guests=4`);
  await field(page, 'Message').fill('May we bring a boat?');
  await formAnswers(field(page, 'Message'));
  const expectInquiry = async (checkin: string, checkout: string) => {
    await expect(field(page, 'Check-in')).toHaveValue(checkin);
    await expect(field(page, 'Check-out')).toHaveValue(checkout);
    await expect(field(page, 'Message')).toHaveValue('May we bring a boat?');
  };
  await expectInquiry(arrival.date, departure.date);
  await page.getByRole('button', { name: 'Clear dates' }).click();
  await expectInquiry('', '');
  await expect(page.getByRole('complementary', { name: 'Price and booking' })).toContainText(
    'Your stay4 guests',
  );
  await turnTo(page, arrival);
  await day(page, arrival).click();
  if ((await day(page, departure).count()) === 0) await turnTo(page, departure);
  await day(page, departure).click();
  await expectInquiry(arrival.date, departure.date);
});

test('the lightbox opens, moves by keys, wraps, and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, beachcomber);
  const second = gallery(page).getByRole('link', { name: /bright living room/ });
  await second.first().focus();
  await page.keyboard.press('Enter');
  const counter = lightbox(page).locator('[aria-live=polite]');
  await expect(counter).toHaveText('Picture 2 / of 8');
  await expect(currentImage(page)).toHaveAttribute('alt', /bright living room/);
  for (const [key, place] of [
    ['ArrowLeft', 1],
    ['ArrowLeft', 8],
    ['ArrowRight', 1],
    ['End', 8],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(counter).toHaveText(`Picture ${place} / of 8`);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toHaveCount(0);
  await expect(second.first()).toBeFocused();
});

test.describe('failed requests', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test("joining a property's waitlist is confirmed, and one click unsubscribes", async ({ page }) => {
    await open(page, '/stays/sunset-villa');
    const offer = page.getByRole('complementary', { name: 'Coming soon' });
    await expect(offer).toContainText('Coming Spring 2025');
    const join = offer.getByRole('button', { name: 'Notify Me' });
    const address = offer.getByLabel('Your e-mail for this list');
    await join.click();
    await expect(offer.getByText('Email is required')).toBeVisible();
    await expect(address).toBeFocused();
    await address.fill('not an address');
    await join.click();
    await expect(offer.getByText('Email is not a valid email')).toBeVisible();
    await expect(address).toHaveValue('not an address');
    await expectAccessible(page);

    await page.route('**/api/notify', (route) => route.abort());
    const guest = newPerson();
    await address.fill(guest);
    await join.click();
    await expect(offer.getByText('Something went wrong. Please try again.')).toBeVisible();
    await expect(address).toHaveValue(guest);
    await page.unroute('**/api/notify');
    await join.click();
    await expect(
      offer.getByText('Thank you! We will write to you as soon as Sunset Villa can be booked.'),
    ).toBeVisible();

    const [mail] = await mailTo(guest);
    expect(mail?.subject).toBe('You are on the list for Sunset Villa');
    const link = /https?:\S+\/notify\/leave\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leave the list?');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Leave the list' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are off the list');
    await expect(page).toHaveURL('/notify/leave?left=1');
  });
});
