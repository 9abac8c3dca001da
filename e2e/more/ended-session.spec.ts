import type { Page } from '@playwright/test';
import { countRequests } from '../ended-session-steps.ts';
import { open } from '../goto.ts';
import { newPerson, signInByCode } from '../sign-in.ts';
import { expect, test } from '../site.ts';

const pages = ['/', '/shop', '/stays/the-beachcomber'];

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
