import { expect, test, word } from './admin-fixture.ts';
import { addReview, picture } from './media-steps.ts';
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
