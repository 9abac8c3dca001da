import type { Page } from '@playwright/test';
import { post } from '../blog-steps.ts';
import { forgetPost } from '../content.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { newPerson, signInByCode } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

const first = '/blog/beach-flags-explained';

/** Comes to the blog from another page, as visitors do whose browser asks for the posts itself. */
async function comeToBlog(page: Page): Promise<void> {
  await open(page, '/hosts');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Beach Blog' }).click();
  await expect(page).toHaveURL('/blog');
}

test('a spinner shows while posts load; the specified fields suffice for the cards', async ({ page }) => {
  const release = await holdBack(page, '**/api/blog', (route) =>
    route.fulfill({ json: [post(1), post(2, { published_at: null, author: 'Ada' })] }),
  );
  await comeToBlog(page);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...');
  release();
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(0)).toContainText('June 1, 2025');
  await expect(cards.nth(0)).toContainText('PCB Beach Rentals');
  await expect(cards.nth(1)).toContainText('March 9, 2025');
  await expect(cards.nth(1)).toContainText('Ada');
});

test('an empty list has a message and shows guests no link to write', async ({ page }) => {
  await page.route('**/api/blog', (route) => route.fulfill({ json: [] }));
  await comeToBlog(page);
  await expect(page.getByText('No blog posts yet')).toBeVisible();
  await expect(page.getByText('Check back soon for exciting content about Panama City Beach!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write First Post' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'See the homes' }).click();
  await expect(page.locator('#properties')).toBeInViewport();
});

test('tags link to their posts, with and without JavaScript', async ({ page, browser }) => {
  await open(page, '/blog');
  const all = await page.getByRole('article').count();
  await page.getByRole('navigation', { name: 'Posts by tag' }).getByRole('link', { name: 'Nature' }).click();
  await expect(page).toHaveURL('/blog?tag=nature');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Posts about Nature')).toBeVisible();
  await page.getByRole('link', { name: 'Nature (show all posts)' }).click();
  await expect(page.getByRole('article')).toHaveCount(all);

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto('/blog?tag=nature');
  await expect(reader.getByRole('article')).toHaveCount(1);
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, follow');
  await plain.close();
});

test('a post can be read to its end without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/blog');
  await page.getByRole('link', { name: 'The Beach Flags, Explained' }).click();
  await expect(page).toHaveURL(first);
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(page.getByText('Shuffle your feet in the shallows')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog');
  await context.close();
});

test('an old slug redirects permanently, on the server and in the browser', async ({ page }) => {
  const [old, present] = [`old-${Date.now()}`, `new-${Date.now()}`];
  await query(
    `insert into blog_posts (id, slug, title, html_rich_text, published_at)
     values (gen_random_uuid(), $1, 'Moved', '<p>Sand.</p>', now() - interval '1 day')`,
    [old],
  );
  await query('update blog_posts set slug = $2 where slug = $1', [old, present]);
  const response = await page.request.get(`/blog/${old}?utm_source=x`, { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([301, `/blog/${present}?utm_source=x`]);
  await open(page, '/blog');
  const link = page.getByRole('link', { name: 'Moved', exact: true });
  await expect(async () => {
    await page.reload();
    await expect(link).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await open(page, '/blog');
  // A navigation within the site, as by the browser's own history.
  await page.evaluate((url) => {
    history.pushState(null, '', url);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/blog/${old}?utm_source=x#top`);
  await expect(page).toHaveURL(`/blog/${present}?utm_source=x#top`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moved');
  await forgetPost(page, present);
});

test('admin controls are absent for non-admins, in the page and its source', async ({ page }) => {
  const controls = ['Create New Post', 'Write First Post', 'Edit Post', 'Delete Post', '/blog/edit/'];
  const expectNone = async (path: string) => {
    const response = await page.request.get(path);
    const html = await response.text();
    for (const control of controls) expect(html).not.toContain(control);
    return response.headers()['cache-control'];
  };
  for (const path of ['/blog', first]) {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await open(page, path);
    expect(await expectNone(path)).toBe('public, max-age=0, must-revalidate');
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => url.includes('/api/admin'))).toEqual([]);
  }
  await signInByCode(page, newPerson(), '/blog');
  await page.waitForLoadState('networkidle');
  for (const control of controls.slice(0, 4)) await expect(page.getByTitle(control)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create New Post' })).toHaveCount(0);
  for (const path of ['/blog', first]) expect(await expectNone(path)).toBe('private, no-store');
});

test('the blog fits phones, tablets and desktops, and its tags are accessible', async ({ page }) => {
  for (const path of ['/blog', first, '/blog?tag=families']) {
    await page.goto(path);
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScrolling(page);
    }
  }
  await expectAccessible(page);
});

test('every blog page links to the feeds', async ({ page }) => {
  for (const path of ['/blog', first]) {
    await page.goto(path);
    const feeds = page.locator('link[rel="alternate"]');
    await expect(feeds).toHaveCount(2);
    for (const feed of await feeds.all()) {
      const response = await page.request.get((await feed.getAttribute('href')) ?? '');
      expect(response.status()).toBe(200);
      expect(response.headers()['content-type']).toContain((await feed.getAttribute('type')) ?? '');
    }
  }
});

test.describe('missing and failing posts', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test("a missing post shows 'not found' on server and client navigation", async ({ page }) => {
    const response = await page.goto('/blog/no-such-post');
    expect(response?.status()).toBe(404);
    const expectMissing = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog Post Not Found');
      await expect(page.getByRole('alert')).toHaveText('Blog post not found');
      await expect(page).toHaveTitle('Blog Post Not Found | PCB Beach Rentals');
    };
    await expectMissing();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panama City Beach Blog');
    const link = page.getByRole('link', { name: 'The Beach Flags, Explained' });
    await link.evaluate((a: HTMLAnchorElement) => a.setAttribute('href', '/blog/no-such-post'));
    await page.route('**/api/blog/beach-flags-explained', (route) =>
      route.fulfill({ status: 404, json: { message: 'Blog post not found', error: 'Blog post not found' } }),
    );
    await link.click();
    await expectMissing();
  });

  test('a list that fails to load shows the reason', async ({ page }) => {
    await page.route('**/api/blog', (route) => route.fulfill({ status: 500, json: {} }));
    await comeToBlog(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Something went wrong');
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch blog posts');
  });

  test('a post that fails to load shows the reason', async ({ page }) => {
    await page.route('**/api/blog/*', (route) => route.fulfill({ status: 500, json: {} }));
    await open(page, '/blog');
    await page.getByRole('link', { name: 'The Beach Flags, Explained' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog Post Not Found');
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch blog post');
    await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog');
  });
});
