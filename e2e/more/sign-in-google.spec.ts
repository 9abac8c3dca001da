import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { newPerson, setGoogle } from '../sign-in.ts';
import { choose, google, openGoogle } from '../sign-in-google-steps.ts';
import { expect, expectAccessible, standIns, test } from '../site.ts';

/* What only a browser has: windows, tabs and the address bar. What is accepted and rejected lies beside `auth/google`. */

// A popup that closes aborts React Router's request for linked routes.
test.use({ expectedNoise: [/Failed to fetch manifest patches/] });

test.afterEach(() => setGoogle(null));

const isSignedIn = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/users/me')).json()) !== null;

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('google')));

const alert = (page: Page) => page.getByRole('alert');
const failed = 'Google login failed. Please try again.';

test('T-29: the popup signs in although Google’s opener policy cuts it off from the login page', async ({
  page,
}) => {
  await setGoogle({ coop: 'same-origin' });
  await open(page, '/login?returnUrl=%2Fshop');
  const popup = await openGoogle(page);
  await expect(page.getByText('Did the Google window close?')).toBeVisible();
  await expect(page.getByText(/cancelled/i)).toHaveCount(0);
  await expect(alert(page)).toHaveCount(0);
  await choose(popup, newPerson());
  await expect(page).toHaveURL('/shop');
  expect(await isSignedIn(page)).toBe(true);
  await expect.poll(() => storedKeys(page)).toEqual([]);
});

test('two tabs sign in concurrently, each with its own popup, and one whose tab is closed by itself', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await open(page, '/login?returnUrl=%2Fshop');
  await open(other, '/login?returnUrl=%2Fhosts');
  const [first, second] = [await openGoogle(page), await openGoogle(other)];
  await choose(second, newPerson());
  await expect(other).toHaveURL('/hosts');
  await expect(page).toHaveURL('/login?returnUrl=%2Fshop');
  await page.close();
  await choose(first, newPerson());
  await expect(first).toHaveURL('/');
  expect(context.pages()).toHaveLength(2);
});

test.describe('failures', () => {
  test.use({
    expectedNoise: [/Failed to load resource|Failed to exchange code|Failed to fetch manifest patches/],
  });

  test('a failed attempt shows why and allows another, after which an unused return URL is dropped', async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open(page, '/account');
    await expect(page).toHaveURL('/login');
    await expect
      .poll(async () => (await page.evaluate(() => document.cookie)).includes('way_back'))
      .toBe(false);
    await open(page, '/hosts');
    await open(page, '/login');

    await page.route('**/api/oauth/google/redirect_url?**', (route) =>
      route.fulfill({ status: 503, json: { message: 'Not now' } }),
    );
    const opening = page.waitForEvent('popup');
    await google(page).click();
    const unavailable = await opening;
    await expect(alert(page)).toHaveText(failed);
    await expect.poll(() => unavailable.isClosed()).toBe(true);
    await page.unroute('**/api/oauth/google/redirect_url?**');

    const cancelled = await openGoogle(page);
    await expect(alert(page)).toHaveCount(0);
    await cancelled.getByRole('button', { name: 'Cancel' }).click();
    await expect(alert(page)).toHaveText(failed);
    await expectAccessible(page);

    const closed = await openGoogle(page);
    await closed.close();
    await expect(page.getByText('Did the Google window close?')).toBeVisible();
    await expect(google(page)).toBeEnabled();
    await expect(alert(page)).toHaveCount(0);
    await expectAccessible(page);

    await choose(await openGoogle(page), newPerson(), false);
    await expect(alert(page)).toContainText('Please sign in with a code by e-mail.');

    await page.route('**/api/sessions', (route) => route.abort(), { times: 1 });
    await choose(await openGoogle(page), newPerson());
    await expect(alert(page)).toHaveText(failed);

    await setGoogle({ idToken: 'nonce' });
    await choose(await openGoogle(page), newPerson());
    await expect(alert(page)).toHaveText(failed);
    expect(logged).toContainEqual(
      expect.stringMatching(
        /^Failed to exchange code for session token: API responded with HTTP status \d+$/,
      ),
    );
    expect(await isSignedIn(page)).toBe(false);

    await setGoogle(null);
    await choose(await openGoogle(page), newPerson());
    await expect(page).toHaveURL('/');
    expect(await isSignedIn(page)).toBe(true);
  });

  test('a failed redirect sign-in shows its error on the login page', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await open(page, '/account');
    await expect(page).toHaveURL('/login');
    await google(page).click();
    await page.waitForURL(`${standIns}/google/authorize?**`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/login');
    await expect(alert(page)).toHaveText(failed);
    await google(page).click();
    await page.waitForURL(`${standIns}/google/authorize?**`);
    await choose(page, newPerson());
    await page.waitForURL('**/account');
  });

  test('the callback page rejects codes of no flow, and removes a code from the URL at once', async ({
    page,
  }) => {
    const exchanges: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/sessions') exchanges.push(request.url());
    });
    const response = await page.goto('/auth/callback');
    expect(response?.headers()['cross-origin-opener-policy']).toBeUndefined();
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(page.getByText('No OAuth code or error found in URL parameters.')).toBeVisible();
    await expectAccessible(page);

    await page.goto('/auth/callback?code=stray');
    await expect(page).toHaveURL('/login');
    await expect(alert(page)).toHaveText(failed);
    expect(exchanges).toEqual([]);

    await page.goto('/auth/callback?code=stolen&state=theirs');
    await expect(page).toHaveURL('/login');
    await expect(alert(page)).toHaveText(failed);
    expect(exchanges).toHaveLength(1);
    expect(await isSignedIn(page)).toBe(false);
    const login = await page.request.get('/login');
    expect(login.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups');

    await page.route('**/api/sessions', () => {});
    await open(page, '/auth/callback?code=abc&state=def');
    await expect(page.getByRole('heading', { name: 'Logging in' })).toBeVisible();
    await expect(page.getByText('Please wait, we are verifying your identity...')).toBeVisible();
    await expect(page).toHaveURL('/auth/callback');
    await expect.poll(() => storedKeys(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
