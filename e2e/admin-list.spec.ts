import type { Page } from '@playwright/test';
import { expect, rows, test, wide } from './admin-fixture.ts';
import { makeRedirects } from './admin-list-steps.ts';
import { open } from './goto.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './site.ts';

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

test('clicking a header sorts ascending, descending, then not, and returns to page 1', async ({ page }) => {
  await page.setViewportSize(wide);
  const name = await makeRedirects(page, 3);
  await open(page, `/admin?table=redirects&search=${name}&page=2`);
  await expect(page).toHaveURL(`/admin?table=redirects&search=${name}`);
  const column = header(page, 'Old address');
  const first = rows(page).first();
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  await expect(column.locator('[data-arrow="ascending"]')).toBeVisible();
  await expect(page).toHaveURL(/sort=from_path%3Aasc/);
  await expect(first).toContainText(`${name}-001`);
  await page.keyboard.press('Enter');
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  await expect(first).toContainText(`${name}-003`);
  await page.keyboard.press('Enter');
  await expect(column).not.toHaveAttribute('aria-sort');
  await expect(page).not.toHaveURL(/sort=/);
  await page.goBack();
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  await expect(first).toContainText(`${name}-003`);
});

test('on a phone rows are cards with the same actions as in the table', async ({ page }) => {
  await open(page, '/admin?table=products');
  const cards = page.getByRole('list', { name: 'Rows of Products' }).getByRole('listitem');
  await expect(cards.first()).toContainText('$675.00');
  await expectAccessible(page);
  await page.getByLabel('Sort by').selectOption({ label: 'Name' });
  await page.getByLabel('Direction').selectOption({ label: 'Downwards' });
  await expect(page).toHaveURL(/sort=name%3Adesc/);
  await cards
    .first()
    .getByRole('button', { name: /^All fields/ })
    .click();
  await expect(page.getByRole('dialog').getByText('Billing period')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await open(page, '/admin?table=properties&sort=title:asc');
  await expect(page.getByLabel('Direction')).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoSidewaysScrolling(page);
  }
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rows(page).first()).toBeVisible();
    await expectNoSidewaysScrolling(page);
  }
});
