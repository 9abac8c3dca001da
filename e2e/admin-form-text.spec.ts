import type { Locator } from '@playwright/test';
import { expect, test, word } from './admin-fixture.ts';
import { write } from './admin-form-text-steps.ts';
import { expectAccessible } from './site.ts';

const tool = (form: Locator, name: string) =>
  form.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

test('text written with every tool is saved as written', async ({ page }) => {
  const slug = word();
  const { form, text } = await write(page);
  const names = await form
    .getByRole('toolbar')
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(names).toEqual([
    'Header 1',
    'Header 2',
    'Header 3',
    'Bold',
    'Italic',
    'Underline',
    'Strike',
    'Ordered list',
    'Bullet list',
    'Link',
    'Image',
    'Clean',
  ]);
  await tool(form, 'Header 2').click();
  await expect(tool(form, 'Header 2')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('Tides');
  await page.keyboard.press('Enter');
  for (const [key, word] of Object.entries({ b: 'bold', i: 'italic', u: 'under' })) {
    await page.keyboard.press(`Control+${key}`);
    await page.keyboard.type(word);
    await page.keyboard.press(`Control+${key}`);
  }
  await page.keyboard.press('Enter');
  await tool(form, 'Bullet list').click();
  await page.keyboard.type('shells');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('gone');
  await page.keyboard.press('Shift+Home');
  await tool(form, 'Strike').click();
  await expect(text.locator('s')).toHaveText('gone');
  await tool(form, 'Clean').click();
  await expect(text.locator('s')).toHaveCount(0);
  await expectAccessible(page);

  await form.getByLabel('Title').fill('Tides');
  await form.getByLabel('Slug').fill(slug);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const { data } = await (await page.request.get(`/api/tables/blog_posts?filters={"slug":"${slug}"}`)).json();
  expect(data[0].html_rich_text).toBe(
    '<h2>Tides</h2><p><strong>bold</strong><em>italic</em><u>under</u></p><ul><li><p>shells</p></li></ul><p>gone</p>',
  );
});
