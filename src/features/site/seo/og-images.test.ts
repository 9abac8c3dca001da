import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { killingChildren } from '../../../../test/children.ts';
import { type ApiEnv, requestId } from '../../../platform/http/app-env.server.ts';
import { onError } from '../../../platform/http/errors.server.ts';
import { securityHeaders } from '../../../platform/http/security-headers.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { renderOgImage } from './og-image.server.ts';
import { ogImages } from './og-images.server.ts';

let app: TestApp;
let share: Hono<ApiEnv>;
beforeAll(async () => {
  app = await testApp();
  share = ogImages(app.ctx, securityHeaders(app.platform.settings));
  const post = (slug: string, published_at: Date | null) => ({
    id: newId(),
    slug,
    title: 'Quiet beaches',
    html_rich_text: '<p>x</p>',
    published_at,
  });
  await app.platform.db
    .insertInto('blog_posts')
    .values([post('quiet-beaches', new Date(0)), post('a-draft', null)])
    .execute();
});
afterAll(() => app.close());

test.each([
  '/stay/the-beachcomber.jpg',
  '/page/home.jpg',
  '/page/shop.jpg',
  '/page/hosts.jpg',
  '/page/blog.jpg',
  '/post/quiet-beaches.jpg',
])('GET /share%s returns an image of 1200 × 630 pixels', async (path) => {
  const response = await share.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('image/jpeg');
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const jpeg = Buffer.from(await response.arrayBuffer());
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(jpeg.length).toBeLessThan(600_000);
});

test('a matching ETag gets 304, and HEAD only the headers', async () => {
  const first = await share.request('/stay/sunset-villa.jpg');
  const tag = first.headers.get('ETag') ?? '';
  const again = await share.request('/stay/sunset-villa.jpg', { headers: { 'If-None-Match': tag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await share.request('/stay/sunset-villa.jpg', { method: 'HEAD' });
  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
});

test.each([
  '/stay/no-such-home.jpg',
  '/post/no-such-post.jpg',
  '/post/a-draft.jpg',
  '/page/admin.jpg',
  '/page/constructor.jpg',
  '/page/__proto__.jpg',
  '/else/home.jpg',
  '/stay/the-beachcomber.png',
  '/stay/the-beachcomber.jpg?title=Anything'.replace('the-beachcomber', 'other'),
  '/stay/..%2Fmedia.jpg',
])('GET /share%s is 404 and renders nothing', async (path) => {
  const response = await share.request(path);
  expect(response.status).toBe(404);
});

test("a former slug redirects to the current one's image, unless the post is unpublished", async () => {
  const { db } = app.platform;
  const move = (from: string, to: string) =>
    db.updateTable('blog_posts').set({ slug: to }).where('slug', '=', from).execute();
  await move('quiet-beaches', 'quietest-beaches');
  const asked = () => share.request('/post/quiet-beaches.jpg');
  await expect.poll(async () => (await asked()).status).toBe(301);
  expect(Object.fromEntries((await asked()).headers)).toMatchObject({
    location: '/share/post/quietest-beaches.jpg',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await share.request('/post/quietest-beaches.jpg')).status).toBe(200);
  await db
    .updateTable('blog_posts')
    .set({ published_at: null })
    .where('slug', '=', 'quietest-beaches')
    .execute();
  expect((await asked()).status).toBe(404);
});

test('a changed title renders a new image', async () => {
  const tag = async () => (await share.request('/stay/the-beachcomber.jpg')).headers.get('ETag');
  const before = await tag();
  await app.platform.db
    .updateTable('properties')
    .set({ title: 'The Beachcomber, Renewed' })
    .where('slug', '=', 'the-beachcomber')
    .execute();
  await expect.poll(tag).not.toBe(before);
});

test('requests beyond the queue get 503, and succeed later', async () => {
  const slugs = Array.from({ length: 60 }, (_, index) => `burst-${index}`);
  await app.platform.db
    .insertInto('blog_posts')
    .values(
      slugs.map((slug) => ({
        id: newId(),
        slug,
        title: `Post ${slug}`,
        html_rich_text: '<p>x</p>',
        published_at: new Date(0),
      })),
    )
    .execute();
  const site = new Hono<ApiEnv>().use(requestId(app.platform.log)).route('/', share).onError(onError);
  await expect.poll(async () => (await site.request('/post/burst-59.jpg')).status).toBe(200);
  const responses = await Promise.all(slugs.map((slug) => site.request(`/post/${slug}.jpg`)));
  const refused = slugs.filter((_, index) => responses[index]?.status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(slugs.length - refused.length);
  for (const { status, headers } of responses)
    if (status === 503)
      expect([headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual(['10', 'no-store']);
  expect((await site.request(`/post/${refused.at(-1)}.jpg`)).status).toBe(200);
});

test('a storage that fails midway gives 503, never an image without its photo', async () => {
  const brokenOff = () => new ReadableStream({ start: (sent) => sent.error(new TypeError('terminated')) });
  const get = async () => ({ size: 1_000, etag: '"x"', stream: async () => brokenOff() });
  const ctx = { ...app.ctx, storage: { ...app.ctx.storage, get } };
  const site = new Hono<ApiEnv>()
    .use(requestId(app.platform.log))
    .route('/', ogImages(ctx, {}))
    .onError(onError);
  const response = await site.request('/page/home.jpg');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
});

test('a killed worker gives 503, and the next image is rendered', async () => {
  const words = { title: 'A', kicker: '', siteName: 'B' };
  const drawing = killingChildren('og-image.worker', () => renderOgImage(words, null));
  await expect(drawing).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
  expect((await renderOgImage(words, null)).length).toBeGreaterThan(1_000);
});

test('markup is rendered as text, and letters without a glyph are dropped', async () => {
  const words = { title: '</text><script>alert(1)</script> & 🏖', kicker: '<b>', siteName: 'A & B' };
  const jpeg = await renderOgImage(words, null);
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('an unreadable photo fails with a message, and the next image is rendered', async () => {
  const words = { title: 'A', kicker: '', siteName: 'B' };
  await expect(renderOgImage(words, Buffer.from('no picture'))).rejects.toThrow('could not be drawn');
  expect((await renderOgImage(words, null)).length).toBeGreaterThan(1_000);
});
