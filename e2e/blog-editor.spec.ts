import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { query } from './database.ts';
import { expect, test, word } from './host.ts';
import { open } from './open.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './site.ts';

interface Written {
  id: string;
  slug: string;
  title: string;
}

/** A post made as another host would make it. */
async function write(page: Page, more: object = {}): Promise<Written> {
  const name = word();
  const json = { title: `Post ${name}`, slug: `post-${name}`, html_rich_text: '<p>Sand.</p>', ...more };
  const answer = await page.request.post('/api/blog', { data: json });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

const content = (page: Page) => page.getByRole('textbox', { name: /^Content/ });
const saved = (page: Page) => page.getByText(/^Saved \d+ s ago$/);
const submit = (page: Page, name = 'Create Post') => page.getByRole('button', { name }).click();

async function openNew(page: Page): Promise<void> {
  await open(page, '/blog/new');
  await expect(content(page)).toBeVisible({ timeout: 15_000 });
}

async function openPost(page: Page, { id }: Written): Promise<void> {
  await open(page, `/blog/edit/${id}`);
  await expect(content(page)).toBeVisible({ timeout: 15_000 });
}

test.beforeEach(() => query('delete from blog_drafts', []));
test.afterAll(() => query(`delete from blog_posts where slug ~ 'w[0-9a-f]{8}'`, []));

test('a post is written and published with the keyboard alone', async ({ page, browser }) => {
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
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/blog', async (route) => {
    if (route.request().method() === 'POST') await gate;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create Post' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  letGo();
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

test('a slug typed by hand stays when the title changes; an emptied one is made from it', async ({
  page,
}) => {
  const name = word();
  await openNew(page);
  await page.getByLabel('Title').fill('First');
  await page.getByLabel('Slug').fill(name);
  await page.getByLabel('Title').fill(`Second ${name}`);
  await expect(page.getByLabel('Slug')).toHaveValue(name);
  await page.getByLabel('Slug').fill('');
  await content(page).fill('Sand.');
  await submit(page);
  await expect(page).toHaveURL('/blog');
  expect((await page.request.get(`/api/blog/second-${name}`)).status()).toBe(200);
});

test('a draft is seen by hosts alone until it is published', async ({ page, playwright, baseURL }) => {
  const name = word();
  const guest = await playwright.request.newContext({ baseURL });
  await openNew(page);
  await page.getByLabel('Title').fill(name);
  await content(page).fill('Sand.');
  await page.getByLabel('Save as draft').check();
  await submit(page);
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card).toContainText('Draft');
  expect((await guest.get(`/api/blog/${name}`)).status()).toBe(404);
  expect((await guest.get(`/blog/${name}`)).status()).toBe(404);

  await card.getByRole('link', { name: 'Edit Post' }).click();
  await expect(page.getByLabel('Save as draft')).toBeChecked();
  await page.getByLabel('Publish now').check();
  await submit(page, 'Update Post');
  await expect(page).toHaveURL('/blog');
  await expect(card).not.toContainText('Draft');
  expect((await guest.get(`/blog/${name}`)).status()).toBe(200);
  await guest.dispose();
});

test('a post can wait for its time', async ({ page, playwright, baseURL }) => {
  const name = word();
  await openNew(page);
  await page.getByLabel('Title').fill(name);
  await content(page).fill('Sand.');
  await page.getByLabel('Schedule').check();
  await submit(page);
  await expect(page.getByText('Publish on is required')).toBeVisible();
  await expect(page.getByLabel('Publish on')).toBeFocused();
  await page.getByLabel('Publish on').fill('2099-07-04T09:00');
  await expect(page.getByText(/^At the beach: July 4, 2099/)).toBeVisible();
  await submit(page);
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText(
    'Scheduled for July 4, 2099',
  );
  const guest = await playwright.request.newContext({ baseURL });
  expect((await guest.get(`/api/blog/${name}`)).status()).toBe(404);
  await guest.dispose();
});

test('a post is changed: everything is filled in, and its date stays', async ({ page }) => {
  const post = await write(page, {
    ...{ summary: 'Warm', author: 'Ada', tags: ['Food'], published_at: '2025-06-01T12:00:00.000Z' },
  });
  await open(page, `/blog/${post.slug}`);
  await page.getByTitle('Edit Post').click();
  await expect(page).toHaveURL(`/blog/edit/${post.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Blog Post');
  await expect(page.getByText('Update your blog post content below.')).toBeVisible();
  for (const [label, value] of [
    ['Title', post.title],
    ['Slug', post.slug],
    ['Summary', 'Warm'],
    ['Author', 'Ada'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: false }).first()).toHaveValue(value);
  }
  await expect(content(page)).toHaveText('Sand.');
  await expect(page.getByRole('button', { name: 'Remove tag Food' })).toBeVisible();
  await page.getByLabel('Title').fill(`${post.title} again`);
  await expect(page.getByLabel('Slug')).toHaveValue(post.slug);
  await submit(page, 'Update Post');
  await expect(page).toHaveURL('/blog');
  expect(await (await page.request.get(`/api/blog/${post.id}`)).json()).toMatchObject({
    ...{ title: `${post.title} again`, slug: post.slug, tags: ['Food'] },
    published_at: '2025-06-01T12:00:00.000Z',
  });
});

test('a cover and pictures come from the media library', async ({ page }) => {
  const post = await write(page);
  await openPost(page, post);
  await page.getByRole('button', { name: 'Choose a cover' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /fishing pier/ })
    .click();
  await expect(page.getByAltText('The chosen cover')).toBeVisible();
  await submit(page, 'Update Post');
  await expect(page).toHaveURL('/blog');
  await open(page, `/blog/${post.slug}`);
  await expect(page.getByAltText(/^Illustration of a long fishing pier/).first()).toBeVisible();
  await openPost(page, post);
  await page.getByRole('button', { name: 'Remove cover' }).click();
  await submit(page, 'Update Post');
  await expect(page).toHaveURL('/blog');
  expect(await (await page.request.get(`/api/blog/${post.id}`)).json()).toMatchObject({ cover: null });
});

test('what is typed is kept by itself, and offered to the next visit', async ({ page }) => {
  const post = await write(page);
  await openPost(page, post);
  await page.getByLabel('Title').fill('Typed');
  await content(page).fill('Shells.');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blog');
  expect(await (await page.request.get(`/api/blog/${post.slug}`)).json()).toMatchObject({
    title: post.title,
  });

  await openPost(page, post);
  const offer = page.getByRole('region', { name: 'Unsaved draft' });
  await expect(page.getByLabel('Title')).toHaveValue(post.title);
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  await expect(content(page)).toHaveText('Shells.');
  await expect(offer).toHaveCount(0);
  await submit(page, 'Update Post');
  await expect(page).toHaveURL('/blog');
  await openPost(page, post);
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  await expect(offer).toHaveCount(0);
});

test('an offered draft can be discarded', async ({ page }) => {
  const post = await write(page);
  await page.request.put(`/api/blog/${post.id}/draft`, { data: { content: { title: 'Old' } } });
  await openPost(page, post);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toHaveCount(0);
  await expect
    .poll(async () => (await page.request.get(`/api/blog/${post.id}/draft`)).json())
    .toEqual({ draft: null });
});

test('Ctrl+S keeps what is typed at once, and closing the window asks', async ({ page }) => {
  await openNew(page);
  await page.getByLabel('Title').fill('Typed');
  await page.keyboard.press('Control+s');
  await expect(saved(page)).toBeVisible();
  expect(await (await page.request.get('/api/blog/new/draft')).json()).toMatchObject({
    draft: { content: { title: 'Typed' } },
  });
  let asked = false;
  page.on('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe(true);
});

test('the preview shows what is typed in the site’s look, on a phone and on a desk', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const post = await write(page);
  await openPost(page, post);
  await page.getByLabel('Title').fill('Typed a moment ago');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the post"]');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Typed a moment ago');
  const width = () => page.locator('iframe').evaluate((one) => one.clientWidth);
  expect(await width()).toBeLessThanOrEqual(390);
  await expect(frame.getByRole('button', { name: 'Open menu' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations).toEqual([]);
  await page.getByText('Desktop').click();
  await expect.poll(width).toBeGreaterThan(1024);
  await expect(frame.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a post is deleted from its page, after a question', async ({ page }) => {
  const post = await write(page);
  await open(page, `/blog/${post.slug}`);
  await page.getByTitle('Delete Post').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete this blog post?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByTitle('Delete Post').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/blog');
  expect((await page.request.get(`/api/blog/${post.slug}`)).status()).toBe(404);
});

test('the editor is accessible and fits phones, tablets and desks', async ({ page }) => {
  const post = await write(page, { tags: ['A rather long tag for a small phone'] });
  await page.request.put(`/api/blog/${post.id}/draft`, { data: { content: { title: 'Old' } } });
  await openPost(page, post);
  await page.getByLabel('Schedule').check();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  }
});

test('without posts a host is offered to write the first one', async ({ page }) => {
  await page.route(/\/api\/blog(\?drafts=true)?$/, (route) => route.fulfill({ json: [] }));
  await open(page, '/hosts');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Beach Blog' }).click();
  await expect(page.getByRole('link', { name: 'Write First Post' })).toHaveAttribute('href', '/blog/new');
  await expect(page.getByRole('link', { name: 'Create New Post' })).toHaveAttribute('href', '/blog/new');
});

test.describe('when something is refused', () => {
  test.use({ expectedNoise: [/Failed to load resource|Form submission failed|net::ERR|Error: /] });

  test('fields say what is missing or wrong, the banner what the server says', async ({ page }) => {
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

  const failures: [string, object, string][] = [
    ['in its own words', { error: 'The tide is out.' }, 'The tide is out.'],
    ['without words', {}, 'Failed to create blog post'],
  ];
  for (const [how, json, words] of failures) {
    test(`a post that the server refuses ${how} stays in the editor`, async ({ page }) => {
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

  test('a change that the server refuses without words is told so', async ({ page }) => {
    const post = await write(page);
    await openPost(page, post);
    await page.route(`**/api/blog/${post.id}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByLabel('Title').fill('Title');
    await submit(page, 'Update Post');
    await expect(page.getByRole('alert')).toHaveText('Failed to update blog post');
  });

  test('a post that cannot be loaded is told apart from one that is not there', async ({ page }) => {
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

  test('whoever saves over somebody else’s change is asked first', async ({ page }) => {
    const post = await write(page);
    await openPost(page, post);
    await page.request.put(`/api/blog/${post.id}`, { data: { title: 'Theirs' } });
    await page.getByLabel('Title').fill('Mine');
    await submit(page, 'Update Post');
    const question = page.getByRole('alertdialog', { name: 'Somebody else has changed this post' });
    await expect(question.getByRole('link', { name: /Read their version/ })).toHaveAttribute(
      'href',
      `/blog/${post.slug}`,
    );
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Mine');
    await submit(page, 'Update Post');
    await question.getByRole('button', { name: 'Save mine anyway' }).click();
    await expect(page).toHaveURL('/blog');
    expect(await (await page.request.get(`/api/blog/${post.slug}`)).json()).toMatchObject({ title: 'Mine' });
  });

  test('a post that cannot be deleted is told so and stays', async ({ page }) => {
    const post = await write(page);
    await open(page, `/blog/${post.slug}`);
    await page.route(`**/api/blog/${post.id}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByTitle('Delete Post').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to delete blog post. Please try again.');
    await expect(page).toHaveURL(`/blog/${post.slug}`);
  });

  test('a draft that cannot be kept says so and is tried again', async ({ page }) => {
    await openNew(page);
    await page.route('**/api/blog/new/draft', (route) => route.abort());
    await page.getByLabel('Title').fill('Typed');
    await expect(page.getByText('Not saved: trying again')).toBeVisible();
    await page.unrouteAll();
    await expect(saved(page)).toBeVisible({ timeout: 10_000 });
  });
});
