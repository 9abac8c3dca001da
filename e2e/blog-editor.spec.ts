import { expect, test, word } from './admin-fixture.ts';
import { holdBack } from './hold-requests.ts';
import { content, forgetDrafts, openNew } from './post-factory.ts';

test.beforeEach(forgetDrafts);

test('a post is written and published with only the keyboard', async ({ page, browser }) => {
  const name = word();
  await openNew(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Blog Post');
  await expect(page.getByText('Share your insights about Panama City Beach with our guests.')).toBeVisible();
  await expect(page.locator('form#blog_post_editor')).toHaveCount(1);
  await expect(page.getByLabel('Author')).toHaveValue('PCB Beach Rentals');
  await page.getByLabel('Title').focus();
  await page.keyboard.type(`Crabs & Shells: ${name}!`);
  await expect(page.getByLabel('Slug')).toHaveValue(`crabs-shells-${name}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Summary')).toBeFocused();
  await page.keyboard.type('Small things.');
  await content(page).focus();
  await page.keyboard.type('One ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('crab');
  await page.getByLabel('Tags').focus();
  await page.keyboard.type('Nature,Low tide');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove tag Low tide' })).toBeVisible();
  const release = await holdBack(page, '**/api/blog');
  await page.getByRole('button', { name: 'Create Post' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('heading', { name: `Crabs & Shells: ${name}!` })).toBeVisible();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/blog/crabs-shells-${name}`);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Crabs & Shells: ${name}!`);
  await expect(guest.getByText('One crab')).toBeVisible();
  await expect(guest.locator('.rich-text strong')).toHaveText('crab');
  await expect(guest.getByRole('list', { name: 'Tags' }).first()).toContainText('Low tide');
  await guest.context().close();
});
