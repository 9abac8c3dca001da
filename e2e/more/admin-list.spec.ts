import type { Page } from '@playwright/test';
import { expect, makeRow, rows, test, wide, word } from '../admin-fixture.ts';
import { makeRedirects } from '../admin-list-steps.ts';
import { open } from '../goto.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

const search = (page: Page) => page.getByRole('searchbox', { name: /^Search/ });

test('pagination shows the range of fifty rows and jumps to pages', async ({ page }) => {
  await page.setViewportSize(wide);
  const name = await makeRedirects(page, 52);
  await open(page, `/admin?table=redirects&search=${name}&sort=from_path:asc`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByText('1–50 of 52')).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages.getByText('51–52 of 52')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
  await pages.getByLabel('Page').fill('1');
  await page.keyboard.press('Enter');
  await expect(pages.getByText('1–50 of 52')).toBeVisible();
  await page.goBack();
  await expect(pages.getByText('51–52 of 52')).toBeVisible();

  await header(page, 'Old address').getByRole('button').click();
  await expect(pages.getByText('1–50 of 52')).toBeVisible();
  await expect(rows(page).first()).toContainText(`${name}-052`);
});

test('the latest query wins, and old rows stay until its response', async ({ page }) => {
  await page.setViewportSize(wide);
  const name = await makeRedirects(page, 2);
  await open(page, `/admin?table=redirects&search=${name}`);
  await expect(rows(page)).toHaveCount(2);
  let release: (() => void) | undefined;
  await page.route('**/api/tables/redirects?*sort=from_path%3Aasc*', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue().catch(() => {});
  });
  const column = header(page, 'Old address');
  await column.getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Rows of Redirects' })).toHaveAttribute('aria-busy', 'true');
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => release).toBeDefined();
  await column.getByRole('button').click();
  await expect(rows(page).first()).toContainText(`${name}-002`);
  release?.();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(`${name}-002`);
});

test('search is debounced, kept in the URL, and undone by one Back', async ({ page }) => {
  await page.setViewportSize(wide);
  const name = await makeRedirects(page, 2);
  await page.clock.install();
  await open(page, '/admin?table=redirects');
  await expect(rows(page).first()).toBeVisible();
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/tables/redirects') searches.push(searchParams.get('search') ?? '');
  });
  // The clock stops while the test types: on a busy machine a pause between two letters could end the input.
  await page.clock.pauseAt(Date.now() + 60_000);
  await search(page).pressSequentially(`${name}-002`);
  await page.clock.resume();
  await expect(rows(page)).toHaveCount(1);
  expect(searches).toEqual([`${name}-002`]);
  await expect(page).toHaveURL(`/admin?table=redirects&search=${name}-002`);
  await search(page).fill(`${name}-00`);
  await expect(rows(page)).toHaveCount(2);
  await search(page).fill('nothing is called like this');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/admin?table=redirects');
});

test('filters are added, edited and removed, and kept in the URL', async ({ page }) => {
  await page.setViewportSize(wide);
  const name = await makeRedirects(page, 3);
  await open(page, `/admin?table=redirects&search=${name}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const builder = page.getByRole('form', { name: 'Filter' });
  const add = builder.getByRole('button', { name: 'Add filter' });
  await expect(add).toBeDisabled();
  await builder.getByLabel('Field').selectOption({ label: 'Status' });
  await builder.getByLabel('Value').selectOption({ label: '308 Moved for good, forms too' });
  await expectAccessible(page);
  await add.click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/filters=%7B%22status%22%3A%22308%22%7D/);
  const chips = page.getByRole('list', { name: 'Filters' });
  await expect(chips.getByRole('button', { name: 'Status is 308', exact: false }).first()).toBeVisible();

  await builder.getByLabel('Field').selectOption({ label: 'Old address' });
  await builder.getByLabel('Condition').selectOption({ label: 'contains' });
  await builder.getByLabel('Value').fill('-001');
  await add.click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await chips.getByRole('button', { name: /^Remove the filter Status/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`${name}-001`);

  await chips.getByRole('button', { name: 'Old address contains -001', exact: true }).click();
  await builder.getByLabel('Value').fill('-00');
  await add.click();
  await expect(rows(page)).toHaveCount(3);
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(`/admin?table=redirects&search=${name}`);
  await page.goBack();
  await expect(chips.getByText('Old address contains -00')).toBeVisible();
});

test("rows are filtered by a referenced row's name with only the keyboard", async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/admin?table=products');
  await expect(rows(page).first()).toBeVisible();
  const all = await rows(page).count();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const builder = page.getByRole('form', { name: 'Filter' });
  await builder.getByLabel('Field').selectOption({ label: 'Property' });
  await builder.getByRole('combobox', { name: 'Value' }).focus();
  await page.keyboard.type('Sunset');
  const option = page.getByRole('option', { name: 'Sunset Villa' });
  await expect(option).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const chip = page.getByRole('button', { name: 'Property is Sunset Villa', exact: true });
  await expect(chip).toBeVisible();
  await expect(rows(page)).not.toHaveCount(all);

  // A row that no other refers to is named in the filter all the same.
  const title = word();
  const { id } = await makeRow(page, 'properties', {
    title,
    slug: title,
    description: 'x',
    guests: 2,
    beds: 1,
    baths: 1,
    price_preview: 'x',
    is_listed: false,
  });
  await open(
    page,
    `/admin?table=products&filters=${encodeURIComponent(JSON.stringify({ property_id: id }))}`,
  );
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Property is ${title}`, exact: true })).toBeVisible();
});

