import type { Page } from '@playwright/test';
import { open } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { expect, test } from './site.ts';

const section = (page: Page, id: string) => page.locator(`#${id}`);

/** Opens the home page from another page, as a link does, so that the browser makes the calls. */
async function goHome(page: Page): Promise<void> {
  await open(page, '/shop');
  await page.getByRole('banner').getByRole('link', { name: 'PCB Beach Rentals' }).click();
  await expect(page).toHaveURL('/');
  await expect(section(page, 'hero')).toBeVisible();
}

test('the home page loads above-the-fold resources first, and scripts after the first paint', async ({
  page,
}) => {
  const html = await (await page.request.get('/')).text();
  expect(html).not.toMatch(/<link[^>]*modulepreload|<script[^>]* src=|^import /m);
  await open(page, '/');
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name }) => name),
  );
  expect(scripts.length).toBeGreaterThan(3);
  expect(new Set(scripts).size).toBe(scripts.length);
});

test('names with letters beyond English are set in the site’s own faces, which other pages do not load', async ({
  page,
}) => {
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  await open(page, '/');
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.filter((url) => url.includes('latin-ext'))).toEqual([]);
  const faces = await page.evaluate(async () =>
    Promise.all(['16px Figtree', '16px "Young Serif"'].map((font) => document.fonts.load(font, 'Łukasz'))),
  );
  expect(faces.map((loaded) => loaded.length > 0)).toEqual([true, true]);
  expect(fonts.filter((url) => url.includes('latin-ext'))).toHaveLength(2);
});

test('the home page shows its sections with their texts in order, then the footer', async ({ page }) => {
  await page.goto('/');
  const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(['hero', 'properties', 'amenities', 'location', 'reviews', 'blog', 'contact']);
  await expect(page.locator('main ~ footer')).toHaveCount(1);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(section(page, 'hero')).toHaveAccessibleName('Panama City Beach Vacation Rentals');
  await expect(page).toHaveTitle('Panama City Beach Vacation Rentals | PCB Beach Rentals');

  const words: Record<string, string[]> = {
    hero: ['Panama City Beach Vacation Rentals', 'Your Perfect Beachfront Vacation Awaits'],
    properties: ['Affordable Beach Rentals in Panama City Beach'],
    amenities: ['Premium Amenities for Affordable Panama City Beach Vacations'],
    location: [
      'Prime Beach Location in Panama City Beach',
      'Neighborhood Highlights',
      'Steps to the Beach',
      'Dining & Entertainment',
      'Easy Access',
      'Prime Location',
      "What's Nearby",
    ],
    reviews: ['What Our Guests Say', '4.96 Average Rating', '12+ Reviews'],
    blog: ['View All Blog Posts'],
    contact: ['Ask about your dates', 'We promise a response within 24 hours', '(850) 555-0142'],
  };
  for (const [id, texts] of Object.entries(words)) {
    for (const text of texts) await expect(section(page, id)).toContainText(text);
  }
  await expect(section(page, 'contact').getByRole('link', { name: '(850) 555-0142' })).toHaveAttribute(
    'href',
    'tel:8505550142',
  );
  await expect(
    section(page, 'contact').getByRole('link', { name: 'hello@pcbbeachrentals.example' }),
  ).toHaveAttribute('href', 'mailto:hello@pcbbeachrentals.example');
  await expect(section(page, 'blog').getByRole('link', { name: 'View All Blog Posts' })).toHaveAttribute(
    'href',
    '/blog',
  );
  const places = section(page, 'location').locator('dl > div');
  await expect(places).toHaveText([
    'Beach access2-minute walk',
    'Shopping district5-minute drive',
    'Marine park10-minute drive',
    'Airport15-minute drive',
  ]);
  await expect(section(page, 'location').getByRole('heading', { level: 4 })).toHaveCount(4);
});

