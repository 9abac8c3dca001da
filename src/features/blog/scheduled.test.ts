import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { newId } from '../../shared/ids.server.ts';
import { announceDuePosts } from './store.server.ts';

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

test('a post appears when its time has come, although the list was remembered before', async () => {
  const { content } = app.platform;
  await expect.poll(() => content.generation()).not.toBeNull();
  const beforePost = content.generation() ?? 0;
  await app.platform.db
    .insertInto('blog_posts')
    .values({
      id: newId(),
      slug: 'turtle-season',
      title: 'Turtle season',
      summary: null,
      html_rich_text: '<p>They are back.</p>',
      published_at: new Date('2027-03-01T12:00:30Z'),
    })
    .execute();
  await expect.poll(() => content.generation()).toBeGreaterThan(beforePost);
  expect(await titles()).not.toContain('Turtle season');

  const before = now;
  now = new Date('2027-03-01T12:01:00Z');
  expect(await titles()).not.toContain('Turtle season');
  await announceDuePosts(app.platform.db, before, now);
  await expect.poll(titles).toContain('Turtle season');
});
