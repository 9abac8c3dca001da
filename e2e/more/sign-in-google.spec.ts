import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { newPerson, setGoogle } from '../sign-in.ts';
import { choose, google, openGoogle } from '../sign-in-google-steps.ts';
import { expect, expectAccessible, standIns, test } from '../site.ts';

// A popup that closes aborts React Router's request for linked routes.
test.use({ expectedNoise: [/Failed to fetch manifest patches/] });

test.afterEach(() => setGoogle(null));

const isSignedIn = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/users/me')).json()) !== null;

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('google')));

/** The opener policies of our login page, of Google's pages and of our callback page (T-29). */
const openerPolicies: [login: string, google: string | null, callback: string][] = [
  ['unsafe-none', null, 'unsafe-none'],
  ['same-origin-allow-popups', null, 'unsafe-none'],
  ['same-origin-allow-popups', null, 'same-origin-allow-popups'],
  ['same-origin-allow-popups', 'same-origin', 'unsafe-none'],
  ['same-origin-allow-popups', 'same-origin-allow-popups', 'unsafe-none'],
  ['same-origin', null, 'unsafe-none'],
  ['unsafe-none', 'same-origin', 'unsafe-none'],
  ['same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'],
];

/** Replaces the opener policy of a page, as a proxy may. */
async function sendOpenerPolicy(page: Page, path: string, policy: string): Promise<void> {
  await page.context().route(
    (url) => url.pathname === path,
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = { ...response.headers(), 'cross-origin-opener-policy': policy };
      return route.fulfill({ response, headers });
    },
  );
}

