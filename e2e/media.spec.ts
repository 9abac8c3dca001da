import { expect, makeRow, test, word } from './admin-fixture.ts';
import { open } from './goto.ts';
import { addReview, picture, upload } from './media-steps.ts';
import { expectAccessible } from './site.ts';

test('an image is uploaded in its field, shown, and given alt text', async ({ page }) => {
  const name = word();
  const form = await addReview(page);
  await form.locator('input[type=file]').setInputFiles(await picture(name));
  await expect(form.getByLabel('Guest photo URL')).toHaveValue(/^\/media\/[0-9a-f-]{36}\/.+/);
  await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible();
  const alt = form.getByRole('group', { name: `Alternative text of ${name}.jpg` });
  await alt.getByRole('button', { name: 'Save' }).click();
  await expect(alt.getByRole('alert')).toHaveText('Alternative text is required');
  await alt.getByRole('textbox').fill('A guest on the pier');
  await alt.getByRole('button', { name: 'Save' }).click();
  await expect(alt.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectAccessible(page);
  const matches = await (await page.request.get(`/api/admin/media?search=${name}`)).json();
  expect(matches.data).toEqual([expect.objectContaining({ alt: 'A guest on the pier' })]);
});

test('the library shows usages, protects used files, and deletes unused ones', async ({ page }) => {
  const name = word();
  const used = await upload(page, `${name}-used`, 'Used');
  await upload(page, `${name}-spare`);
  await makeRow(page, 'amenities', { name, icon_url: used.url });
  await open(page, '/admin?table=media');
  await page.getByLabel('Search the library').fill(name);
  const card = (file: string) => page.getByRole('listitem').filter({ hasText: `${name}-${file}.jpg` });
  await expect(card('used')).toBeVisible();
  await expect(card('spare')).toContainText('Not used');
  await expect(card('spare')).toContainText('Needs words for people who cannot see it');
  await card('used').getByRole('button', { name: 'Used in 1 place' }).click();
  await expect(card('used').getByRole('list', { name: 'Used in' })).toHaveText(
    `Amenities: ${name} (Icon URL)`,
  );
  await expectAccessible(page);

  await card('spare').getByRole('textbox').fill('Nothing but colour');
  await card('spare').getByRole('button', { name: 'Save' }).click();
  await expect(card('spare')).not.toContainText('Needs words');

  await card('used').getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Delete unused', exact: true })).toBeDisabled();
  await card('spare').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete unused (1)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card('spare')).toHaveCount(0);
  await expect(card('used')).toBeVisible();
});
