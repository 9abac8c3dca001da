import type { Page } from '@playwright/test';
import { freeStay } from '../booking-steps.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, seeWholePage, test } from '../site.ts';
import { currentImage, lightbox } from '../stay-page.ts';

const beachcomber = '/stays/the-beachcomber';

const gallery = (page: Page) => page.getByRole('region', { name: 'Pictures of The Beachcomber' });

test('a property card links to its page by title and images', async ({ page }) => {
  await open(page, '/');
  const card = page.getByRole('article').filter({ hasText: 'The Beachcomber' });
  await card.getByRole('link', { name: 'The Beachcomber', exact: true }).click();
  await expect(page).toHaveURL(beachcomber);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Beachcomber');
  await expect(page).toHaveTitle('The Beachcomber | PCB Beach Rentals');
  await page.goBack();
  await card.locator('li:not([inert]) a').first().click();
  await expect(page).toHaveURL(beachcomber);
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Our homes' })
    .click();
  await expect(page).toHaveURL('/#properties');
});

test("a property's map is centered on it; an unknown property has none", async ({ request }) => {
  const map = await request.get('/embed/map/the-beachcomber');
  expect(await map.text()).toContain('q=Sunnyside+Beach');
  expect((await request.get('/embed/map/elsewhere')).status()).toBe(404);
});

test('the browser’s Back closes the images, and so do the X and Escape, without a step left behind', async ({
  page,
}) => {
  await open(page, '/');
  await open(page, beachcomber);
  const all = gallery(page).getByRole('link', { name: 'Show all 8 pictures' });
  await all.click();
  await expect(lightbox(page)).toBeVisible();
  await page.goBack();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(page).toHaveURL(beachcomber);
  await all.click();
  await lightbox(page).getByRole('button', { name: 'Close' }).click();
  await expect(lightbox(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('on a phone a bar is at the bottom once the box with the dates is above, with one button to book', async ({
  page,
}) => {
  await open(page, beachcomber);
  const bar = page.getByRole('region', { name: 'Book The Beachcomber' });
  await expect(bar).toHaveCount(0);
  await page.locator('#rules').scrollIntoViewIfNeeded();
  await expect(bar).toHaveText(/^from \$\d+ a nightChoose nights$/);
  // The box is below the window of a small phone: a jump never shows it.
  await page.setViewportSize({ width: 390, height: 560 });
  for (const [top, count] of [
    [0, 0],
    [4000, 1],
    [0, 0],
    [4000, 1],
  ] as const) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await expect(bar).toHaveCount(count);
  }
  await bar.getByRole('button', { name: 'Choose nights' }).click();
  await expect(page.getByRole('heading', { name: 'When it is free' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'When it is free' })).toBeInViewport();
  const { checkin, checkout } = await freeStay(page.request);
  await open(page, `${beachcomber}?checkin=${checkin}&checkout=${checkout}&guests=4`);
  await page.getByRole('banner').getByRole('button', { name: 'Book Now' }).first().click();
  await expect(page.getByRole('heading', { name: 'When it is free' })).toBeFocused();
  await expect(page).toHaveURL(`${beachcomber}?checkin=${checkin}&checkout=${checkout}&guests=4`);
  await expect(bar).toHaveText(/^\$[\d,.]+in allBook these nights$/);
  await bar.getByRole('link', { name: 'Book these nights' }).click();
  await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
  await expect(bar).toHaveCount(0);
});

test('the lightbox moves by buttons and swipes, and closes by the X', async ({ page }) => {
  await open(page, beachcomber);
  await gallery(page).getByRole('link', { name: 'Show all 8 pictures' }).click();
  const counter = lightbox(page).locator('[aria-live=polite]');
  await expect(counter).toHaveText('Picture 1 / of 8');
  for (const target of await lightbox(page).getByRole('button').all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await lightbox(page).getByRole('button', { name: 'Next picture' }).click();
  await lightbox(page).getByRole('button', { name: 'Previous picture' }).click();
  await lightbox(page).getByRole('button', { name: 'Previous picture' }).click();
  await expect(counter).toHaveText('Picture 8 / of 8');
  const swipe = async (from: number, to: number) => {
    const at = (clientX: number) => [{ identifier: 1, clientX, clientY: 300 }];
    await currentImage(page).dispatchEvent('touchstart', { touches: at(from), changedTouches: at(from) });
    await currentImage(page).dispatchEvent('touchend', { touches: [], changedTouches: at(to) });
  };
  await swipe(300, 100);
  await expect(counter).toHaveText('Picture 1 / of 8');
  await swipe(100, 120);
  await expect(counter).toHaveText('Picture 1 / of 8');
  await swipe(100, 300);
  await expect(counter).toHaveText('Picture 8 / of 8');
  const zoom = (scale: number) =>
    page.evaluate((value) => {
      const viewport = window.visualViewport as VisualViewport;
      Object.defineProperty(viewport, 'scale', { value, configurable: true });
      viewport.dispatchEvent(new Event('resize'));
    }, scale);
  const place = currentImage(page).locator('xpath=ancestor::div[1]');
  await zoom(2);
  await expect(place).toHaveCSS('touch-action', 'manipulation');
  await swipe(300, 100);
  await expect(counter).toHaveText('Picture 8 / of 8');
  await zoom(1);
  await expect(place).toHaveCSS('touch-action', 'pan-y pinch-zoom');
  await swipe(300, 100);
  await expect(counter).toHaveText('Picture 1 / of 8');
  await lightbox(page).getByRole('button', { name: 'Close' }).click();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(gallery(page).getByRole('link', { name: 'Show all 8 pictures' })).toBeFocused();
});

test('the pages of homes fit phones, tablets and desktops, and are accessible to their end', async ({
  page,
}) => {
  for (const path of [beachcomber, '/stays/sunset-villa']) {
    await page.setViewportSize({ width: 390, height: 900 });
    await open(page, path);
    await seeWholePage(page);
    await expectAccessible(page);
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScrolling(page);
    }
  }
});

/** Images of a tile or more, in the window's pixels. */
const tileSizes = (page: Page) =>
  gallery(page)
    .locator('li > a')
    .evaluateAll((tiles) =>
      tiles
        .map((tile) => tile.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ width, height }) => ({ width, height })),
    );

test('the gallery fits any number of images, and long words stay inside the page', async ({ page }) => {
  test.setTimeout(120_000);
  const slug = 'the-beachcomber';
  const [before] = (await query('select images, amenities from properties where slug = $1', [slug])) as {
    images: string[];
    amenities: string;
  }[];
  const all = (await query('select images from properties order by position', [])) as { images: string[] }[];
  const images = all.flatMap((home) => home.images);
  const keep = (kept: string[], amenities: string) =>
    query('update properties set images = $2, amenities = $3 where slug = $1', [slug, kept, amenities]);
  const countPictures = async () =>
    (await (await page.request.get(`/api/properties/${slug}`)).json()).pictures.length;
  try {
    for (const count of [1, 2, 4, 5, 7, 24]) {
      await keep(images.slice(0, count), `Outdoorshowerforverysandyfeet${'andsandytoes'.repeat(8)}`);
      await expect.poll(countPictures).toBe(count);
      await open(page, beachcomber);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScrolling(page);
        await expect.poll(() => tileSizes(page), `${count} at ${width}`).toHaveLength(count);
        const sizes = await tileSizes(page);
        const [first] = sizes;
        expect(first?.height, `${count} at ${width}`).toBeGreaterThan(200);
        for (const { width: wide, height } of sizes) {
          expect(Math.min(wide, height), `${count} at ${width}`).toBeGreaterThan(90);
          expect(wide, `${count} at ${width}`).toBeLessThanOrEqual((first?.width ?? 0) + 1);
        }
      }
    }
    await expectAccessible(page);
    await expect(gallery(page).getByRole('link', { name: 'Show all 24 pictures' })).toBeVisible();
  } finally {
    await keep(before?.images ?? [], before?.amenities ?? '');
    // The next test finds them as they were.
    await expect.poll(countPictures).toBe(before?.images.length);
  }
});

