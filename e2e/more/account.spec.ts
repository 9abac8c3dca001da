import type { Page } from '@playwright/test';
import { addAuthenticator } from '../account-steps.ts';
import { goWithin, open, scriptsAreThere } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { ageSessions, askForCode, codeFor, newPerson, signInByCode } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns, test } from '../site.ts';

const week = 'The Beachcomber — Week at the Gulf';

const wide = { width: 1440, height: 900 };

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('the account page redirects anonymous visitors to login and back', async ({ page }) => {
  const response = await page.request.get('/account', { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe('/login');
  expect(await response.text()).toBe('');

  const email = newPerson();
  await open(page, '/account');
  await expect(page).toHaveURL('/login');
  await signInOnThisPage(page, email);
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
});

async function signInOnThisPage(page: Page, email: string): Promise<void> {
  await askForCode(page, email);
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
}

test('the login page is replaced in the history after a link to the account', async ({ page }) => {
  await open(page, '/hosts');
  await goWithin(page, '/account');
  await expect(page).toHaveURL('/login');
  await signInOnThisPage(page, newPerson());
  await expect(page).toHaveURL('/account');
  await page.goBack();
  await expect(page).toHaveURL('/hosts');
});

test('the account page without purchases links to the shop, and logging out leads home', async ({ page }) => {
  await signInByCode(page, newPerson());
  const history = section(page, 'Purchase History');
  await expect(history.getByText('Start exploring our amazing Panama City Beach rentals!')).toBeVisible();
  await expect(history.getByRole('link', { name: 'Browse Properties' })).toHaveAttribute('href', '/shop');
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'session');
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.setViewportSize(wide);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.context().addCookies(cookies);
  expect(await (await page.request.get('/api/users/me')).json()).toBeNull();
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
});

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

test('a purchase shows status and end date from the server', async ({ page }) => {
  await signInByCode(page, newPerson(), '/hosts');
  const purchase = { price: 245000, currency: 'usd', purchaseDate: '2026-01-05T12:00:00Z' };
  await page.route('**/api/purchased-products', (route) =>
    route.fulfill({
      json: [
        { ...purchase, productId: '1', name: 'Month', status: 'active', expiresAt: '2026-02-05T12:00:00Z' },
        { ...purchase, productId: '2', name: 'verylongname'.repeat(12), status: 'refunded' },
      ],
    }),
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await goWithin(page, '/account');
  const history = section(page, 'Purchase History');
  await expect(history.getByText('Expires: February 5, 2026')).toBeVisible();
  await expect(history.getByText('Active', { exact: true })).toHaveClass(/text-leaf/);
  await expect(history.getByText('Refunded', { exact: true })).toHaveClass(/text-slate/);
  await expectNoSidewaysScrolling(page);
});

test.describe('failures', () => {
  test.use({ expectedNoise: [/Failed to load resource|ApiError|TypeError/] });

  test('a history that fails to load shows its error, and Try Again retries with a spinner', async ({
    page,
  }) => {
    await signInByCode(page, newPerson(), '/hosts');
    await page.route('**/api/purchased-products', (route) => route.fulfill({ status: 500, body: 'no JSON' }));
    await goWithin(page, '/account');
    const history = section(page, 'Purchase History');
    await expect(history.getByRole('alert')).toHaveText('Failed to fetch purchase history');
    await expectAccessible(page);
    await page.unroute('**/api/purchased-products');
    const respond = await holdBack(page, '**/api/purchased-products');
    await history.getByRole('button', { name: 'Try Again' }).click();
    await expect(history.getByText('Loading...')).toBeVisible();
    respond();
    await expect(history.getByRole('heading', { name: 'No purchases yet' })).toBeVisible();
  });

  test('logging out clears the screen and leads home even if the request fails', async ({ page }) => {
    await signInByCode(page, newPerson());
    await page.route('**/api/logout', (route) => route.abort());
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('alert')).toContainText('this browser may still be signed in');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log out again' }).click();
    await expect(page.getByRole('alert')).toContainText('this browser may still be signed in');
    await page.unroute('**/api/logout');
    await page.getByRole('button', { name: 'Log out again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await (await page.request.get('/api/users/me')).json()).toBeNull();
  });
});

test('a user sees their sessions and ends them', async ({ page, browser, baseURL }) => {
  const email = newPerson();
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await signInByCode(other, email);
  await signInByCode(page, email);
  const sessions = section(page, 'Where you are signed in');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').first()).toContainText('This device');
  await expect(sessions.getByRole('listitem').first()).toContainText('Chrome on Linux');
  await sessions.getByRole('button', { name: /^End the session/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.goto('/account');
  await expect(other).toHaveURL('/login');

  await signInOnThisPage(other, email);
  await expect(other).toHaveURL('/account');
  await page.reload();
  await scriptsAreThere(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.goto('/account');
  await expect(other).toHaveURL('/login');
  await expect(page.getByText(email)).toBeVisible();
  await elsewhere.close();
});

test('admins are asked to add a passkey, guests are not', async ({ page }) => {
  await signInByCode(page, newPerson(), '/hosts');
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: { isAdmin: true } }));
  await goWithin(page, '/account');
  await expect(section(page, 'Passkeys')).toContainText('Please add a passkey');
  await page.unroute('**/api/admin/status');
  await page.goto('/account');
  await expect(section(page, 'Passkeys')).not.toContainText('Please add a passkey');
});

test('an admin confirms a session older than 12 hours with the passkey', async ({ page }) => {
  const host = 'host@example.com';
  const prompt = page.getByText('Please confirm with your passkey to go on.');
  await addAuthenticator(page);
  await signInByCode(page, host);
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByLabel('Name of the new passkey').fill('Desk');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Desk');
  await expect(prompt).toHaveCount(0);

  await ageSessions(host, 13);
  await open(page, '/account');
  await expect(prompt).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Confirm with passkey' }).click();
  await expect(prompt).toHaveCount(0);
  await scriptsAreThere(page);
  expect(await (await page.request.get('/api/admin/status')).json()).toEqual({
    isAdmin: true,
    needsReauthentication: false,
  });
  await expect(section(page, 'Where you are signed in').getByRole('listitem').first()).toContainText(
    'This device',
  );
  await passkeys.getByRole('button', { name: 'Remove Desk' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test.describe('a page whose session has ended elsewhere', () => {
  test.use({ expectedNoise: [/status of 401/] });

  test('reports it where the account is to be deleted', async ({ page }) => {
    await signInByCode(page, newPerson());
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'You are signed out by now. Please sign in again first.',
    );
  });
});
