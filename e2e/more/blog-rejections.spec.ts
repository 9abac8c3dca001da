import { expect, test } from '../admin-fixture.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { content, forgetDrafts, openNew, openPost, saved, submit, write } from '../post-factory.ts';

test.use({ expectedNoise: [/Failed to load resource|Form submission failed|net::ERR|Error: /] });

test('blank content is rejected as missing before sending', async ({ page }) => {
  let sent = 0;
  await openNew(page);
  await page.route('**/api/blog', (route) => {
    sent += 1;
    return route.fulfill({ status: 201, json: {} });
  });
  await page.getByLabel('Title').fill('Only spaces');
  await content(page).click();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('\u00a0\u200b');
  await submit(page);
  await expect(page.getByText('Content is required')).toBeVisible();
  await expect(content(page)).toBeFocused();
  await expect(page).toHaveURL('/blog/new');
  expect(sent).toBe(0);
});

test('a post that the server rejects stays in the editor, with the reason', async ({ page }) => {
  await openNew(page);
  await page.route('**/api/blog', (route) =>
    route.fulfill({ status: 500, json: { error: 'The tide is out.' } }),
  );
  await page.getByLabel('Title').fill('Title');
  await content(page).fill('Sand.');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('The tide is out.');
  await expect(page.getByRole('button', { name: 'Create Post' })).toBeEnabled();
  await expect(page.getByLabel('Title')).toHaveValue('Title');
  // Autosave, which stops while a post is saved, resumes after the rejection.
  await expect(saved(page)).toBeVisible();
});

test('a post that fails to load shows another message than a missing one', async ({ page }) => {
  const post = await write(page);
  await page.goto('/blog/edit/01890000-0000-7000-8000-000000000000');
  await expect(page.getByRole('alert')).toHaveText('Blog post not found');
  await page.goto(`/blog/edit/${post.slug}`);
  await expect(page.getByRole('alert')).toHaveText('Blog post not found');
  await open(page, '/blog');
  await page.route(`**/api/blog/${post.id}`, (route) => route.abort());
  await page
    .getByRole('article')
    .filter({ hasText: post.title })
    .getByRole('link', { name: 'Edit Post' })
    .click();
  await expect(page.getByRole('alert')).toHaveText('Failed to load blog post');
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toBeVisible();
});

test('saving over another host’s change asks first', async ({ page }) => {
  const post = await write(page);
  await openPost(page, post);
  await page.request.put(`/api/blog/${post.id}`, { data: { title: 'Theirs' } });
  await page.getByLabel('Title').fill('Mine');
  await submit(page, 'Update Post');
  const dialog = page.getByRole('alertdialog', { name: 'Somebody else has changed this post' });
  await expect(dialog.getByRole('link', { name: /Read their version/ })).toHaveAttribute(
    'href',
    `/blog/${post.slug}`,
  );
  await dialog.getByRole('button', { name: 'Keep writing' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Update Post' })).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await submit(page, 'Update Post');
  await dialog.getByRole('button', { name: 'Save mine anyway' }).click();
  await expect(page).toHaveURL('/blog');
  expect(await (await page.request.get(`/api/blog/${post.slug}`)).json()).toMatchObject({ title: 'Mine' });
});

test('a post that cannot be deleted stays and shows the error', async ({ page }) => {
  const post = await write(page);
  await open(page, `/blog/${post.slug}`);
  await page.route(`**/api/blog/${post.id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByTitle('Delete Post').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to delete blog post. Please try again.');
  await expect(page).toHaveURL(`/blog/${post.slug}`);
});

test('a draft that fails to save shows the error and is retried', async ({ page }) => {
  await openNew(page);
  await page.route('**/api/blog/new/draft', (route) => route.abort());
  await page.getByLabel('Title').fill('Typed');
  await expect(page.getByText('Not saved: trying again')).toBeVisible();
  await page.unrouteAll();
  await expect(saved(page)).toBeVisible();
});

test('leaving says that a draft could not be saved, and leaves at the second press', async ({ page }) => {
  await page.clock.install();
  await openNew(page);
  const message = 'This draft is too large.';
  await page.route('**/api/blog/new/draft', (route) => route.fulfill({ status: 413, json: { message } }));
  // The pause after which it would be saved by itself does not pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Preview' })).toHaveCount(0);
  await page.getByLabel('Title').fill('Typed again');
  await scriptsAreThere(page);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(dialog).toContainText('could not be saved, and is lost if you leave');
  await page.unrouteAll();
  await page.clock.runFor(10_000);
  await expect(dialog).toContainText('What you typed is kept');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.locator('[data-save-state=saved]')).toBeVisible();
  await page.route('**/api/blog/new/draft', (route) => route.abort());
  await page.getByLabel('Title').fill('Typed last');
  await scriptsAreThere(page);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(dialog).toContainText('What you typed is kept');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toContainText('could not be saved, and is lost if you leave');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blog');
});

test('an author can stay while the draft is sent before leaving', async ({ page }) => {
  await openNew(page);
  const delay = Promise.withResolvers<void>();
  await page.route('**/api/blog/new/draft', async (route) => {
    await delay.promise;
    await route.continue();
  });
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog.getByRole('button', { name: 'Leave' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toHaveCount(0);
  delay.resolve();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
});

test.beforeEach(forgetDrafts);
