import type { Page } from '@playwright/test';
import { open } from './goto.ts';
import { expect, test } from './site.ts';

// Pages scroll as for those who have not turned motion off.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

test('the mobile menu works with the keyboard', async ({ page }) => {
  await open(page, '/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await expect(menu(page)).toBeHidden();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await menu(page).getByRole('link', { name: 'Shop' }).press('Enter');
  await expect(page).toHaveURL('/shop');
  await expect(menu(page)).toBeHidden();
});

test("the first Tab focuses 'Skip to content'", async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('button', { name: 'Pause video' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Pause video' })).toBeFocused();
});

/** What has the focus: its name, whether one sees that it has it, and whether it is at least partly uncovered. */
const focusNow = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + width * x, top + height * y)),
    );
    return {
      tag: element.tagName,
      name: (element.getAttribute('aria-label') || element.id || element.textContent) ?? '',
      // A date's parts have a highlight of the browser's own.
      outlined: getComputedStyle(element).outlineStyle !== 'none' || element.matches('[type=date]'),
      uncovered: points.some((found) => element.contains(found)),
    };
  });

test('Tab follows the reading order in both directions, with visible focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1024, height: 600 });
  await open(page, '/');
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
  const names: string[] = [];
  const walk = async (key: 'Tab' | 'Shift+Tab', until: string) => {
    for (let press = 0; press < 150; press += 1) {
      await page.keyboard.press(key);
      let focus = await focusNow(page);
      if (focus.tag === 'IFRAME') continue;
      const readFocus = async () => {
        focus = await focusNow(page);
        return focus;
      };
      if (!focus.outlined || !focus.uncovered) {
        await expect.poll(readFocus).toMatchObject({ outlined: true, uncovered: true });
      }
      names.push(focus.name);
      if (focus.name.startsWith(until)) return;
    }
  };
  await walk('Tab', 'Site by Gulf Coast Web');
  expect(names.slice(0, 12)).toEqual([
    'Skip to content',
    'PCB Beach Rentals',
    'Properties',
    'Amenities',
    'Reviews',
    'Blog',
    'Shop',
    'Login',
    'Check Availability',
    'Book Now',
    'Play video',
    'See the homes',
  ]);
  expect(names).toContain('hero-checkin');
  const order = ['View & Book', 'Next review', 'View All Blog Posts', 'inquiry-name', 'inquiry-message'];
  const places = order.map((name) => names.indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(new Set(names)).not.toContain('inquiry-website');
  await walk('Shift+Tab', 'Skip to content');
  expect(names.at(-1)).toBe('Skip to content');
});

test.describe('missing pages and failures', () => {
  test.use({
    expectedNoise: [
      /Failed to load resource|Cannot convert undefined|dynamically imported module|Error loading route module/,
    ],
  });

  test('an unknown URL shows the 404 page with links', async ({ page }) => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('This page drifted out to sea | PCB Beach Rentals');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page drifted out to sea');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Browse Properties' })).toHaveAttribute('href', '/shop');
    await main.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('#hero')).toBeVisible();
  });

  test('a page older than the deployed site reloads on navigation', async ({ page }) => {
    await open(page, '/hosts');
    await page.evaluate(() => Object.assign(window, { oldDocument: true }));
    await page.route('**/assets/shop-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
    await page.waitForFunction(() => !('oldDocument' in window));
    await expect(page).toHaveURL('/shop');
    await expect(page.getByRole('article')).toHaveCount(3);
  });
});
