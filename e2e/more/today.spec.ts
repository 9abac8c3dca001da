import { test as hostTest } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { askForCode, codeFor, newPerson } from '../sign-in.ts';
import { expect, test } from '../site.ts';
import { empty, followTheDay, inDays, quietDays, seeQuietDay } from '../today-steps.ts';

hostTest('hosts see who comes and goes, and what needs them, at 1440 pixels', followTheDay(1440));

hostTest('a day with nothing to do says so at 390 pixels', seeQuietDay(390));

hostTest.describe('a day that cannot be read', () => {
  hostTest.use({ expectedNoise: [[/status of 503/], { scope: 'test' }] });

  hostTest('stays on the screen with the time it is from, and comes back', async ({ page }) => {
    let isDown = false;
    await page.route('**/api/admin/today', (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { message: 'The database is away' } })
        : route.fulfill({ json: { ...empty, coming: quietDays } }),
    );
    await open(page, '/admin/today');
    await expect(page.getByText('As of 3:04 PM CDT')).toBeVisible();
    isDown = true;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toContainText('What you see is as of the time above.');
    await expect(page.getByText(/^Nobody arrives or leaves until/)).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

hostTest('a payment dealt with leaves the day, and the list has the focus at once', async ({ page }) => {
  const payment = {
    id: 'pi_1',
    code: null,
    amount: 60_000,
    description: 'A week',
    paidAt: '2027-07-08T20:04:00Z',
    isDisputed: false,
  };
  let unknownPayments = [payment];
  await page.route('**/api/admin/today', (route) =>
    route.fulfill({ json: { ...empty, coming: quietDays, unknownPayments } }),
  );
  await page.route('**/api/admin/unknown-payments/pi_1/done', (route) => {
    unknownPayments = [];
    return route.fulfill({ json: {} });
  });
  await open(page, '/admin/today');
  await page.getByRole('button', { name: 'Mark as done' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is this payment dealt with?' });
  const focused = dialog.evaluate(
    (open) =>
      new Promise<string | undefined>((resolve) => {
        new MutationObserver(() => !open.isConnected && resolve(document.activeElement?.id)).observe(
          document.body,
          { childList: true, subtree: true },
        );
      }),
  );
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  expect(await focused).toBe('to-do');
  await expect(page.getByText('Marked as done.')).toBeVisible();
  await expect(page.getByText('Nothing to do. Every request is answered')).toBeVisible();
});

hostTest('by keyboard a host goes from the day to the reports and chooses other months', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.route('**/api/admin/today', (route) => route.fulfill({ json: { ...empty, coming: quietDays } }));
  await open(page, '/admin/today');
  await page.getByRole('link', { name: 'Today' }).focus();
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.getByRole('link', { name: 'Reports' }).evaluate((link) => link === document.activeElement))
      break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const lastYear = page.getByRole('button', { name: 'Last year' });
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await lastYear.evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(lastYear).toHaveAttribute('aria-pressed', 'true');
  const year = Number(inDays(0).slice(0, 4)) - 1;
  await expect(page).toHaveURL(`/admin/reports?from=${year}-01&to=${year}-12`);
  await expect(page.getByText('No confirmed stay checks in during these months')).toBeVisible();
});

test('a sign-in leads hosts to their day, and guests cannot open it', async ({ page }) => {
  await page.goto('/admin/today');
  await expect(page).toHaveURL('/login?returnUrl=/admin/today');
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: { isAdmin: true } }));
  await open(page, '/login');
  const guest = newPerson();
  await askForCode(page, guest);
  await page.getByLabel('Verification code').fill(await codeFor(guest));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(page).toHaveURL('/admin/today');
  // The server denies the access that the page still assumed.
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
});
