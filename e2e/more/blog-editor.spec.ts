import type { Locator, Page } from '@playwright/test';
import { expect, test, word } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { content, forgetDrafts, openNew, openPost, saved, submit, write } from '../post-factory.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

test.beforeEach(forgetDrafts);

/** Waits until a draft with this text in it is saved. */
const savedDraft = (page: Page, text: string) =>
  page.waitForResponse((response) => {
    const request = response.request();
    const isSave = request.method() === 'PUT' && new URL(request.url()).pathname.endsWith('/draft');
    return isSave && response.ok() && (request.postData() ?? '').includes(text);
  });

/** Presses a button, and returns the name of the field that has the focus as soon as the press is over. */
const pressAndReadFocus = (button: Locator): Promise<string | undefined> =>
  button.evaluate((one: HTMLButtonElement) => {
    one.click();
    return (document.activeElement as HTMLInputElement | null)?.name;
  });

test('a typed slug stays when the title changes; a cleared one follows it', async ({ page }) => {
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

test('a draft is visible only to admins until it is published', async ({ page, playwright, baseURL }) => {
  const name = word();
  const guest = await playwright.request.newContext({ baseURL });
  await openNew(page);
  await page.getByLabel('Title').fill(name);
  await content(page).fill('Sand.');
  await page.getByLabel('Save as draft').check();
  await submit(page);
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card).toContainText('Draft');
  // The server makes the page for the host first: it must not be what a guest gets.
  await open(page, `/blog/${name}`);
  await expect(page.getByRole('main').getByText('Draft', { exact: true })).toBeVisible();
  await open(page, '/blog');
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

test('a post can be scheduled', async ({ page, playwright, baseURL }) => {
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

test('editing a post fills in every field and keeps its date', async ({ page }) => {
  const post = await write(page, {
    summary: 'Warm',
    author: 'Ada',
    tags: ['Food'],
    published_at: '2025-06-01T12:00:00.000Z',
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
    title: `${post.title} again`,
    slug: post.slug,
    tags: ['Food'],
    published_at: '2025-06-01T12:00:00.000Z',
  });
});

test('cover and images come from the media library', async ({ page }) => {
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

test('input is saved as a draft and offered at the next visit', async ({ page }) => {
  const post = await write(page);
  await openPost(page, post);
  // The title may be saved before the text.
  const savedText = savedDraft(page, 'Shells.');
  await page.getByLabel('Title').fill('Typed');
  await content(page).fill('Shells.');
  await savedText;
  await expect(saved(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leaveDialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await leaveDialog.getByRole('button', { name: 'Leave' }).click();
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

test('the last input is saved when the editor is left', async ({ page }) => {
  const post = await write(page);
  await page.clock.install();
  await openPost(page, post);
  const savedTitle = savedDraft(page, 'Typed last');
  // The pause after which it would be saved by itself does not pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Title').fill('Typed last');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blog');
  await savedTitle;
  await page.clock.resume();
  await openPost(page, post);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed last');
});

test('no draft is saved while or after its post is saved', async ({ page }) => {
  await page.clock.install();
  await openNew(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Title').fill(word());
  await content(page).fill('Sand.');
  const methods: string[] = [];
  page.on('request', (request) => methods.push(request.method()));
  await page.route('**/api/blog', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    // The pause after which the draft would be saved passes before the response arrives.
    await page.clock.runFor(15_000);
    await route.fulfill({ response });
  });
  await submit(page);
  await expect(page).toHaveURL('/blog');
  expect(methods).toContain('POST');
  expect(methods).not.toContain('PUT');
});

test('a restored draft keeps its publication setting', async ({ page }) => {
  await openNew(page);
  const savedChoice = savedDraft(page, '"choice":"draft"');
  await page.getByLabel('Title').fill('Not yet');
  await page.getByLabel('Save as draft').check();
  await page.keyboard.press('Control+s');
  await savedChoice;
  await expect(saved(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blog');
  await openNew(page);
  await expect(page.getByLabel('Publish now')).toBeChecked();
  expect(await pressAndReadFocus(page.getByRole('button', { name: 'Restore' }))).toBe('title');
  await expect(page.getByLabel('Save as draft')).toBeChecked();
  await expect(page.getByLabel('Title')).toBeFocused();
});

test('an offered draft can be discarded', async ({ page }) => {
  const post = await write(page);
  await page.request.put(`/api/blog/${post.id}/draft`, { data: { content: { title: 'Old' } } });
  await openPost(page, post);
  const preview = page.getByRole('button', { name: 'Preview' });
  await expect(preview).toBeDisabled();
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(leaveDialog).toContainText('What you typed now is lost');
  await leaveDialog.getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('Title').fill(post.title);
  expect(await pressAndReadFocus(page.getByRole('button', { name: 'Discard' }))).toBe('title');
  await expect(preview).toBeEnabled();
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toHaveCount(0);
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect
    .poll(async () => (await page.request.get(`/api/blog/${post.id}/draft`)).json())
    .toEqual({ draft: null });
});

test('an offered draft stays when another post is saved', async ({ page }) => {
  await page.request.put('/api/blog/new/draft', { data: { content: { title: 'Half-written' } } });
  await openNew(page);
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toBeVisible();
  await page.getByLabel('Title').fill(word());
  await content(page).fill('Sand.');
  await submit(page);
  await expect(page).toHaveURL('/blog');
  expect(await (await page.request.get('/api/blog/new/draft')).json()).toMatchObject({
    draft: { content: { title: 'Half-written' } },
  });
  await page.request.delete('/api/blog/new/draft');
});

test('Ctrl+S saves the draft at once, and closing the window asks first', async ({ page }) => {
  await openNew(page);
  await page.getByLabel('Title').fill('Typed');
  await page.keyboard.press('Control+s');
  await expect(saved(page)).toBeVisible();
  expect(await (await page.request.get('/api/blog/new/draft')).json()).toMatchObject({
    draft: { content: { title: 'Typed' } },
  });
  let hasAsked = false;
  page.on('dialog', (dialog) => {
    hasAsked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  expect(hasAsked).toBe(true);
});

test('the preview shows the post in the site’s design, for phone and desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const post = await write(page);
  await openPost(page, post);
  await page.getByLabel('Title').fill('Typed a moment ago');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the post"]');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Typed a moment ago');
  const width = () => page.locator('iframe').evaluate((one) => one.clientWidth);
  await expect.poll(width).toBeLessThanOrEqual(390);
  await expect(frame.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expectAccessible(page, { without: 'iframe' });
  await page.getByText('Desktop').click();
  await expect.poll(width).toBeGreaterThan(1024);
  await expect(frame.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a post is deleted from its page after confirmation', async ({ page }) => {
  const post = await write(page);
  await open(page, `/blog/${post.slug}`);
  await page.getByTitle('Delete Post').click();
  const leaveDialog = page.getByRole('alertdialog');
  await expect(leaveDialog).toContainText('Are you sure you want to delete this blog post?');
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByTitle('Delete Post').click();
  await leaveDialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/blog');
  expect((await page.request.get(`/api/blog/${post.slug}`)).status()).toBe(404);
});

test('the editor is accessible and fits phones, tablets and desktops', async ({ page }) => {
  const post = await write(page, { tags: ['A rather long tag for a small phone'] });
  await page.request.put(`/api/blog/${post.id}/draft`, { data: { content: { title: 'Old' } } });
  await openPost(page, post);
  await expect(page.getByRole('region', { name: 'Unsaved draft' })).toBeVisible();
  await page.getByLabel('Schedule').check();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScrolling(page);
    const getTop = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y ?? 0;
    const apart = async () => Math.abs((await getTop('Update Post')) - (await getTop('Preview')));
    await expect.poll(apart, 'the buttons share a row').toBeLessThan(10);
  }
  await expectAccessible(page);
});

test('without posts an admin is offered to write the first one', async ({ page }) => {
  await page.route(/\/api\/blog(\?drafts=true)?$/, (route) => route.fulfill({ json: [] }));
  await open(page, '/hosts');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Beach Blog' }).click();
  await expect(page.getByRole('link', { name: 'Write First Post' })).toHaveAttribute('href', '/blog/new');
  await expect(page.getByRole('link', { name: 'Create New Post' })).toHaveAttribute('href', '/blog/new');
});
