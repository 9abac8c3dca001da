import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { newId } from '../../shared/uuid.server.ts';
import { notifyDuePosts } from './store.server.ts';

let app: TestApp;
let now = new Date('2027-03-01T12:00:00Z');
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
afterAll(() => app.close());

const titles = async () => {
  const posts = (await (await app.request('GET', '/api/blog')).json()) as { title: string }[];
  return posts.map((post) => post.title);
};

/** Schedules a post, and waits until every cache is notified. */
async function schedule(title: string, publishedAt: string): Promise<void> {
  const { content } = app.platform;
  await expect.poll(() => content.version()).not.toBeNull();
  const before = content.version() ?? 0;
  await app.platform.db
    .insertInto('blog_posts')
    .values({
      id: newId(),
      slug: title.toLowerCase().replaceAll(' ', '-'),
      title,
      summary: null,
      html_rich_text: '<p>They are back.</p>',
      published_at: new Date(publishedAt),
    })
    .execute();
  await expect.poll(() => content.version()).toBeGreaterThan(before);
}

test('a scheduled post appears when due, although the list was cached before', async () => {
  await schedule('Turtle season', '2027-03-01T12:00:30Z');
  await notifyDuePosts(app.platform.db, now);
  expect(await titles()).not.toContain('Turtle season');

  now = new Date('2027-03-01T12:01:00Z');
  expect(await titles()).not.toContain('Turtle season');
  await notifyDuePosts(app.platform.db, now);
  await expect.poll(titles).toContain('Turtle season');
});

test('a scheduled post appears however late it is announced', async () => {
  await schedule('Crab season', '2027-03-01T12:02:30Z');
  expect(await titles()).not.toContain('Crab season');
  now = new Date('2027-03-01T15:00:00Z');
  await notifyDuePosts(app.platform.db, now);
  await expect.poll(titles).toContain('Crab season');
});

test('caches stay while no post is due', async () => {
  const { content, db } = app.platform;
  now = new Date('2027-03-01T15:01:00Z');
  await notifyDuePosts(db, now);
  const before = content.version();
  await notifyDuePosts(db, new Date('2027-03-01T15:02:00Z'));
  await schedule('Shark season', '2027-03-01T18:00:00Z');
  expect(content.version()).toBe((before ?? Number.NaN) + 1);
});
