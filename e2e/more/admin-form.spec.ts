import type { Locator, Page } from '@playwright/test';
import { expect, makeRow, openTable, test, wide, word } from '../admin-fixture.ts';
import { edit, listed, modal } from '../admin-form-steps.ts';
import { query } from '../database.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { expectAccessible } from '../site.ts';

const fetchRow = (page: Page, table: string, id: unknown) =>
  page.request.get(`/api/tables/${table}/${id}`).then((response) => response.json());

test('read-only columns are disabled and never sent', async ({ page }) => {
  const name = word();
  const made = await makeRow(page, 'amenities', { name });
  await edit(page, 'amenities', name);
  const form = modal(page, 'Edit Item');
  await expect(form.getByLabel('ID', { exact: true })).toBeDisabled();
  await expect(form.getByLabel('ID', { exact: true })).toHaveValue(String(made.id));
  await form.getByLabel('Description').fill('Two lines\nof it');
  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await form.getByRole('button', { name: 'Save' }).click();
  const body = (await sending).postDataJSON();
  expect(body).toEqual({
    name,
    icon_url: '',
    description: 'Two lines\nof it',
    position: 0,
    _version: made._version,
  });
  await expect(form).toBeHidden();
});

test('the modal closes by Cancel, X, Esc and backdrop, and asks before discarding changes', async ({
  page,
}) => {
  const name = word();
  await makeRow(page, 'amenities', { name });
  await page.goto(listed('amenities', name));
  const opener = page.getByRole('button', { name: `Edit ${name}`, exact: true });
  const form = modal(page, 'Edit Item');
  const discardDialog = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const ways: (() => Promise<void>)[] = [
    () => form.getByRole('button', { name: 'Cancel' }).click(),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(3, 3),
  ];
  for (const close of ways) {
    await opener.click();
    await expect(form).toBeVisible();
    await close();
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await form.getByLabel('Description').fill('Typed and not saved');
    await close();
    await expect(discardDialog).toBeVisible();
    await discardDialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(discardDialog).toBeHidden();
    await expect(form.getByLabel('Description')).toHaveValue('Typed and not saved');
    await close();
    await discardDialog.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
  }
});

/** Opens the form of an amenity from another table, so that Back leads there. */
async function editAmenity(page: Page): Promise<Locator> {
  await page
    .getByRole('navigation', { name: 'Database Tables' })
    .getByRole('link', { name: /^Amenities/ })
    .click();
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  return modal(page, 'Edit Item');
}

test('Back asks before it leaves a form that is not saved, and goes there once discarded', async ({
  page,
}) => {
  await makeRow(page, 'amenities', { name: word() });
  await page.setViewportSize(wide);
  await open(page, '/admin?table=redirects');
  const form = await editAmenity(page);
  const discardDialog = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await form.getByLabel('Description').fill('Typed and not saved');
  await scriptsAreThere(page);
  await page.goBack();
  await expect(discardDialog).toBeVisible();
  await discardDialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(discardDialog).toBeHidden();
  await expect(page).toHaveURL(/table=amenities/);
  await expect(form.getByLabel('Description')).toHaveValue('Typed and not saved');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(discardDialog).toBeVisible();
  await page.goBack();
  await expect(discardDialog).toHaveCount(1);
  await discardDialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/table=redirects/);
  await expect(form).toBeHidden();
});

