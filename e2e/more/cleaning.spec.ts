import { prepare, test } from '../cleaning-steps.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

test('hosts give a turnover away, leave a note and make a new link, which ends the old one', async ({
  page,
}) => {
  const title = `Test House ${Date.now()}`;
  const { id } = await prepare(title);
  await page.clock.install();
  await open(page, '/admin/turnovers');
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .first();
  await item.getByRole('button', { name: 'Edit' }).click();
  await item.getByLabel('Note for the cleaner').fill('Bring bulbs');
  await item.getByRole('button', { name: 'Save' }).click();
  await expect(item.getByText('Saved')).toBeVisible();
  const note = item.getByLabel('Note for the cleaner');
  await expect(note).toHaveValue('Bring bulbs');
  // What is typed stays although the cleaner reports meanwhile.
  await note.fill('Bring bulbs and towels');
  await query(`update turnovers set status = 'done', done_at = now() where cleaner_id = $1`, [id]);
  await page.clock.fastForward(61_000);
  await expect(item.getByLabel('Status')).toHaveValue('done');
  await expect(note).toHaveValue('Bring bulbs and towels');
  const links: string[] = [];
  for (const _ of [1, 2]) {
    const row = page
      .getByRole('region', { name: 'Cleaners' })
      .getByRole('listitem')
      .filter({ hasText: 'Ana' });
    await row.last().getByRole('button', { name: 'New link' }).click();
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    links.push(await row.last().getByLabel('Link of Ana').inputValue());
  }
  const [first = '', second = ''] = links;
  expect(first).not.toBe(second);
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(second)).status()).toBe(200);
  await expectAccessible(page);
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
  }
  expect(await query('select 1 from turnovers where cleaner_id = $1', [id])).not.toEqual([]);
});
