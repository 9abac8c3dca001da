import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import type { ImageData } from '../../../shared/image.ts';
import { imageUrls } from '../../media/rich-text-images.server.ts';
import {
  collectTags,
  countWords,
  normalizeTags,
  type Post,
  type PostPreview,
  readingMinutes,
  relatedPosts,
} from '../post.ts';
import { latestPosts } from './latest-posts.ts';
import { renderPostHtml } from './render-post-html.server.ts';

const id = '01890000-0000-7000-8000-00000000abcd';
const src = `/media/${id}/960.jpg`;
const picture: ImageData = {
  src,
  alt: 'A "dune" & <sea>',
  width: 960,
  height: 640,
  widths: [480, 960],
  blur: '',
};
const known = new Map([[src, picture]]);

test('renderPostHtml writes a library image in all widths and formats, with its alternative text', () => {
  const html = renderPostHtml(`<p>a</p><img src="${src}" alt="" />`, known);
  const sizes = 'sizes="(min-width: 48rem) 44rem, calc(100vw - 2.5rem)"';
  const all = (type: string) => `srcset="/media/${id}/480.${type} 480w, /media/${id}/960.${type} 960w"`;
  expect(html).toBe(
    `<p>a</p><picture><source type="image/avif" ${all('avif')} ${sizes} />` +
      `<source type="image/webp" ${all('webp')} ${sizes} />` +
      `<img src="${src}" ${all('jpg')} ${sizes} width="960" height="640" ` +
      'alt="A &quot;dune&quot; &amp; &lt;sea&gt;" loading="lazy" decoding="async" /></picture>',
  );
});

test('renderPostHtml prefers the text’s own alternative text', () => {
  expect(renderPostHtml(`<img src="${src}" alt="Us &amp; the dog" />`, known)).toContain(
    'alt="Us &amp; the dog"',
  );
});

test('renderPostHtml drops images from elsewhere', () => {
  expect(renderPostHtml('<p>a<img src="https://example.com/a.jpg" alt="" />b</p>', known)).toBe('<p>ab</p>');
  expect(imageUrls('<img src="/a.jpg" alt="" /><img alt="" src="/b.jpg" />')).toEqual(['/a.jpg', '/b.jpg']);
});

test('renderPostHtml demotes headings below the post’s title', () => {
  expect(renderPostHtml('<h1>a</h1><h2>b</h2><h3>c</h3>', known)).toBe('<h2>a</h2><h3>b</h3><h4>c</h4>');
  expect(renderPostHtml('<h2>a</h2><h3>b</h3>', known)).toBe('<h2>a</h2><h3>b</h3>');
});

test.each([
  ['<p></p>', 0, 1],
  ['<p>One <b>two</b>-three.</p><p>— 4</p>', 4, 1],
  [`<p>${'word '.repeat(675)}</p>`, 675, 3],
])('%.40s has %i words and takes %i minutes', (html, words, minutes) => {
  expect([countWords(html), readingMinutes(html)]).toEqual([words, minutes]);
});

test('normalizeTags drops spelling variants', () => {
  expect(normalizeTags([' Beach days', 'beach-days', 'BEACH DAYS', 'Food'])).toEqual(['Beach days', 'Food']);
  const posts = [{ tags: ['Food', 'Beach days'] }, { tags: ['beach days'] }, { tags: [] }];
  expect(collectTags(posts)).toEqual([
    { tag: 'Beach days', slug: 'beach-days', count: 2 },
    { tag: 'Food', slug: 'food', count: 1 },
  ]);
});

test('relatedPosts prefers shared tags, then the newest', () => {
  const post = (name: string, ...tags: string[]) => ({ id: name, tags });
  const others = [
    post('new'),
    post('one', 'FOOD'),
    post('self', 'Food'),
    post('two', 'Food', 'Sea'),
    post('old'),
  ];
  expect(relatedPosts(post('self', 'Food', 'Sea'), others).map((other) => other.id)).toEqual([
    'two',
    'one',
    'new',
  ]);
  expect(relatedPosts(post('self'), [post('self')])).toEqual([]);
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('the seeded posts have texts, covers and images', async () => {
  const posts = (await (await app.request('GET', '/api/blog')).json()) as PostPreview[];
  expect(posts.length).toBeGreaterThanOrEqual(4);
  expect(latestPosts(posts).map((post) => post.cover)).toEqual([null, null, null]);
  for (const { slug, cover, tags } of posts) {
    expect(cover).not.toBeNull();
    expect(tags.length).toBeGreaterThan(0);
    const post = (await (await app.request('GET', `/api/blog/${slug}`)).json()) as Post;
    expect(post.html_rich_text).not.toContain('{{');
    expect(post.related).toHaveLength(3);
    expect(post.word_count).toBeGreaterThan(150);
    const stored = await app.platform.db
      .selectFrom('blog_posts')
      .select('html_rich_text')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    expect(await sanitizeRichText(stored.html_rich_text)).toBe(stored.html_rich_text);
    expect(imageUrls(post.html_rich_text)).toHaveLength(imageUrls(stored.html_rich_text).length);
  }
});
