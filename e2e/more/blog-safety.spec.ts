import type { Page } from '@playwright/test';
import { sanitizeRichText } from '../../src/platform/sanitize-html.server.ts';
import { hostileHtml } from '../../test/hostile-html.ts';
import { countHits, foreignAttributes, hits } from '../blog-safety-steps.ts';
import { forgetPost, reviewsShown } from '../content.ts';
import { query } from '../database.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { expect, test } from '../site.ts';

// T-40, T-41, T-42. Missing images are logged on the console.
test.use({ expectedNoise: [/Failed to load resource/], viewport: { width: 1440, height: 900 } });

const firstId = 5_000;

/** Every image has loaded or failed, and scripts that were inserted last would have run. */
async function everythingHasHadItsTurn(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        Object.assign(window, { lastOne: resolve });
        const last = document.createElement('div');
        document.body.append(last);
        last.innerHTML = '<img src=y onerror=lastOne()>';
      }),
  );
}

test('sanitized hostile HTML runs no script on a page without other protection', async ({ page }) => {
  await countHits(page);
  // An image elsewhere fails at once, with any network.
  await page.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => route.abort(),
  );
  await page.route('**/harness', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Harness</title><body>' }),
  );
  await page.goto('/harness');
  await page.evaluate(() => {
    document.body.innerHTML = '<img src=x onerror=hit()><svg onload=hit()></svg>';
  });
  await expect.poll(() => hits(page), 'the harness runs what is not cleaned').toBeGreaterThan(0);

  await page.goto('/harness');
  const cleaned = await Promise.all(hostileHtml.map(sanitizeRichText));
  const protocols = await page.evaluate((texts) => {
    for (const text of texts) {
      const box = document.createElement('div');
      box.className = 'rich-text';
      document.body.append(box);
      box.innerHTML = text;
      // A second parse reads what the first one wrote.
      const again = document.createElement('div');
      again.className = 'rich-text';
      document.body.append(again);
      again.innerHTML = box.innerHTML;
    }
    return [...document.links].map(({ protocol }) => protocol);
  }, cleaned);
  await everythingHasHadItsTurn(page);
  expect(await hits(page)).toBe(0);
  expect(new Set(protocols)).toEqual(new Set(['http:', 'https:'].filter((one) => protocols.includes(one))));
  expect(await foreignAttributes(page)).toEqual([]);
});

test.describe('on the site', () => {
  test.beforeAll(async () => {
    await query(
      `insert into reviews (id, guest_name, rating, review_html, position)
       select $1 + place, 'Mallory', 5, html, 100 + place from unnest($2::text[]) with ordinality as t (html, place)`,
      // PostgreSQL holds no zero characters.
      [firstId, hostileHtml.map((html) => html.replaceAll('\0', ''))],
    );
    await reviewsShown(12 + hostileHtml.length);
  });

  test.afterAll(async () => {
    await query('delete from reviews where id >= $1', [firstId]);
    await reviewsShown(12);
  });

  test("'Book Now' finds the real hero, and ids are not clobbered", async ({ page }) => {
    await open(page, '/');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole('banner').getByRole('button', { name: 'Book Now' }).click();
    await expect(page.locator('#hero')).toBeInViewport();
    expect(
      await page.evaluate(() => [
        typeof document.getElementById,
        typeof document.querySelector,
        document.body.tagName,
      ]),
    ).toEqual(['function', 'function', 'BODY']);
  });
});

test('a title with </script> stays text on every page that contains it', async ({ page }) => {
  const title = '</script><script>hit()</script><img src=x onerror=hit()>\u2028';
  const slug = `script-${Date.now()}`;
  await query(
    `insert into blog_posts (id, slug, title, summary, html_rich_text, author, tags, published_at)
     values (gen_random_uuid(), $1, $2, $2, '<p>Sand.</p>', $2, array[$2], now() - interval '1 second')`,
    [slug, title.replace('\u2028', '')],
  );
  try {
    await countHits(page);
    for (const path of [`/blog/${slug}`, '/blog', '/']) {
      await expect(async () => {
        await page.goto(path);
        await expect(page.getByText('</script><script>hit()').first()).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await scriptsAreThere(page);
      expect(await hits(page)).toBe(0);
    }
    const titles = async () =>
      (await (await page.request.get('/blog/feed.json')).json()).items.map(
        (one: { title: string }) => one.title,
      );
    await expect.poll(titles).toContainEqual(expect.stringContaining('</script>'));
    const feed = await (await page.request.get('/blog/feed.xml')).text();
    expect(feed).toContain(slug);
    expect(feed).not.toContain('<script');
  } finally {
    await forgetPost(page, slug);
  }
});