for (const [login, provider, callback] of openerPolicies) {
  test(`T-29: the popup signs in with opener policies ${login}, ${provider ?? 'none'} (Google) and ${callback} (callback)`, async ({
    page,
  }) => {
    await setGoogle({ coop: provider });
    await sendOpenerPolicy(page, '/login', login);
    await sendOpenerPolicy(page, '/auth/callback', callback);
    await open(page, '/login?returnUrl=%2Fshop');
    const popup = await openGoogle(page);
    if (provider || login === 'same-origin') {
      await expect(page.getByText('Did the Google window close?')).toBeVisible();
    }
    await expect(page.getByText(/cancelled/i)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await choose(popup, newPerson());
    await expect(page).toHaveURL('/shop');
    expect(await isSignedIn(page)).toBe(true);
    await expect.poll(() => storedKeys(page)).toEqual([]);
  });
}

test('a closed popup can be opened again, without an error', async ({ page }) => {
  await open(page, '/login');
  const popup = await openGoogle(page);
  await popup.close();
  await expect(page.getByText('Did the Google window close?')).toBeVisible();
  await expect(google(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  const again = await openGoogle(page);
  await choose(again, newPerson());
  await expect.poll(() => isSignedIn(page)).toBe(true);
});

test('two tabs sign in concurrently, each with its own popup', async ({ page, context }) => {
  const other = await context.newPage();
  await open(page, '/login?returnUrl=%2Fshop');
  await open(other, '/login?returnUrl=%2Fhosts');
  const [first, second] = [await openGoogle(page), await openGoogle(other)];
  await choose(second, newPerson());
  await expect(other).toHaveURL('/hosts');
  await expect(page).toHaveURL('/login?returnUrl=%2Fshop');
  await choose(first, newPerson());
  await expect(page).toHaveURL('/shop');
});

test('a popup whose opener is closed signs in by itself', async ({ page, context }) => {
  await setGoogle({ coop: 'same-origin' });
  await open(page, '/login');
  const popup = await openGoogle(page);
  await page.close();
  await choose(popup, newPerson());
  await expect(popup).toHaveURL('/');
  expect(context.pages()).toHaveLength(1);
});

test.describe('failures', () => {
  test.use({
    expectedNoise: [/Failed to load resource|Failed to exchange code|Failed to fetch manifest patches/],
  });

  test('cancelling at Google shows an error and allows another attempt', async ({ page }) => {
    await open(page, '/login');
    const popup = await openGoogle(page);
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
    await expect(google(page)).toBeEnabled();
    await expectAccessible(page);
  });

  test('an unavailable Google leaves no empty popup', async ({ page }) => {
    await page.route('**/api/oauth/google/redirect_url?**', (route) =>
      route.fulfill({ status: 503, json: { message: 'Not now' } }),
    );
    await open(page, '/login');
    const opening = page.waitForEvent('popup');
    await google(page).click();
    const popup = await opening;
    await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  test('a lost network during the exchange is shown, and the next attempt works', async ({ page }) => {
    await page.route('**/api/sessions', (route) => route.abort(), { times: 1 });
    await open(page, '/login?returnUrl=%2Fshop');
    await choose(await openGoogle(page), newPerson());
    await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
    await choose(await openGoogle(page), newPerson());
    await expect(page).toHaveURL('/shop');
  });

  test('an invalid ID token is rejected', async ({ page }) => {
    await setGoogle({ idToken: 'nonce' });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open(page, '/login');
    await choose(await openGoogle(page), newPerson());
    await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
    expect(await isSignedIn(page)).toBe(false);
    expect(logged).toContainEqual(
      expect.stringMatching(
        /^Failed to exchange code for session token: API responded with HTTP status \d+$/,
      ),
    );
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
    await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
    await google(page).click();
    await page.waitForURL(`${standIns}/google/authorize?**`);
    await choose(page, newPerson());
    await page.waitForURL('**/account');
  });

  test('an unverified address shows how to sign in instead', async ({ page }) => {
    await open(page, '/login');
    await choose(await openGoogle(page), newPerson(), false);
    await expect(page.getByRole('alert')).toContainText('Please sign in with a code by e-mail.');
    expect(await isSignedIn(page)).toBe(false);
  });

  test('a stolen code is rejected', async ({ page }) => {
    await page.goto('/auth/callback?code=stolen&state=theirs');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
    expect(await isSignedIn(page)).toBe(false);
  });
});

test('a code without a flow is not sent', async ({ page }) => {
  const exchanges: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/sessions') exchanges.push(request.url());
  });
  await page.goto('/auth/callback?code=stray');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
  expect(exchanges).toEqual([]);
});

test('an unused return URL is dropped at the next visit', async ({ page }) => {
  await open(page, '/account');
  await expect(page).toHaveURL('/login');
  await expect
    .poll(async () => (await page.evaluate(() => document.cookie)).includes('way_back'))
    .toBe(false);
  await open(page, '/');
  await open(page, '/login');
  await choose(await openGoogle(page), newPerson());
  await expect(page).toHaveURL('/');
});

test('messages of other windows are ignored', async ({ page }) => {
  const exchanges: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/sessions') exchanges.push(request.url());
  });
  await open(page, '/login');
  const popup = await openGoogle(page);
  const state = new URL(popup.url()).searchParams.get('state');
  await page.evaluate(() => {
    const counter = Object.assign(window, { received: 0 });
    addEventListener('message', () => {
      counter.received += 1;
    });
  });
  await popup.evaluate((flow) => {
    const forged = { type: 'google-sign-in', flow, code: 'forged' };
    for (const message of [forged, JSON.stringify(forged), 'x'.repeat(1_000_000)])
      window.opener.postMessage(message, '*');
  }, state);
  await page.evaluate(() => window.postMessage({ type: 'google-sign-in', flow: 'other', code: 'x' }, '*'));
  await page.waitForFunction(() => (window as unknown as { received: number }).received === 4);
  // A call caused by any of them would have been sent before this one.
  await page.evaluate(async () => void (await fetch('/api/users/me')));
  expect(exchanges).toEqual([]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the callback page without parameters shows the missing code', async ({ page }) => {
  const response = await page.goto('/auth/callback');
  expect(response?.headers()['cross-origin-opener-policy']).toBeUndefined();
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByText('No OAuth code or error found in URL parameters.')).toBeVisible();
  await expectAccessible(page);
  const login = await page.request.get('/login');
  expect(login.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});

test('the code is removed from the URL at once', async ({ page }) => {
  await page.route('**/api/sessions', () => {});
  await open(page, '/auth/callback?code=abc&state=def');
  await expect(page.getByRole('heading', { name: 'Logging in' })).toBeVisible();
  await expect(page.getByText('Please wait, we are verifying your identity...')).toBeVisible();
  await expect(page).toHaveURL('/auth/callback');
  await expect.poll(() => storedKeys(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
