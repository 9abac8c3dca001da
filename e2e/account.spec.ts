import type { Page } from '@playwright/test';
import { addAuthenticator } from './account-steps.ts';
import { open, scriptsAreThere } from './goto.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns, test } from './site.ts';

const week = 'The Beachcomber — Week at the Gulf';

const wide = { width: 1440, height: 900 };

const section = (page: Page, name: string) => page.getByRole('region', { name });

async function payAsGuest(page: Page, email: string): Promise<void> {
  await open(page, '/shop');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: week }) });
  await card.getByRole('button').click();
  await page.waitForURL(`${standIns}/stripe/pay/**`);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[value="4242424242424242"]').check();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL('**/checkout/success?**');
  await expect(page.getByRole('heading', { level: 1, name: 'Booking Confirmed!' })).toBeVisible();
}

test('a page restored from the back/forward cache shows who is signed in', async ({ page, context }) => {
  await page.setViewportSize(wide);
  await open(page, '/hosts');
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name });
  const restore = () =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  const response = page.waitForResponse('**/api/users/me');
  await restore();
  expect(await (await response).json()).toBeNull();
  await expect(link('Login')).toBeVisible();

  const other = await context.newPage();
  await signInByCode(other, newPerson());
  await restore();
  await expect(link('My Account')).toBeVisible();
});

test('purchases paid as a guest appear after signing in with the same address, and to no other user', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newPerson();
  await payAsGuest(page, email);
  await signInByCode(page, email);
  await expect(page.getByText(email)).toBeVisible();
  const history = section(page, 'Purchase History');
  await expect(history.getByText(week)).toBeVisible();
  await expect(history.getByText(/^Purchased: [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(history.getByText('$1,593.00')).toBeVisible();
  await expect(history.getByText('Active', { exact: true })).toBeVisible();
  await expect(history.getByText(/^Expires:/)).toHaveCount(0);
  const tiles = page.locator('dl');
  await expect(tiles).toContainText('Purchases1');
  const { createdAt } = await (await page.request.get('/api/users/me')).json();
  await expect(tiles).toContainText(`Member Since${new Date(createdAt).getUTCFullYear()}`);
  await expect(tiles).toContainText('StatusActive');
  const help = section(page, 'Need Help?');
  await expect(help.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:8505550142');
  await expect(help.getByRole('link', { name: 'Email Support' })).toHaveAttribute(
    'href',
    'mailto:hello@pcbbeachrentals.example',
  );
  await expectAccessible(page);
  await page.setViewportSize(wide);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);

  const context = await browser.newContext({ baseURL });
  const otherUser = await context.newPage();
  await signInByCode(otherUser, newPerson());
  await expect(otherUser.getByRole('heading', { name: 'No purchases yet' })).toBeVisible();
  await context.close();

  await history.getByRole('button', { name: 'View Details' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^About my purchase of .+: $/);
});

test('a user adds a passkey, signs in with it, and removes it', async ({ page }) => {
  await addAuthenticator(page);
  const email = newPerson();
  await signInByCode(page, email);
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByLabel('Name of the new passkey').fill('My phone');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('My phone');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await open(page, '/login?returnUrl=%2Faccount');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(email)).toBeVisible();
  await scriptsAreThere(page);
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test('a user exports their data and deletes the account', async ({ page }) => {
  const email = newPerson();
  await signInByCode(page, email);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const stream = await (await downloading).createReadStream();
  const data = Buffer.concat(await stream.toArray()).toString();
  expect(data).toContain(email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page).toHaveURL('/');
  expect(await (await page.request.get('/api/users/me')).json()).toBeNull();
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
});
