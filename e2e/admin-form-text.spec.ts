import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, makeRow, openTable, test, word } from './admin-fixture.ts';
import { expectAccessible } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Opens the form of a new post and goes to its text. */
async function write(page: Page): Promise<{ form: Locator; text: Locator }> {
  await openTable(page, 'blog_posts');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Item' });
  const text = form.getByRole('textbox', { name: 'Content' });
  // The library is fetched when the first editor appears.
  await expect(text).toBeVisible();
  await text.click();
  return { form, text };
}

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

test('the toolbar is one tab stop with arrow-key navigation', async ({ page }) => {
  const { form, text } = await write(page);
  await page.keyboard.press('Shift+Tab');
  await expect(tool(form, 'Header 1')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(form, 'Header 2')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tool(form, 'Clean')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('links accept web, mail and phone URLs and site paths alone', async ({ page }) => {
  const { form, text } = await write(page);
  await page.keyboard.type('the shop');
  await page.keyboard.press('Shift+Home');
  await tool(form, 'Link').click();
  const address = form.getByLabel('Link address');
  await expect(address).toBeFocused();
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example']) {
    await address.fill(bad);
    await page.keyboard.press('Enter');
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(text.locator('a')).toHaveCount(0);
  }
  await address.fill('/shop');
  await page.keyboard.press('Enter');
  await expect(text.locator('a')).toHaveAttribute('href', '/shop');
  await tool(form, 'Link').click();
  await expect(address).toHaveValue('/shop');
  await form.getByRole('button', { name: 'Remove link' }).click();
  await expect(text.locator('a')).toHaveCount(0);
});

test('an image from the library is inserted with its alt text', async ({ page }) => {
  const { form, text } = await write(page);
  await tool(form, 'Image').click();
  await form.getByRole('button', { name: 'Choose a picture' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
  await picker.getByRole('listitem').getByRole('button').first().click();
  await expect(picker).toBeHidden();
  const panel = form.getByRole('group', { name: 'Image' });
  await expect(panel.getByLabel('Image address')).toHaveValue(/^\/media\//);
  await panel.getByLabel('Alternative text').fill('');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel.getByText('Alternative text is required')).toBeVisible();
  await panel.getByLabel('Alternative text').fill('The shore');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(text.getByRole('img', { name: 'The shore' })).toBeVisible();
});

test('a pasted image is uploaded to the library and inserted', async ({ page }) => {
  const { form, text } = await write(page);
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  await text.evaluate((element, bytes) => {
    const data = new DataTransfer();
    const bytesOfImage = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
    data.items.add(new File([bytesOfImage], 'pasted.png', { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, buffer.toString('base64'));
  const panel = form.getByRole('group', { name: 'Image' });
  await expect(panel.getByLabel('Image address')).toHaveValue(/^\/media\//);
  await panel.getByLabel('Alternative text').fill('The tide line');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(text.getByRole('img', { name: 'The tide line' })).toBeVisible();
});

test('pasted HTML keeps its formatting and loses unsafe content', async ({ page }) => {
  const { text } = await write(page);
  await text.evaluate((element) => {
    const data = new DataTransfer();
    const html =
      '<meta charset="utf-8"><style>p { color: red }</style><p style="color:red" onclick="window.harm = 1">One <b>two</b> <a href="javascript:alert(1)">three</a><script>window.harm = 2</' +
      'script><img src="https://elsewhere.example/x.png" onerror="window.harm = 3"> <a href="https://a.example/">four</a></p><h4>five</h4><table><tr><td>six</td></tr></table>';
    data.setData('text/html', html);
    data.setData('text/plain', 'One');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(text.locator('strong')).toHaveText('two');
  await expect(text.locator('a')).toHaveCount(1);
  await expect(text.locator('a')).toHaveAttribute('href', 'https://a.example/');
  await expect(text).toContainText('six');
  await expect(text.locator('img[src], script, style, table, h4, [style], [onclick]')).toHaveCount(0);
  expect(await page.evaluate(() => (window as { harm?: number }).harm)).toBeUndefined();
});

test('opening a text without changes leaves it unchanged', async ({ page }) => {
  const slug = word();
  const html = '<h3>Kept</h3><blockquote><p>A quote</p></blockquote><p>x<br />y</p>';
  await makeRow(page, 'blog_posts', { title: slug, slug, html_rich_text: html });
  await page.goto(`/admin?table=blog_posts&filters=${encodeURIComponent(JSON.stringify({ slug }))}`);
  await page.getByRole('button', { name: `Edit ${slug}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Item' });
  await expect(form.getByRole('textbox', { name: 'Content' }).locator('blockquote')).toHaveText('A quote');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});
