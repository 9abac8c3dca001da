import { open } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { askForCode, codeFor, newPerson, signInByCode } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, test } from './site.ts';

test('a code pasted from the mail signs in', async ({ page }) => {
  const email = newPerson();
  await open(page, '/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByText('Access your PCB Beach Rentals dashboard')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await expect(page.getByText('Or continue with email')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send verification code' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Email').fill(email);
  await send.click();

  await expect(page.getByText(`We sent a verification code to ${email}`)).toBeVisible();
  const field = page.getByLabel('Verification code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('placeholder', 'Enter 6-digit code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  const verify = page.getByRole('button', { name: 'Verify and sign in' });
  await expect(verify).toBeDisabled();
  const code = await codeFor(email);
  await field.evaluate(
    (input: HTMLInputElement, pasted) => {
      input.focus();
      document.execCommand('insertText', false, pasted);
    },
    ` ${code.slice(0, 3)} ${code.slice(3)} `,
  );
  await expect(field).toHaveValue(code);
  await verify.click();
  await expect(page).toHaveURL('/');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
});

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

  test('an invalid address and a wrong code show the specified messages', async ({ page }) => {
    const email = newPerson();
    await open(page, '/login');
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to send OTP. Please check your email address.');
    await askForCode(page, email);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const code = await codeFor(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await page.getByLabel('Verification code').fill(wrong);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid OTP. Please try again.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to email entry' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('an error in a successful response is shown as a failure', async ({ page }) => {
    await page.route('**/api/send-otp', (route) => route.fulfill({ json: { error: 'No such mailbox' } }));
    await open(page, '/login');
    await page.getByLabel('Email').fill('someone@example.com');
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to send OTP. Please check your email address.');
  });

  test('a lost network is shown, and the next attempt works', async ({ page, context }) => {
    const email = newPerson();
    await open(page, '/login');
    await page.getByLabel('Email').fill(email);
    // Else the page's own requests would report the lost network.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to send OTP.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByLabel('Verification code')).toBeVisible();
    await page.getByLabel('Verification code').fill(await codeFor(email));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Invalid OTP.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page).toHaveURL('/');
  });

  test('too many codes for one address show when to try again', async ({ page }) => {
    const email = newPerson();
    await open(page, '/login');
    for (const _ of [1, 2, 3, 4, 5]) {
      await askForCode(page, email);
      await page.getByRole('button', { name: 'Back to email entry' }).click();
    }
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
  await signInByCode(page, newPerson(), '/shop?from=login#top');
  await expect(page).toHaveURL('/shop?from=login#top');
  await page.goto('/login?returnUrl=%2Fhosts');
  await expect(page).toHaveURL('/hosts');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('returnUrl never redirects to another site', async ({ page, baseURL }) => {
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%2f%2fevil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login?returnUrl=/login',
    '/api/logout',
    '/auth/callback?code=x',
  ];
  await signInByCode(page, newPerson(), '//evil.example');
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

for (const width of [390, 1440]) {
  test(`both steps of the login page are accessible at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/login');
    await expectAccessible(page);
    await askForCode(page, newPerson());
    await expectAccessible(page);
  });
}

test('the login page fits a narrow phone, also with a very long address', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route('**/api/send-otp', (route) => route.fulfill({ json: { success: true } }));
  await open(page, '/login');
  await expectNoSidewaysScrolling(page);
  await askForCode(page, `${'verylong'.repeat(7)}@${'mailbox'.repeat(8)}.example.com`);
  await expectNoSidewaysScrolling(page);
});
