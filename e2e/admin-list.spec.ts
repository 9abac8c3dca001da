import type { Page } from '@playwright/test';
import { expect, rows, test, wide } from './admin-fixture.ts';
import { makeRedirects } from './admin-list-steps.ts';
import { open } from './goto.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './site.ts';

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

const search = (page: Page) => page.getByRole('searchbox', { name: /^Search/ });

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
