import { test as hostTest } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { newPerson, signInByCode } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

const pages = ['/', '/account', '/shop', '/blog', '/hosts'];

hostTest('a host finds the admin from the account page, the navbar and the phone menu', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/account');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account');
  await expect(main.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin');
  await page.getByRole('main').getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
});

hostTest("a host's account page fits every window, with the navbar on one line", async ({ page }) => {
  await open(page, '/account');
  await expect(page.getByRole('main').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible();
  for (const width of [320, 390, 820, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScrolling(page);
    const highest = () =>
      page
        .getByRole('banner')
        .locator('nav:visible :is(a, button)')
        .evaluateAll((links) => Math.max(0, ...links.map((link) => link.getBoundingClientRect().height)));
    await expect.poll(highest, `${width} pixels`).toBeLessThan(50);
  }
  await expectAccessible(page);
});

test('T-38: no page links to the admin for non-admins: 0 of 10 pages', async ({ page }) => {
  const leaks: string[] = [];
  const checkPages = async (who: string) => {
    for (const path of pages) {
      const html = await (await page.request.get(path)).text();
      if (/Admin Dashboard|href="\/admin/.test(html)) leaks.push(`${who} ${path}`);
    }
  };
  await checkPages('anonymous');
  await signInByCode(page, newPerson(), '/account');
  await checkPages('signed in');
  expect(leaks).toEqual([]);
  await open(page, '/account');
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
  await expect(page.getByText('Admin Dashboard')).toHaveCount(0);
});
