import { open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { askForCode, codeFor, newPerson, signInByForm } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, test } from '../site.ts';

test('Back to email entry keeps the address and clears the code', async ({ page }) => {
  const email = newPerson();
  await open(page, '/login');
  await askForCode(page, email);
  await page.getByLabel('Verification code').fill('12');
  await page.getByRole('button', { name: 'Back to email entry' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect(page.getByLabel('Verification code')).toHaveValue('');
});

test('input typed before hydration is kept and never put into the URL', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('early@example.com');
  await page.getByLabel('Email').press('Enter');
  release();
  await expect(page.getByRole('button', { name: 'Send verification code' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com');
  await expect(page).toHaveURL('/login');
});

test.describe('failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a lost network is shown, and the next attempt works', async ({ page, context }) => {
    const email = newPerson();
    await open(page, '/login');
    await page.getByLabel('Email').fill(email);
    // The page's own requests must have ended, so that none of them reports the lost network.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to send OTP. Please check your email address.');
    await expect(page.getByText(/We could not reach our server/)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByLabel('Verification code')).toBeVisible();
    await page.getByLabel('Verification code').fill(await codeFor(email));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid OTP. Please try again.');
    await expect(page.getByText(/We could not reach our server.* neither your code/)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page).toHaveURL('/');
  });

  test('too many codes for one address show when to try again', async ({ page }) => {
    const email = newPerson();
    for (const _ of [1, 2, 3, 4, 5])
      expect((await page.request.post('/api/send-otp', { data: { email } })).status()).toBe(200);
    await open(page, '/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByRole('alert')).toContainText('Please try again later');
    await expect.poll(async () => (await mailTo(email)).length).toBe(5);
  });
});

test('the buttons are disabled during a request', async ({ page }) => {
  const respond = await holdBack(page, '**/api/send-otp', (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await open(page, '/login');
  await page.getByLabel('Email').fill('someone@example.com');
  await page.getByRole('button', { name: 'Send verification code' }).click();
  for (const name of ['Send verification code', 'Sign in with Google', 'Sign in with a passkey'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  respond();
  await expect(page.getByLabel('Verification code')).toBeVisible();
});

test('signing in returns to the requested page', async ({ page }) => {
  await signInByForm(page, newPerson(), '/shop?from=login#top');
  await expect(page).toHaveURL('/shop?from=login#top');
  await page.goto('/login?returnUrl=%2Fhosts');
  await expect(page).toHaveURL('/hosts');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('returnUrl never redirects to another site', async ({ page, baseURL }) => {
  // The other hostile URLs have tests of their own.
  const hostile = ['//evil.example', 'javascript:alert(1)', '/api/logout'];
  await signInByForm(page, newPerson(), '//evil.example');
  await expect(page).toHaveURL('/');
  for (const returnUrl of hostile) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
    await expect(page, returnUrl).toHaveURL('/');
  }
  expect((await (await page.request.get(`${baseURL}/api/users/me`)).json())?.email).toContain('@');
});

test('the login page shows Loading... until the user is known', async ({ page }) => {
  await open(page, '/shop');
  const respond = await holdBack(page, '**/api/users/me');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  respond();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});

test('the second step of the login page is accessible', async ({ page }) => {
  await open(page, '/login');
  await askForCode(page, newPerson());
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test('the login page fits a narrow phone, also with a very long address', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route('**/api/send-otp', (route) => route.fulfill({ json: { success: true } }));
  await open(page, '/login');
  await expectNoSidewaysScrolling(page);
  await askForCode(page, `${'verylong'.repeat(7)}@${'mailbox'.repeat(8)}.example.com`);
  await expectNoSidewaysScrolling(page);
});
