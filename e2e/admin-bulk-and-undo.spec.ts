import type { Page } from '@playwright/test';
import { listRedirects } from './admin-bulk-and-undo-steps.ts';
import { expect, rows, test } from './admin-fixture.ts';
import { keepMessages } from './keep-messages.ts';
import { expectAccessible } from './site.ts';

const confirmMessage = 'Are you sure you want to delete this item?';

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' });

test.beforeEach(({ page }) => keepMessages(page));

test('deleting a row asks first, and Undo restores it', async ({ page }) => {
  const name = await listRedirects(page, 2);
  const remove = page.getByRole('button', { name: `Delete /${name}-1` });
  await remove.click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete' });
  await expect(dialog.getByText(confirmMessage)).toBeVisible();
  await expect(dialog.getByText(`/${name}-1`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(messages(page)).toContainText(`Deleted. “/${name}-1” is in the trash.`);
  await expect(page.getByRole('heading', { level: 2, name: 'Redirects' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(messages(page)).toContainText(`Restored. “/${name}-1” is back.`);
});

test('several rows are changed and deleted in bulk', async ({ page }) => {
  const name = await listRedirects(page, 3);
  for (const index of [1, 2]) await page.getByRole('checkbox', { name: `Select /${name}-${index}` }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByText('2 rows selected')).toBeVisible();
  await expectAccessible(page);
  await selection.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit 2 rows' });
  await edit.getByLabel('Field to change').selectOption({ label: 'New address' });
  await edit.getByRole('button', { name: 'Change 2 rows' }).click();
  await expect(edit.getByText('New address is required')).toBeVisible();
  await expectAccessible(page);
  await edit.getByLabel('New address').fill('/hosts');
  await edit.getByRole('button', { name: 'Change 2 rows' }).click();
  await expect(edit).toHaveCount(0);
  await expect(messages(page)).toContainText('2 rows changed.');
  await expect(rows(page).filter({ hasText: '/hosts' })).toHaveCount(2);

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await selection.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expect(selection).toHaveCount(0);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(messages(page)).toContainText('3 rows restored.');
  expect(requests.filter((path) => path.startsWith('/api/admin/'))).toEqual(['/api/admin/trash/restore']);
});