test('values are formatted for reading', async ({ page }) => {
  await page.setViewportSize(wide);
  await open(page, '/admin?table=products');
  const first = rows(page).first();
  await expect(first.getByText('$675.00')).toBeVisible();
  await expect(first.getByText('Paid once')).toBeVisible();
  await expect(first.getByText('Yes')).toBeAttached();
  await expect(
    first.getByRole('link', { name: 'Kid-Friendly, Steps to Beach + Pools, Sleeps 6' }),
  ).toBeVisible();
  await expect(first.locator('img').first()).toHaveAttribute('src', /\/480\.webp$/);
  await expectAccessible(page);
  await first.getByRole('link', { name: /^Kid-Friendly/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Properties' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click();
  const details = page.getByRole('dialog');
  await expect(details.getByText('Price preview')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(
    rows(page)
      .getByRole('button', { name: /^Show all/ })
      .first(),
  ).toBeFocused();
});

test('"Show all" appears only below truncated texts', async ({ page }) => {
  await page.setViewportSize(wide);
  const name = word();
  // Narrow letters: as many as fill two lines of others fit into one.
  const texts = { fits: 'ill '.repeat(24).trim(), cut: 'Sand and more sand. '.repeat(20).trim() };
  for (const [label, description] of Object.entries(texts))
    await makeRow(page, 'amenities', { name: `${name} ${label}`, description });
  await open(page, `/admin?table=amenities&search=${name}`);
  await expect(rows(page)).toHaveCount(2);
  const showAll = rows(page).getByRole('button', { name: /^Show all/ });
  await expect(showAll).toHaveCount(1);
  await expect(showAll).toHaveAccessibleName(`Show all of Description, ${name} cut`);
  await showAll.click();
  await expect(page.getByRole('dialog', { name: `${name} cut` })).toContainText(texts.cut);
});

test('columns are chosen, stored in the browser and part of a saved view', async ({ page }) => {
  await page.setViewportSize(wide);
  const view = word();
  await open(page, '/admin?table=products');
  await expect(header(page, 'Currency')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('checkbox', { name: 'Currency' }).click();
  await expectAccessible(page);
  await chooser.getByRole('button', { name: 'Done' }).click();
  await expect(header(page, 'Currency')).toHaveCount(0);
  await page.reload();
  await expect(header(page, 'Name')).toBeVisible();
  await expect(header(page, 'Currency')).toHaveCount(0);

  await header(page, 'Name').getByRole('button').click();
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByLabel('Save what you see as').fill(view);
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(views.getByRole('link', { name: view })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await chooser.getByRole('button', { name: 'Reset' }).click();
  await chooser.getByRole('button', { name: 'Done' }).click();
  await open(page, '/admin?table=products');
  await expect(header(page, 'Currency')).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('link', { name: view }).click();
  await expect(views).toHaveCount(0);
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(page, 'Currency')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('button', { name: `Rename ${view}` }).click();
  await views.getByLabel(`New name of ${view}`).fill(`${view} again`);
  await views.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(views.getByRole('link', { name: `${view} again` })).toBeVisible();
  await views.getByRole('button', { name: `Delete the view ${view} again` }).click();
  await expect(views.getByRole('link', { name: view })).toHaveCount(0);
});

test.describe('a refused name of a view', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('stays in its field, with the reason', async ({ page }) => {
    const view = word();
    await open(page, '/admin?table=products');
    await page.getByRole('button', { name: 'Views' }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    const name = views.getByLabel('Save what you see as');
    const save = views.getByRole('button', { name: 'Save view' });
    await name.fill(view);
    await save.click();
    await expect(views.getByRole('link', { name: view })).toBeVisible();
    await expect(name).toHaveValue('');
    await name.fill(view);
    await save.click();
    await expect(views.getByRole('alert')).toHaveText('Name is already used by another view');
    await expect(name).toHaveValue(view);
  });
});

test('a table of two hundred columns scrolls with headers and actions in view', async ({ page }) => {
  await page.setViewportSize(wide);
  const names = Array.from({ length: 200 }, (_, index) => `field_${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }]));
  await page.route('**/api/admin/schemas/products', (route) =>
    route.fulfill({
      json: {
        type: 'object',
        title: 'Wide',
        description: '',
        required: [],
        label: 'field_0',
        properties: { id: { type: 'integer', primaryKey: true }, ...properties },
        verbs: { create: true, update: true, delete: true },
      },
    }),
  );
  const row = (id: number) => Object.fromEntries(names.map((name) => [name, `${name} of ${id}`]));
  await page.route('**/api/tables/products?*', (route) =>
    route.fulfill({
      json: {
        data: Array.from({ length: 50 }, (_, id) => ({ id, _version: '1', ...row(id) })),
        total: 1_003_200,
        totalIsEstimate: true,
        labels: {},
      },
    }),
  );
  await open(page, '/admin?table=products');
  await expect(page.getByText('1–50 of about 1,000,000')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(42);
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await expect(chooser.getByText('40 of 201 columns shown')).toBeVisible();
  await chooser.getByRole('button', { name: 'Show all' }).click();
  await chooser.getByLabel('Find a column').fill('field_19');
  await expect(chooser.getByRole('checkbox')).toHaveCount(11);
  await chooser.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(203);
  await expectNoSidewaysScrolling(page);
  await page.getByRole('region', { name: 'Rows of Wide' }).evaluate((element) => {
    element.scrollLeft = 9_000;
    element.scrollTop = 300;
  });
  const inSight = { ratio: 0.9 };
  await expect(page.getByRole('button', { name: 'Edit field_0 of 8', exact: true })).toBeInViewport(inSight);
  await expect(rows(page).nth(8).getByText('field_0 of 8', { exact: true })).toBeInViewport(inSight);
  await expect(header(page, 'field_0')).toBeInViewport(inSight);
});