test('a form cannot be changed or closed while its prices are checked', async ({ page }) => {
  const name = word();
  const { data } = await (await page.request.get('/api/tables/properties?limit=1')).json();
  const nights = { first_night: '2039-07-05', last_night: '2039-07-06' };
  const rate = await makeRow(page, 'rates', {
    property_id: data[0].id,
    name,
    ...nights,
    nightly_cents: 40_000,
  });
  const checked = Promise.withResolvers<void>();
  await page.route('**/api/tables/rates/effect', async (route) => {
    await checked.promise;
    await route.continue();
  });
  await edit(page, 'rates', name);
  const form = modal(page, 'Edit Item');
  await form.getByLabel('Name').fill(`${name} 2`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await expect(form.getByLabel('Name')).toBeDisabled();
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  checked.resolve();
  await expect(form).toBeHidden();
  expect(await fetchRow(page, 'rates', rate.id)).toMatchObject({ name: `${name} 2` });
  await page.request.delete(`/api/tables/rates/${rate.id}`);
});

test.describe('errors', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('Back while a row is sent keeps what was typed when the server rejects it', async ({ page }) => {
    const name = word();
    await makeRow(page, 'amenities', { name });
    await open(page, '/admin?table=redirects');
    await page.setViewportSize(wide);
    const form = await editAmenity(page);
    await form.getByLabel('Description').fill('Typed and not saved');
    const sent = Promise.withResolvers<void>();
    await page.route('**/api/tables/amenities/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await sent.promise;
      await route.fulfill({ status: 400, json: { message: 'The tide is out.' } });
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    await scriptsAreThere(page);
    await page.goBack();
    await page
      .getByRole('alertdialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    sent.resolve();
    await expect(form.getByText('The tide is out.')).toBeVisible();
    await expect(form.getByLabel('Description')).toHaveValue('Typed and not saved');
  });

  test('a server error shows the specified message, and a retry saves the row', async ({ page }) => {
    const name = word();
    await makeRow(page, 'amenities', { name });
    await edit(page, 'amenities', name);
    const form = modal(page, 'Edit Item');
    await page.route('**/api/tables/amenities/*', (route) => route.fulfill({ status: 502, body: 'no JSON' }));
    await form.getByLabel('Description').fill('Kept');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toHaveText('Failed to update row');
    await page.unroute('**/api/tables/amenities/*');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });
});

test('a reference is chosen by Enter whose rows arrive after its name was typed', async ({ page }) => {
  await openTable(page, 'products');
  await page.getByRole('button', { name: 'Add New' }).click();
  const property = modal(page, 'Add New Item').getByRole('combobox', { name: 'Property' });
  await page.route('**/api/tables/properties?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await property.focus();
  await page.keyboard.type('Sunset');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveText(['Sunset Villa']);
  await expect(property).toHaveAttribute('aria-activedescendant', (await options.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(property).toHaveValue('Sunset Villa');
});

test('the form fits small phones', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const table of ['properties', 'blog_posts', 'products']) {
    await openTable(page, table);
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expect(modal(page, 'Edit Item')).toBeVisible();
    await expect(page.getByText('Loading the editor...')).toHaveCount(0);
    const rightEdge = () => modal(page, 'Edit Item').evaluate((one) => one.getBoundingClientRect().right);
    await expect.poll(rightEdge).toBeLessThanOrEqual(320);
    const excess = () =>
      page
        .locator('dialog [data-body]')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(excess).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
});

test('the history shows who changed what and when, and restores a version', async ({ page }) => {
  const name = word();
  const made = await makeRow(page, 'amenities', { name, description: 'Warm sand' });
  await page.request.put(`/api/tables/amenities/${made.id}`, { data: { description: 'Warm white sand' } });
  await page.goto(listed('amenities', name));
  await page.getByRole('button', { name: `History of ${name}` }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const entries = history.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first().getByRole('heading')).toHaveText('Changed by host@example.com');
  await expect(entries.first()).toContainText('Warm white sand');
  await expect(entries.first().locator('mark')).toHaveText('white');
  await expect(entries.first().getByRole('button', { name: /Restore this version/ })).toHaveCount(0);
  await expect(entries.last().getByRole('heading')).toHaveText('Created by host@example.com');
  await expectAccessible(page);
  await entries
    .last()
    .getByRole('button', { name: /Restore this version/ })
    .click();
  await expect(history).toBeHidden();
  expect(await fetchRow(page, 'amenities', made.id)).toMatchObject({ description: 'Warm sand' });
});

test('older changes are added below the newest fifty, and the first of them has the focus', async ({
  page,
}) => {
  const name = word();
  const made = await makeRow(page, 'amenities', { name });
  for (let position = 1; position <= 50; position += 1)
    await page.request.put(`/api/tables/amenities/${made.id}`, { data: { position } });
  await page.goto(listed('amenities', name));
  await page.getByRole('button', { name: `History of ${name}` }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const entries = history.getByRole('listitem');
  await expect(entries).toHaveCount(50);
  await history.getByRole('button', { name: 'Show older changes' }).click();
  await expect(entries).toHaveCount(51);
  await expect(entries.last().getByRole('heading')).toHaveText('Created by host@example.com');
  await expect(entries.last()).toBeFocused();
  await expect(history.getByRole('button', { name: 'Show older changes' })).toHaveCount(0);
});

test('a history that is longer than a phone is scrolled by keyboard', async ({ page }) => {
  const name = word();
  await makeRow(page, 'amenities', { name, description: 'Warm sand. '.repeat(20) });
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(listed('amenities', name));
  await page.getByRole('button', { name: `History of ${name}` }).click();
  await expect(
    page.getByRole('dialog', { name: 'History' }).getByText('This is how it is now.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Changes' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText('This is how it is now.')).toBeInViewport();
});

test('a seeded row is restored to its state before its only change', async ({ page }) => {
  const name = word();
  const [{ id }] = (await query(
    `insert into amenities (id, name, description)
     values ((select 1 + max(id) from amenities where id < 900), $1, 'Warm sand') returning id`,
    [name],
  )) as [{ id: number }];
  await page.request.put(`/api/tables/amenities/${id}`, { data: { description: 'Cold sand' } });
  await page.goto(listed('amenities', name));
  await page.getByRole('button', { name: `History of ${name}` }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByRole('button', { name: /^Restore as it was before this change/ }).click();
  await expect(history).toBeHidden();
  expect(await fetchRow(page, 'amenities', id)).toMatchObject({ description: 'Warm sand' });
});

test('a CSV file is validated line by line and imported only without errors', async ({ page }) => {
  const [name, other] = [word(), word()];
  const made = await makeRow(page, 'amenities', { name });
  await openTable(page, 'amenities');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import CSV into Amenities' });
  await expectAccessible(page);
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'amenities.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  await choose(`id,name,position,colour\r\n${made.id},${name},-3,red\r\n,,4,blue\r\n`);
  await expect(dialog.getByRole('status')).toContainText('Errors: 2');
  await expect(dialog.getByRole('listitem').nth(0)).toContainText('Line 2');
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('Line 3');
  await expect(dialog.getByText('colour')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(`id,name,position\r\n${made.id},${name},3\r\n,${other},4\r\n`);
  await expect(dialog.getByRole('status')).toContainText('Rows: 2. To create: 1. To update: 1. Errors: 0.');
  await expect(dialog.getByRole('cell', { name: other })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog.getByText('Imported: 1 row created, 1 row updated.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await fetchRow(page, 'amenities', made.id)).toMatchObject({ position: 3 });
});
