import type { Page } from '@playwright/test';
import { expect, makeRow, openTable, test, word } from './admin-fixture.ts';
import { query } from './database.ts';
import { expectAccessible } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const modal = (page: Page, title: 'Add New Item' | 'Edit Item') => page.getByRole('dialog', { name: title });
const fetchRow = (page: Page, table: string, id: unknown) =>
  page.request.get(`/api/tables/${table}/${id}`).then((response) => response.json());

/** The address of a list with one row. */
const listed = (table: string, name: string) =>
  `/admin?table=${table}&filters=${encodeURIComponent(JSON.stringify({ name }))}`;

async function edit(page: Page, table: string, name: string): Promise<void> {
  await page.goto(listed(table, name));
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await expect(modal(page, 'Edit Item')).toBeVisible();
}

test('adding a row shows errors while typing and adds it to the list', async ({ page }) => {
  const name = word();
  await openTable(page, 'amenities');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = modal(page, 'Add New Item');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);

  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/);
  await form.getByLabel('Name').fill('x'.repeat(101));
  await expect(form.getByText('Maximum length is 100')).toBeVisible();
  await form.getByLabel('Name').fill(name);
  await expect(form.getByText('Maximum length is 100')).toHaveCount(0);
  await form.getByLabel('Position').fill('-1');
  await expect(form.getByText('Minimum value is 0')).toBeVisible();
  await form.getByLabel('Position').fill('2000000');
  await expect(form.getByText('Maximum value is 1000000')).toBeVisible();
  await form.getByLabel('Position').fill('7');
  await form.getByLabel('Icon URL').fill('javascript:alert(1)');
  await expect(form.getByText('Icon URL is not valid')).toBeVisible();
  await form.getByLabel('Icon URL').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  const { data } = await (await page.request.get(`/api/tables/amenities?filters={"name":"${name}"}`)).json();
  expect(data).toEqual([expect.objectContaining({ name, position: 7, icon_url: '' })]);
});

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

test.describe('errors', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('server errors are shown at their fields, and input is kept', async ({ page }) => {
    const slug = word();
    const required = {
      slug,
      title: slug,
      description: 'x',
      guests: 2,
      beds: 1,
      baths: 1,
      price_preview: 'x',
    };
    await makeRow(page, 'properties', { ...required, is_listed: false });
    await openTable(page, 'properties');
    await page.getByRole('button', { name: 'Add New' }).click();
    const form = modal(page, 'Add New Item');
    await form.getByLabel('Slug').fill(slug);
    await form.getByLabel('Title').fill('Another home');
    await form.getByLabel('Description').first().fill('By the sea');
    for (const field of ['Guests', 'Beds', 'Baths'])
      await form.getByLabel(field, { exact: false }).first().fill('3');
    await form.getByLabel('Price preview').fill('$1');
    await form.getByRole('checkbox', { name: 'Listed' }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await expect(form.getByLabel('Slug')).toBeFocused();
    await expect(form.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel('Title')).toHaveValue('Another home');
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

  test('a conflicting edit shows both versions and is resolved field by field', async ({ page }) => {
    const name = word();
    const made = await makeRow(page, 'amenities', { name, description: 'First', position: 1 });
    const change = async (more: object) => {
      const present = await fetchRow(page, 'amenities', made.id);
      await page.request.put(`/api/tables/amenities/${made.id}`, { data: { ...present, ...more } });
    };
    const conflict = page.getByRole('alertdialog', { name: 'Somebody else changed this item' });
    const form = modal(page, 'Edit Item');

    await edit(page, 'amenities', name);
    await form.getByLabel('Description').fill('Mine');
    await change({ description: 'Theirs', position: 5 });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(conflict).toBeVisible();
    await expect(conflict.getByText('host@example.com')).toBeVisible();
    const description = conflict.getByRole('group', { name: 'Description' });
    await expect(description.getByRole('radio', { name: /Mine/ })).toBeChecked();
    await expect(
      conflict.getByRole('group', { name: 'Position' }).getByRole('radio', { name: /Theirs/ }),
    ).toBeChecked();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Save what is chosen' }).click();
    await expect(form).toBeHidden();
    expect(await fetchRow(page, 'amenities', made.id)).toMatchObject({ description: 'Mine', position: 5 });

    await edit(page, 'amenities', name);
    await form.getByLabel('Description').fill('Mine again');
    await change({ description: 'Theirs again' });
    await form.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect(form).toBeHidden();
    expect(await fetchRow(page, 'amenities', made.id)).toMatchObject({ description: 'Theirs again' });

    await edit(page, 'amenities', name);
    await form.getByLabel('Description').fill('Mine at last');
    await change({ description: 'Theirs at last', position: 9 });
    await form.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(form).toBeHidden();
    expect(await fetchRow(page, 'amenities', made.id)).toMatchObject({
      description: 'Mine at last',
      position: 5,
    });
  });
});

test('a reference is found by name with the keyboard alone', async ({ page }) => {
  await openTable(page, 'products');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = modal(page, 'Add New Item');
  const property = form.getByRole('combobox', { name: 'Property' });
  await property.focus();
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toBeVisible();
  await page.keyboard.type('Sunset');
  // An empty list, as while it loads, is one option, too.
  await expect(options).toHaveText([/Sunset Villa/]);
  await expect(property).toHaveAttribute('aria-activedescendant', (await options.getAttribute('id')) ?? '');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(property).toHaveValue('Sunset Villa');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(property).toHaveValue('Sunset Villa');
  await form.getByRole('button', { name: 'Clear Property' }).click();
  await expect(property).toHaveValue('');

  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Edit .*Week at the Gulf/ }).click();
  await expect(modal(page, 'Edit Item').getByRole('combobox', { name: 'Property' })).toHaveValue(
    'The Beachcomber',
  );
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
        .locator('[role=dialog] [data-body]')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(excess).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
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
