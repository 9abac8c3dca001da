import { expect, test } from './admin-fixture.ts';
import { open } from './goto.ts';
import { content, forgetDrafts, openNew, openPost, saved, submit, write } from './post-factory.ts';

test.use({ expectedNoise: [/Failed to load resource|Form submission failed|net::ERR|Error: /] });

test("fields show their errors, the banner the server's message", async ({ page }) => {
  const taken = await write(page);
  await openNew(page);
  await submit(page);
  for (const words of ['Title is required', 'Slug is required', 'Content is required']) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('Second');
  await page.getByLabel('Slug').fill('No Slug');
  await expect(page.getByText('Slug is not valid')).toBeVisible();
  await page.getByLabel('Slug').fill(taken.slug);
  await content(page).fill('Sand.');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Another post already has this slug. Please choose another one.',
  );
  await expect(page.getByText('Slug is already used by another post')).toBeVisible();
  await expect(page).toHaveURL('/blog/new');
  await page.unrouteAll();
});

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

const failures: [string, object, string][] = [
  ['in its own words', { error: 'The tide is out.' }, 'The tide is out.'],
  ['without words', {}, 'Failed to create blog post'],
];
for (const [how, json, words] of failures) {
  test(`a post that the server rejects ${how} stays in the editor`, async ({ page }) => {
    await openNew(page);
    await page.route('**/api/blog', (route) => route.fulfill({ status: 500, json }));
    await page.getByLabel('Title').fill('Title');
    await content(page).fill('Sand.');
    await submit(page);
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByRole('button', { name: 'Create Post' })).toBeEnabled();
    await expect(page.getByLabel('Title')).toHaveValue('Title');
  });
}

test('a rejected change without a message shows the fallback message', async ({ page }) => {
  const post = await write(page);
  await openPost(page, post);
  await page.route(`**/api/blog/${post.id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Title').fill('Title');
  await submit(page, 'Update Post');
  await expect(page.getByRole('alert')).toHaveText('Failed to update blog post');
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

test.beforeEach(forgetDrafts);
