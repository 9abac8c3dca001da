import type { Page } from '@playwright/test';
import { goWithin, open } from './goto.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expect, test } from './site.ts';

const pages = ['/', '/shop', '/stays/the-beachcomber'];

/** Counts calls for the viewer and for routes. @returns the counts so far */
function countRequests(page: Page): () => { users: number; manifests: number } {
  let users = 0;
  let manifests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/users/me') users += 1;
    if (pathname === '/__manifest') manifests += 1;
  });
  return () => ({ users, manifests });
}

async function expectLoginAfterOneNavigation(page: Page): Promise<void> {
  const counts = countRequests(page);
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.waitForLoadState('networkidle');
  // One call for each of the two pages, and one for the routes of each.
  const { users, manifests } = counts();
  expect(users).toBe(2);
  expect(manifests).toBeLessThanOrEqual(2);
}

test.use({ viewport: { width: 1440, height: 900 } });

test('My Account leads to login once when the session has ended elsewhere', async ({ page, context }) => {
  await signInByCode(page, newPerson(), '/hosts');
  const cookies = await context.cookies();
  for (const path of pages) {
    await context.addCookies(cookies);
    await open(page, path);
    await context.clearCookies();
    await expectLoginAfterOneNavigation(page);
  }
});

test.describe('with failing responses', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the admin leads to login once when the session was ended in another tab', async ({
    page,
    context,
  }) => {
    await signInByCode(page, newPerson(), '/hosts');
    const elsewhere = await context.newPage();
    await elsewhere.goto('/blog');
    await elsewhere.evaluate(() => fetch('/api/logout'));
    const counts = countRequests(page);
    await goWithin(page, '/admin');
    await expect(page).toHaveURL('/login?returnUrl=/admin');
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(counts().users).toBe(2);
  });

  test('My Account leads to login once', async ({ page }) => {
    await signInByCode(page, newPerson(), '/hosts');
    for (const [path, status] of [
      ['/hosts', 500],
      ['/book', 0],
    ] as const) {
      await open(page, path);
      await page.route('**/api/users/me', (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, body: '' }),
      );
      await expectLoginAfterOneNavigation(page);
      await page.unrouteAll();
    }
  });
});
