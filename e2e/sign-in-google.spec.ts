import type { Page } from '@playwright/test';
import { open } from './goto.ts';
import { newPerson, setGoogle } from './sign-in.ts';
import { choose, google, openGoogle } from './sign-in-google-steps.ts';
import { expect, standIns, test } from './site.ts';

// A popup that closes aborts React Router's request for linked routes.
test.use({ expectedNoise: [/Failed to fetch manifest patches/] });

test.afterEach(() => setGoogle(null));

const isSignedIn = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/users/me')).json()) !== null;

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('google')));

test('choosing an account in the popup signs in', async ({ page }) => {
  await open(page, '/login?returnUrl=%2Fshop');
  const popup = await openGoogle(page);
  await expect.poll(() => popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600]);
  for (const name of ['Sign in with Google', 'Sign in with a passkey'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  const closed = popup.waitForEvent('close');
  await choose(popup, newPerson());
  await closed;
  await expect(page).toHaveURL('/shop');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
});

test('with popups blocked the tab itself goes to Google and back', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await open(page, '/login?returnUrl=%2Fhosts');
  await google(page).click();
  await page.waitForURL(`${standIns}/google/authorize?**`);
  await choose(page, newPerson());
  await page.waitForURL('**/hosts');
  expect(await isSignedIn(page)).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem('google-sign-in'))).toBeNull();
  await expect.poll(() => storedKeys(page)).toEqual([]);
});
