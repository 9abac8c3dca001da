import type { Page } from '@playwright/test';
import { expect, makeRow, openTable, test, word } from './admin-fixture.ts';
import { edit, modal } from './admin-form-steps.ts';
import { expectAccessible } from './site.ts';

const fetchRow = (page: Page, table: string, id: unknown) =>
  page.request.get(`/api/tables/${table}/${id}`).then((response) => response.json());

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

test('a reference is found by name with only the keyboard', async ({ page }) => {
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
