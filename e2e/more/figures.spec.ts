import { test as hostTest } from '../admin-fixture.ts';
import { addHome, addStay, compareSummers, removeHome, today, year } from '../figures-steps.ts';
import { open } from '../goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

for (const width of [1440]) {
  hostTest(`a host compares last summer with the one before at ${width} px`, compareSummers(width));
}

hostTest('the months and the home are chosen by keyboard and stand in the address', async ({ page }) => {
  const { id, slug } = await addHome('Figures House');
  try {
    const nextMonth = today.with({ day: 10 }).add({ months: 1 });
    await addStay(id, nextMonth.toString(), 2);
    await open(page, `/admin/figures?property=${slug}`);
    const next = page.getByRole('button', { name: 'Next 6 months' });
    await page.getByRole('combobox', { name: 'From' }).focus();
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press('Tab');
      if (await next.evaluate((button) => button === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await expect(next).toHaveAttribute('aria-pressed', 'true');
    const from = today.toString().slice(0, 7);
    const to = today.with({ day: 1 }).add({ months: 5 }).toString().slice(0, 7);
    await expect(page).toHaveURL(`/admin/figures?from=${from}&to=${to}&property=${slug}`);
    await expect(page.getByText('Nothing on this day last year to compare with').first()).toBeVisible();
    const books = page.getByRole('region', { name: 'On the books, as a table' });
    await expect(books.getByRole('row', { name: /2 0 0$/ })).toBeVisible();
    await books.focus();
    await expect(books).toBeFocused();

    await page.getByRole('combobox', { name: 'Home' }).selectOption('All homes');
    await expect(page).toHaveURL(`/admin/figures?from=${from}&to=${to}`);
    await page.reload();
    await expect(next).toHaveAttribute('aria-pressed', 'true');
  } finally {
    await removeHome(id);
  }
});

hostTest('homes are paged and found by name with only the keyboard, at 320 px, too', async ({ page }) => {
  const homes: { id: string; slug: string }[] = [];
  for (let added = 1; added <= 12; added += 1) homes.push(await addHome(`Paged House ${added}`));
  try {
    const [first, last] = [homes[0], homes.at(-1)] as [{ id: string }, { id: string }];
    await addStay(first.id, `${year - 1}-07-01`, 3);
    await addStay(last.id, `${year - 1}-07-01`, 4);
    await page.setViewportSize({ width: 320, height: 700 });
    await open(page, `/admin/figures?from=${year - 1}-07&to=${year - 1}-07`);
    const section = page.getByRole('region', { name: 'Home by home', exact: true });
    const rows = section.getByRole('rowheader');
    await expect(rows).toHaveCount(10);
    await expectNoSidewaysScrolling(page);
    const more = section.getByRole('button', { name: 'More homes' });
    await more.focus();
    const place = await more.boundingBox();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(section.getByRole('status')).toHaveText(/^Page 2 of /);
    expect(await more.boundingBox()).toEqual(place);

    const search = section.getByRole('searchbox', { name: 'Find a home' });
    await search.focus();
    await page.keyboard.type('paged house 12');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveText(['Paged House 12']);
    await expect(search).toBeFocused();
    await expect(section.getByRole('row', { name: /^Paged House 12 13% 0% 4 \$800\.00/ })).toBeVisible();
    await expect(page).toHaveURL(
      `/admin/figures?from=${year - 1}-07&to=${year - 1}-07&search=paged+house+12`,
    );
    await expectAccessible(page);
    await page.reload();
    await expect(rows).toHaveText(['Paged House 12']);
    await search.fill('no such home');
    await page.keyboard.press('Enter');
    await expect(section.getByRole('status')).toHaveText('No home has this name.');
    await search.fill('');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(10);
    await page.getByRole('combobox', { name: 'Home' }).selectOption({ index: 1 });
    await expect(page.getByRole('heading', { name: 'Occupancy' })).toBeVisible();
    await expect(section).toBeHidden();
  } finally {
    for (const { id } of homes) await removeHome(id);
  }
});

hostTest.describe('figures that cannot be loaded', () => {
  hostTest.use({ expectedNoise: [/status of (404|503)/] });

  hostTest('are an error with a way to try again, and a home that is gone is named', async ({ page }) => {
    await page.route('**/api/admin/figures?*', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database is away. Please try again.' } }),
    );
    await open(page, '/admin/figures');
    await expect(page.getByRole('alert')).toHaveText('The database is away. Please try again.');
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Occupancy' })).toBeVisible();
    await open(page, '/admin/figures?property=nowhere');
    await expect(page.getByRole('alert')).toHaveText('There is no such home.');
  });
});
