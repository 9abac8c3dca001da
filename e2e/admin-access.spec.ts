import { open, scriptsAreThere } from './goto.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from './site.ts';

const refusal = "You don't have permission to access the admin dashboard.";

test("T-38: a non-admin sees 'Access Denied' and no admin data", async ({ page }) => {
  await signInByCode(page, newPerson(), '/hosts');
  const html = await (await page.request.get('/admin')).text();
  for (const secret of ['Database Tables', 'Admin Dashboard', 'tableName', 'site_settings', 'Welcome,']) {
    expect(html).not.toContain(secret);
  }
  expect(html).toMatch(/<meta name="robots" content="noindex[^"]*"/);
  await open(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('Not an administrator')).toBeVisible();
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await scriptsAreThere(page);
  expect(await (await page.request.get('/api/users/me')).json()).toBeNull();
});
