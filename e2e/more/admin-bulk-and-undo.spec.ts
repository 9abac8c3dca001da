import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { listRedirects } from '../admin-bulk-and-undo-steps.ts';
import { expect, rows, test, wide } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { keepMessages } from '../keep-messages.ts';
import { expectAccessible } from '../site.ts';

const confirmMessage = 'Are you sure you want to delete this item?';

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' });

test.beforeEach(({ page }) => keepMessages(page));

test('deleting a property warns that its products leave the shop', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/admin?table=properties');
  await page.getByRole('button', { name: 'Delete Sunset Villa' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete' });
  await expect(dialog.getByText(confirmMessage)).toBeVisible();
  await expect(dialog.getByText('Products that book it leave the shop')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Sunset Villa' })).toBeVisible();
});

test('deleting and changing rows cannot be closed while they run', async ({ page }) => {
  const name = await listRedirects(page, 1);
  const allowed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/tables/redirects/bulk', async (route) => {
    await allowed[0]?.promise;
    await route.continue();
  });
  await page.getByRole('checkbox', { name: `Select /${name}-1` }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit 1 row' });
  await edit.getByLabel('Field to change').selectOption({ label: 'New address' });
  await edit.getByLabel('New address').fill('/hosts');
  await edit.getByRole('button', { name: 'Change 1 row' }).click();
  await expect(edit.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await edit.getByRole('button', { name: 'Close' }).click();
  await expect(edit).toBeVisible();
  allowed[0]?.resolve();
  await expect(edit).toHaveCount(0);

  await page.route('**/api/tables/redirects/*', async (route) => {
    if (route.request().method() === 'DELETE') await allowed[1]?.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: `Delete /${name}-1` }).click();
  const remove = page.getByRole('alertdialog', { name: 'Delete' });
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await remove.getByRole('button', { name: 'Close' }).click();
  await expect(remove).toBeVisible();
  allowed[1]?.resolve();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
});

test('Undo stays for ten seconds, and longer while hovered', async ({ page }) => {
  await page.clock.install();
  const name = await listRedirects(page, 1);
  await page.getByRole('button', { name: `Delete /${name}-1` }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // The clock moves only where the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return undo.isVisible();
    })
    .toBe(true);
  await undo.hover();
  await page.clock.runFor(30_000);
  await expect(undo).toBeVisible();
  await page.mouse.move(10, 10);
  await page.clock.runFor(5_000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(undo).toHaveCount(0);
  await page.clock.resume();

  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/admin?table=redirects&view=trash');
  const entry = page
    .getByRole('list', { name: 'Deleted rows' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(entry).toContainText('by host@example.com');
  await expectAccessible(page);
  await entry.getByRole('button', { name: /^Restore/ }).click();
  await expect(messages(page)).toContainText(`/${name}-1 is back.`);
  await expect(entry).toHaveCount(0);
});

test('bulk edit uses the widget of the row form', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/admin?table=products');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit \d+ rows$/ });
  const field = edit.getByLabel('Field to change');
  await field.selectOption({ label: 'Property' });
  await edit.getByRole('combobox', { name: 'Property' }).last().fill('Sunset');
  await page.getByRole('option', { name: 'Sunset Villa' }).click();
  await expect(edit.getByRole('combobox', { name: 'Property' }).last()).toHaveValue('Sunset Villa');
  await field.selectOption({ label: 'Images' });
  await expect(edit.getByRole('button', { name: 'Upload pictures', exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Cancel' }).click();

  await open(page, '/admin?table=blog_posts');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  await expect(field.getByRole('option', { name: 'Author' })).toHaveCount(1);
  await expect(field.getByRole('option', { name: 'Content' })).toHaveCount(0);
});

test('an option stays under the pointer as the rows for the typed text arrive', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/admin?table=products');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit \d+ rows$/ });
  await edit.getByLabel('Field to change').selectOption({ label: 'Property' });
  const property = edit.getByRole('combobox', { name: 'Property' }).last();
  await property.click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.getByText('Sunset Villa')).toBeVisible();
  const last = await options.last().innerText();
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>();
  await page.route(/\/api\/tables\/properties\?.*search=/, async (route) => {
    await isPressed;
    await route.continue();
  });
  const arrival = page.waitForResponse((response) => response.url().includes('search='));
  await property.fill(last);
  await options.getByText(last, { exact: true }).hover();
  await page.mouse.down();
  press();
  await arrival;
  await expect(options).toHaveCount(1);
  await page.mouse.up();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(property).toHaveValue(last);
});

test('a saved row appears in the list without a page load', async ({ page }) => {
  const name = await listRedirects(page, 1);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await page.getByRole('button', { name: `Edit /${name}-1`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Item' });
  await form.getByLabel('New address').fill('/hosts');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(rows(page)).toContainText('/hosts');
  await expect(messages(page)).toContainText(`Saved. “/${name}-1” is up to date.`);
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  await page.getByRole('button', { name: `History of /${name}-1` }).click();
  await expect(page.getByRole('dialog').getByText('Changed by host@example.com')).toBeVisible();
});

test('the export contains the filtered rows', async ({ page }) => {
  const name = await listRedirects(page, 2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('redirects.csv');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain(`/${name}-1`);
  expect(text.trim().split(/\r?\n/)).toHaveLength(3);
});

test.describe('errors', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a failed export shows its error, and a running one can be cancelled', async ({ page }) => {
    await listRedirects(page, 1);
    await page.route('**/export?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByRole('alert')).toHaveText('Export failed: 500');
    await page.unrouteAll();
    await page.route('**/export?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to export CSV');
    await page.unrouteAll();
    await page.route('**/export?*', () => {});
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a row that cannot be deleted stays and shows the reason', async ({ page }) => {
    const name = await listRedirects(page, 1);
    await page.route('**/api/tables/redirects/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.getByRole('button', { name: `Delete /${name}-1` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to delete row');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveCount(1);
  });
});

test('the media table shows the library', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/admin?table=media');
  await expect(page.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page');
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Rows' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
});
