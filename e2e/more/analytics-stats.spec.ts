import type { Page } from '@playwright/test';
import { expect, test, word } from '../admin-fixture.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15';

const numbers = (page: Page) => page.getByRole('region', { name: 'Your numbers' });
const figure = (page: Page, title: string) =>
  numbers(page)
    .getByRole('figure')
    .filter({ has: page.getByText(title, { exact: true }).first() });

/** Responds with generated days, oldest first. */
const mockStats = (page: Page, day: (index: number) => object) =>
  page.route('**/api/admin/stats?*', (route) => {
    const days = Number(new URL(route.request().url()).searchParams.get('days'));
    const last = Date.parse('2026-06-30');
    return route.fulfill({
      json: {
        timeZone: 'America/Chicago',
        days: Array.from({ length: days }, (_, index) => ({
          day: new Date(last - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
          visitors: 0,
          views: 0,
          inquiries: 0,
          purchases: 0,
          revenueCents: {},
          ...day(index),
        })),
      },
    });
  });

const season = (index: number) => ({
  visitors: 20 + ((index * 37) % 90),
  views: 60 + ((index * 61) % 300),
  inquiries: index % 5,
  purchases: index % 7 === 3 ? 2 : 0,
  ...(index % 7 === 3 && { revenueCents: { usd: 318_600 + index * 1_000 } }),
});

/** Sums all days; `newest` is the last one counted. */
const countedSoFar = async () => {
  const [row] = await query(
    `select coalesce(sum(visitors), 0)::integer as visitors, coalesce(sum(views), 0)::integer as views,
            max(day)::text as newest
     from daily_visits`,
    [],
  );
  return row as { visitors: number; views: number; newest: string | null };
};

test('page views of guests are counted once, without a cookie; those of hosts and bots are not', async ({
  browser,
  page,
  baseURL,
}) => {
  const before = await countedSoFar();
  const guest = await browser.newContext({
    baseURL,
    userAgent: safari,
    extraHTTPHeaders: { 'X-Forwarded-For': `2001:db8:${word().slice(1, 5)}:${word().slice(1, 5)}::1` },
  });
  const visit = await guest.newPage();
  const counted = () => visit.waitForResponse('**/api/visits');
  let count = counted();
  await open(visit, '/hosts');
  expect((await count).status()).toBe(204);
  count = counted();
  await visit.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
  expect((await count).status()).toBe(204);
  expect(await guest.cookies()).toEqual([]);
  expect(await visit.evaluate(() => localStorage.length + sessionStorage.length)).toBeLessThanOrEqual(1);
  await guest.close();
  const after = await countedSoFar();
  expect(after.views).toBe(before.views + 2);
  // A visit past midnight counts on both days.
  const isAnotherDay = before.newest !== null && after.newest !== before.newest;
  expect(after.visitors - before.visitors).toBeGreaterThanOrEqual(1);
  expect(after.visitors - before.visitors).toBeLessThanOrEqual(isAnotherDay ? 2 : 1);

  const own = page.waitForResponse('**/api/visits');
  await open(page, '/hosts');
  await own;
  expect(await countedSoFar()).toEqual(after);
});

test('the admin shows the stats only above the first table', async ({ page }) => {
  await open(page, '/admin');
  await expect(numbers(page)).toBeVisible();
  for (const title of ['Visitors', 'Inquiries', 'Purchases', 'Revenue'])
    await expect(figure(page, title)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add New|Edit )/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin?table=amenities');
  await expect(page.getByRole('button', { name: 'Add New' })).toBeVisible();
  await expect(numbers(page)).toHaveCount(0);
});

test('each chart has a table for 7, 30 or 90 days, and fits phones, tablets and desks', async ({ page }) => {
  await mockStats(page, season);
  await open(page, '/admin');
  const visitors = figure(page, 'Visitors');
  await expect(visitors.getByRole('img')).toHaveAccessibleName(/^Visitors by day, Jun 1 to Jun 30; most on /);
  await expect(visitors.locator('rect')).toHaveCount(30);
  await expect(figure(page, 'Revenue').locator('figcaption')).toContainText(/\$[\d,]+\.\d\d/);

  await visitors.getByText('Visitors by day').click();
  const table = visitors.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').nth(1)).toHaveText(/^Jun 30\d+$/);
  await expectAccessible(page);

  await numbers(page).getByRole('button', { name: '90 days' }).click();
  await expect(visitors.locator('rect')).toHaveCount(90);
  await expect(numbers(page).getByRole('button', { name: '90 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScrolling(page);
  }
  await numbers(page).getByRole('button', { name: '7 days' }).focus();
  await page.keyboard.press('Enter');
  await expect(visitors.locator('rect')).toHaveCount(7);
  await expect(table.getByRole('row')).toHaveCount(8);
});

test.describe('failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('stats that fail to load show an error and Retry, days without events an empty chart, each currency its own', async ({
    page,
  }) => {
    await page.route('**/api/admin/stats?*', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page, '/admin');
    await expect(numbers(page).getByRole('alert')).toContainText('Failed to fetch the numbers');
    await expect(page.getByRole('button', { name: /^(Add New|Edit )/ }).first()).toBeVisible();

    await mockStats(page, () => ({}));
    await numbers(page).getByRole('button', { name: 'Retry' }).click();
    await expect(numbers(page).getByText('Nothing in these days yet.')).toHaveCount(4);
    await expect(figure(page, 'Revenue').locator('figcaption')).toContainText('$0.00');
    await expect(figure(page, 'Visitors').locator('figcaption')).toContainText('0 page views');
    await expectAccessible(page);

    await mockStats(page, (index) => ({
      purchases: 1,
      revenueCents: index % 2 ? { usd: 5_000 } : { eur: 700 },
    }));
    await numbers(page).getByRole('button', { name: '90 days' }).click();
    await expect(figure(page, 'Revenue in USD').locator('figcaption')).toContainText('$2,250.00');
    await expect(figure(page, 'Revenue in EUR').locator('figcaption')).toContainText('€315.00');
  });
});