test('properties show facts and prices, amenities the two fixed ones last', async ({ page }) => {
  await page.goto('/');
  const cards = section(page, 'properties').getByRole('article');
  await expect(cards).toHaveCount(3);
  const facts = [
    [
      'Kid-Friendly, Steps to Beach + Pools, Sleeps 6',
      '6 guests',
      '2 beds',
      '2 baths',
      'Starting at $175/night',
    ],
    ['The Beachcomber', '8 guests', '3 beds', '2 baths', 'Starting at $199/night'],
    ['Sunset Villa', '14 guests', '4 beds', '3 baths', 'Coming Spring 2025'],
  ];
  for (const [index, texts] of facts.entries()) {
    for (const text of texts) {
      await expect(cards.nth(index).getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expect(cards.nth(index).locator('p.line-clamp-3')).toHaveCSS('-webkit-line-clamp', '3');
  }
  const soon = cards.nth(2);
  await expect(soon.getByText('Coming Soon', { exact: true })).toBeVisible();
  await expect(soon.getByRole('button', { name: 'Notify Me' })).toBeDisabled();
  await expect(soon.getByRole('button', { name: 'View & Book' })).toHaveCount(0);
  await expect(page.getByText('Coming Soon', { exact: true })).toHaveCount(1);

  const names = section(page, 'amenities').getByRole('heading', { level: 3 });
  await expect(names).toHaveText([
    'Private Beach Access',
    '11 Pools (5 Heated)',
    'Beach Gear Included',
    'Fully Equipped Kitchen',
    'High-Speed WiFi',
    'Family & Kid-Friendly',
    'Free Parking',
    'Premium Cable TV',
    'Air Conditioning',
    'Coffee Maker',
    'Guest Favorite',
    'Tennis courts',
    '24/7 Guest Support',
  ]);
  await expect(section(page, 'amenities').getByRole('listitem').locator('svg')).toHaveCount(13);
});

test('eight placeholder tiles show while amenities load', async ({ page }) => {
  const release = await holdBack(page, '**/api/amenities');
  await goHome(page);
  const tiles = section(page, 'amenities').locator('[data-placeholder]');
  await expect(tiles).toHaveCount(8);
  release();
  await expect(tiles).toHaveCount(0);
  await expect(section(page, 'amenities').getByRole('listitem')).toHaveCount(13);
});

test.describe('failed requests', () => {
  test.use({ expectedNoise: [/Failed to load resource|Error fetching amenities:/] });

  test('failed amenities are left out and only logged', async ({ page }) => {
    await page.route('**/api/amenities', (route) => route.abort());
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Error fetching amenities:'),
    );
    await goHome(page);
    await logged;
    await expect(section(page, 'amenities').locator('[data-placeholder]')).toHaveCount(0);
    await expect(section(page, 'amenities').getByRole('listitem')).toHaveCount(0);
  });

  test('each failed part ends its loading state, and the others stay', async ({ page }) => {
    await page.route(/\/api\/(amenities|blog|properties|forms\/booking_inquiry)$/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await goHome(page);
    await expect(section(page, 'properties')).toContainText('The homes cannot be shown just now');
    await expect(section(page, 'amenities').getByRole('listitem')).toHaveCount(0);
    await expect(section(page, 'amenities').locator('[data-placeholder]')).toHaveCount(0);
    await expect(section(page, 'blog').getByText('Loading...')).toHaveCount(0);
    await expect(section(page, 'blog').getByRole('listitem')).toHaveCount(0);
    await expect(section(page, 'blog').getByRole('link', { name: 'View All Blog Posts' })).toBeVisible();
    await expect(section(page, 'contact')).toContainText('Please call (850) 555-0142');
    await expect(section(page, 'reviews').locator('figure')).toHaveCount(12);
  });

  test('the inquiry works when properties fail to load', async ({ page }) => {
    await page.route('**/api/properties', (route) => route.fulfill({ status: 503, json: {} }));
    await goHome(page);
    await expect(section(page, 'contact').getByRole('form')).toBeVisible();
  });
});

test('a spinner shows while posts load, then the first three appear', async ({ page }) => {
  const post = (n: number) => ({
    id: `id-${n}`,
    slug: `post-${n}`,
    title: `Post number ${n}`,
    summary: `Summary ${n} `.repeat(60),
    author: 'PCB Beach Rentals',
    published_at: n === 2 ? null : '2025-06-01T12:00:00.000Z',
    created_at: '2025-03-09T12:00:00.000Z',
  });
  const release = await holdBack(page, '**/api/blog', (route) =>
    route.fulfill({ json: [1, 2, 3, 4].map(post) }),
  );
  await goHome(page);
  const blog = section(page, 'blog');
  await expect(blog.getByRole('status')).toHaveText('Loading...');
  release();
  await expect(blog.getByRole('status')).toHaveCount(0);
  await expect(blog.getByRole('heading', { level: 3 })).toHaveText([
    'Post number 1',
    'Post number 2',
    'Post number 3',
  ]);
  const second = blog.getByRole('listitem').nth(1);
  await expect(second).toContainText('March 9, 2025');
  await expect(second.locator('p.line-clamp-3')).toHaveCSS('-webkit-line-clamp', '3');
  for (const name of ['Post number 2', 'Read More']) {
    await expect(second.getByRole('link', { name })).toHaveAttribute('href', '/blog/post-2');
  }
});

test('the map shows a still image until its frame is near the viewport', async ({ page }) => {
  await page.goto('/');
  const frame = page.locator('iframe[title="Map of Panama City Beach"]');
  await expect(section(page, 'location').locator('picture img')).toHaveCount(1);
  await expect(frame).toHaveCount(0);
  await section(page, 'location').getByText("What's Nearby").scrollIntoViewIfNeeded();
  await expect(frame).toHaveAttribute('src', '/embed/map');
  const map = page.frameLocator('iframe[title="Map of Panama City Beach"]').locator('iframe');
  const address = new URL((await map.getAttribute('src')) ?? '');
  expect(address.host).toBe('www.google.com');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    q: 'Panama City Beach, Florida',
    z: '13',
    output: 'embed',
  });
});

test('images below the fold load lazily', async ({ page }) => {
  await page.goto('/');
  const images = page.locator('main picture img');
  await expect(images.first()).toHaveAttribute('fetchpriority', 'high');
  await expect(page.locator('main picture img:not([loading="lazy"])')).toHaveCount(1);
  for (const image of await images.all()) await expect(image).toHaveAttribute('alt');
  await section(page, 'properties').scrollIntoViewIfNeeded();
  const first = section(page, 'properties').locator('picture img').first();
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await first.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/);
});