test('dates and guests in the URL fill the form, invalid ones do not', async ({ page }) => {
  await open(page, `${beachcomber}?checkin=2099-06-10&checkout=2099-06-17&guests=4`);
  await expect(page.getByRole('complementary', { name: 'Price and booking' })).toContainText(
    'Wed, June 10 – Wed, June 17, 2099, 7 nights, 4 guests',
  );
  await expect(page.getByLabel('Check-in')).toHaveValue('2099-06-10');
  await expect(page.getByLabel('Check-out')).toHaveValue('2099-06-17');
  await expect(page.getByRole('spinbutton', { name: 'Guests' })).toHaveValue('4');
  await page.getByLabel('Name').fill('Ada Lovelace');
  const guest = newPerson();
  await page.getByLabel('Email').fill(guest);
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByText("We'll get back to you within 24 hours.")).toBeVisible();
  const [mail] = await mailTo(guest);
  expect(mail?.subject).toBe('We received your inquiry for The Beachcomber');

  await open(page, `${beachcomber}?checkin=2020-01-01&checkout=x&guests=99`);
  for (const name of ['Check-in', 'Check-out']) await expect(page.getByLabel(name)).toHaveValue('');
  await expect(page.getByRole('spinbutton', { name: 'Guests' })).toHaveValue('');
});

test('an inquiry sent before its scripts have come is sent by them', async ({ page }) => {
  const release = await holdBack(page, '**/assets/contact-form-*.js');
  await open(page, `${beachcomber}?checkin=2099-06-10&checkout=2099-06-17&guests=4`);
  await page.getByLabel('Name').fill('Ada Lovelace');
  const guest = newPerson();
  await page.getByLabel('Email').fill(guest);
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  release();
  await expect(page.getByText("We'll get back to you within 24 hours.")).toBeVisible();
  expect(await mailTo(guest)).toHaveLength(1);
});

test.describe('failed requests', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a URL without a property shows the 404 page', async ({ page }) => {
    const response = await page.goto('/stays/no-such-home');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page drifted out to sea');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all content is readable, images link to themselves, and the waitlist says how to join', async ({
    page,
  }) => {
    await page.goto(beachcomber);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Beachcomber');
    const links = await gallery(page).getByRole('link').all();
    const targets = new Set(await Promise.all(links.map((link) => link.getAttribute('href'))));
    expect(targets.size).toBe(8);
    for (const target of targets) {
      expect(target).toMatch(/^\/media\/[\w-]+\/1800\.jpg$/);
      expect((await page.request.get(target ?? '')).headers()['content-type']).toBe('image/jpeg');
    }
    await page.goto('/stays/sunset-villa');
    await expect(page.locator('form noscript p')).toContainText('Joining the list needs JavaScript.');
  });
});
