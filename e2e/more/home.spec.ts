import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { inDays } from '../paid-stay.ts';
import { expect, test } from '../site.ts';

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
    await expect(section(page, 'amenities')).toHaveCount(0);
  });

  test('each failed part ends its loading state, and the others stay', async ({ page }) => {
    await page.route(/\/api\/(amenities|blog|properties|forms\/booking_inquiry)$/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await goHome(page);
    await expect(section(page, 'properties')).toContainText('The homes cannot be shown just now');
    await expect(section(page, 'amenities')).toHaveCount(0);
    await expect(section(page, 'blog')).toHaveCount(0);
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

test('a blog without posts has no section on the home page', async ({ page }) => {
  await page.route('**/api/blog', (route) => route.fulfill({ json: [] }));
  await goHome(page);
  await expect(section(page, 'contact').getByLabel('Property')).toBeVisible();
  await expect(section(page, 'blog')).toHaveCount(0);
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

test('the thirteen amenities are in two columns on a phone, within two screens', async ({ page }) => {
  await page.goto('/');
  const tiles = section(page, 'amenities').getByRole('listitem');
  const places = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().toJSON()));
  expect(places).toHaveLength(13);
  expect(places[1].y).toBe(places[0].y);
  expect(places[12].bottom - places[0].top).toBeLessThan(2 * 844);
});

test('every figure of the display type stands on the line', async ({ page }) => {
  const dates = { checkin: inDays(300), checkout: inDays(305), guests: '2' };
  const book = `/book?${new URLSearchParams({ property: 'the-beachcomber', ...dates })}`;
  for (const path of ['/', '/stays/kid-friendly-steps-to-beach', book, '/shop', '/hosts']) {
    await page.goto(path);
    const faults = await page.evaluate(() => {
      const styles = [...document.querySelectorAll('main *')].map((element) => getComputedStyle(element));
      const display = styles.filter(({ fontFamily }) => fontFamily.startsWith('"Young Serif"'));
      return {
        count: display.length,
        oldStyle: display.filter(({ fontVariantNumeric }) => fontVariantNumeric !== 'lining-nums').length,
      };
    });
    expect(faults.count, path).toBeGreaterThan(0);
    expect(faults.oldStyle, path).toBe(0);
  }
});

test.describe('without the map’s site', () => {
  test.use({ hasThirdParties: true, expectedNoise: [/Failed to load resource/] });

  test('the still image stays in place of a map that cannot load', async ({ page, context }) => {
    await page.goto('/');
    const frame = page.locator('iframe[title="Map of Panama City Beach"]');
    await section(page, 'location').getByText("What's Nearby").scrollIntoViewIfNeeded();
    await expect(frame).toHaveCSS('opacity', '1');

    await context.route(/^https:\/\/www\.google\.com\//, (route) => route.abort());
    for (const path of ['/', '/stays/the-beachcomber']) {
      const map = page.locator('iframe[src^="/embed/map"]');
      const failed = page.waitForEvent(
        'requestfailed',
        (request) => request.url() === 'https://www.google.com/generate_204',
      );
      await open(page, path);
      await page.locator('#location picture').first().scrollIntoViewIfNeeded();
      await failed;
      await expect(map).toHaveCSS('opacity', '0');
    }
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

test("'View & Book' scrolls smoothly to the contact section", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/');
  await page.evaluate(() => {
    const positions = new Set<number>();
    const record = () => {
      positions.add(Math.round(window.scrollY));
      requestAnimationFrame(record);
    };
    record();
    Object.assign(window, { positions });
  });
  await section(page, 'properties').getByRole('button', { name: 'View & Book' }).first().click();
  await expect(page).toHaveURL('/#contact');
  await expect(section(page, 'contact').getByRole('heading', { level: 2, name: /^Book / })).toBeInViewport();
  const positions = () =>
    page.evaluate(() => (window as unknown as { positions: Set<number> }).positions.size);
  await expect.poll(positions).toBeGreaterThan(5);
});

test('the inquiry offers no past days, and says when a party is larger than the home', async ({ page }) => {
  await open(page, '/');
  const contact = section(page, 'contact');
  const checkin = contact.getByLabel('Check-in');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format();
  await expect(checkin).toHaveAttribute('min', today);
  await checkin.fill('2099-07-05');
  await expect(contact.getByLabel('Check-out')).toHaveAttribute('min', '2099-07-06');
  await contact.getByLabel('Property').selectOption({ index: 1 });
  await contact.getByLabel('Guests').fill('12');
  await expect(contact.getByText('This home sleeps 6.')).toBeVisible();
  await contact.getByLabel('Guests').fill('6');
  await expect(contact.getByText('This home sleeps 6.')).toHaveCount(0);
});
