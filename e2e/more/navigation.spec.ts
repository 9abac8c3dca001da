import type { Locator, Page } from '@playwright/test';
import { goWithin, open } from '../goto.ts';
import { expect, test } from '../site.ts';

// Pages scroll as for those who have not turned motion off.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const wide = { width: 1440, height: 900 };

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

const hrefs = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));

test("the navbar links to the home page's sections and the other pages", async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect
    .poll(() => hrefs(main.getByRole('link')))
    .toEqual([
      ['Properties', '/#properties'],
      ['Amenities', '/#amenities'],
      ['Reviews', '/#reviews'],
      ['Blog', '/blog'],
      ['Shop', '/shop'],
      ['Login', '/login'],
    ]);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  for (const [name, id] of [
    ['Reviews', 'reviews'],
    ['Properties', 'properties'],
    ['Amenities', 'amenities'],
  ] as const) {
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/#${id}`);
    const belowNavbar = () =>
      page.locator(`#${id}`).evaluate((section) => {
        const { top } = section.getBoundingClientRect();
        return top > 50 && top < 110;
      });
    await expect.poll(belowNavbar).toBe(true);
  }
  await main.getByRole('link', { name: 'Shop' }).click();
  await expect(page).toHaveURL('/shop');
  await main.getByRole('link', { name: 'Reviews' }).click();
  await expect(page).toHaveURL('/#reviews');
  await expect(page.getByRole('heading', { name: 'What Our Guests Say' })).toBeInViewport();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a section link pressed while another page appears opens the home page', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/');
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Reviews' }).evaluate((reviews: HTMLElement) => {
    const pushState = history.pushState.bind(history);
    history.pushState = (...entry) => {
      history.pushState = pushState;
      pushState(...entry);
      queueMicrotask(() => reviews.click());
    };
  });
  await main.getByRole('link', { name: 'Shop' }).click();
  await expect(page).toHaveURL('/#reviews');
  await expect(page.getByRole('heading', { name: 'What Our Guests Say' })).toBeInViewport();
});

test('the footer shows pages, sections, contact and year', async ({ page }) => {
  await page.goto('/hosts');
  const footer = page.getByRole('contentinfo');
  expect(await hrefs(footer.getByRole('navigation').getByRole('link'))).toEqual([
    ['Find your nights', '/book'],
    ['View All Rentals', '/shop'],
    ['Beach Blog', '/blog'],
    ['Meet Our Hosts', '/hosts'],
    ['Kid-Friendly, Steps to Beach + Pools, Sleeps 6', '/stays/kid-friendly-steps-to-beach'],
    ['The Beachcomber', '/stays/the-beachcomber'],
    ['Sunset Villa', '/stays/sunset-villa'],
    ['Properties', '/#properties'],
    ['Amenities', '/#amenities'],
    ['Location', '/#location'],
    ['Reviews', '/#reviews'],
    ['Contact', '/#contact'],
  ]);
  await expect(footer).toContainText('© 2025 PCB Beach Rentals');
  await expect(footer.getByRole('link', { name: '(850) 555-0142' })).toHaveAttribute(
    'href',
    'tel:8505550142',
  );
  const outside = footer.locator('a[target=_blank]');
  await expect(outside).toHaveCount(4);
  for (const link of await outside.all()) {
    await expect(link).toHaveAttribute('rel', 'noopener');
    await expect(link).toHaveAttribute('href', /^https:\/\//);
    await expect(link).toHaveAccessibleName(/\(opens in a new tab\)$/);
  }
});

test('the mobile menu closes on a choice or a tap outside', async ({ page }) => {
  await open(page, '/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.click();
  await menu(page).getByRole('link', { name: 'Amenities' }).click();
  await expect(menu(page)).toBeHidden();
  await expect(page.locator('#amenities')).toBeInViewport();
  await opener.click();
  await menu(page).getByRole('button', { name: 'Check Availability' }).click();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/book');
  await opener.click();
  await expect(menu(page)).toBeVisible();
  await page.mouse.click(40, 820);
  await expect(menu(page)).toBeHidden();
});

test.describe('missing pages and failures', () => {
  test.use({
    expectedNoise: [
      /Failed to load resource|Cannot convert undefined|dynamically imported module|Error loading route module/,
    ],
  });

  test('an unreadable response shows an error page, not an empty one', async ({ page }) => {
    await open(page, '/shop');
    await page.route('**/api/forms/*', (route) => route.fulfill({ json: { surprise: true } }));
    await page.getByRole('banner').getByRole('link', { name: 'PCB Beach Rentals' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Something went wrong');
    await expect(page.getByRole('main')).not.toContainText('Cannot convert');
    await expect(page.getByRole('banner')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Browse Properties' }).click();
    await expect(page).toHaveURL('/shop');
    await expect(page.getByRole('article')).toHaveCount(3);
  });

  test('a dead link shows the 404 page without a page load', async ({ page }) => {
    await open(page, '/');
    await goWithin(page, '/no/such/page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page drifted out to sea');
    await expect(page).toHaveTitle('This page drifted out to sea | PCB Beach Rentals');
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.locator('#hero')).toBeVisible();
  });
});
