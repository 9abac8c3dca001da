import type { Page } from '@playwright/test';
import { addAuthenticator } from './account-steps.ts';
import { open, scriptsAreThere } from './goto.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expect, expectAccessible, test } from './site.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

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
  await expect(passkeys.getByRole('heading')).toBeFocused();
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
