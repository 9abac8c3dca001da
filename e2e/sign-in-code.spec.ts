import { open } from './goto.ts';
import { askForCode, codeFor, newPerson } from './sign-in.ts';
import { expect, expectAccessible, test } from './site.ts';

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
});
