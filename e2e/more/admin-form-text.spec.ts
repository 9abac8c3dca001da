import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expect, makeRow, test, word } from '../admin-fixture.ts';
import { write } from '../admin-form-text-steps.ts';

const tool = (form: Locator, name: string) =>
  form.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

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

test('links accept only web, mail and phone URLs and site paths', async ({ page }) => {
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

test('text copied from another page keeps its formatting, its table and every word', async ({
  page,
  context,
}) => {
  const { text } = await write(page);
  const source = await context.newPage();
  await source.setContent(
    '<b style="font-weight:normal"><h2>Arrival</h2><p>Level one = $20, <span style="font-weight:700">bold</span> and <span style="font-style:italic">slanted</span></p></b>' +
      '<ul><li>Towels</li></ul><table><tr><td>Season</td><td>Price</td></tr></table><p style="color:red">The end</p>',
  );
  await source.keyboard.press('ControlOrMeta+A');
  await source.keyboard.press('ControlOrMeta+C');
  await source.close();
  await text.click();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(text.locator('p').last()).toHaveText('The end');
  await expect(text.locator('h2')).toHaveText('Arrival');
  await expect(text.locator('strong')).toHaveText('bold');
  await expect(text.locator('em')).toHaveText('slanted');
  await expect(text.locator('li')).toHaveText('Towels');
  await expect(text).toContainText('Level one = $20,');
  await expect(text).toContainText('Season | Price');
});

test('text that an office program copied with an image of it is pasted as text', async ({ page }) => {
  const { form, text } = await write(page);
  await text.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Towels<o:p></o:p></p>",
    );
    data.setData('text/plain', 'Towels');
    data.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(text.locator('ul li')).toHaveText('Towels');
  await expect(form.getByRole('group', { name: 'Image' })).toBeHidden();
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
