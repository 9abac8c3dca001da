import { expect, test } from 'vitest';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { posts } from '../calls.ts';
import { loadPost } from '../load-post.ts';
import { editedPost, newPosts, writtenPost } from './calls.ts';
import { conflictingPost } from './conflicting-post.ts';

const answering =
  (status: number, body: string | null = null): typeof fetch =>
  async () =>
    new Response(body, { status });
const post = { title: 'Shells', slug: 'shells', html_rich_text: '<p>Dawn</p>' };

const update = (fetch: Fetch) => writtenPost.update({ key: '7', json: { ...post, id: '7' }, fetch });
const writes: [call: string, words: string, write: (fetch: Fetch) => Promise<unknown>][] = [
  ['POST /api/blog', 'Failed to create blog post', (fetch) => newPosts.create({ json: post, fetch })],
  ['PUT /api/blog/{id}', 'Failed to update blog post', update],
  ['DELETE /api/blog/{id}', 'Failed to delete blog post', (fetch) => writtenPost.remove({ key: '7', fetch })],
];

test.each(writes)(
  '%s succeeds with any body, and reads the error field of a rejection',
  async (_, words, write) => {
    for (const body of [null, '{}', '{"id":"7"}', '<html>'])
      await expect(write(answering(200, body))).resolves.toBeUndefined();
    await expect(write(answering(204))).resolves.toBeUndefined();
    await expect(write(answering(400, '{"error":"Low tide."}'))).rejects.toThrow('Low tide.');
    for (const body of [null, '', 'null', '{}', '{"message":"Low tide."}', '{"error":3}'])
      await expect(write(answering(409, body))).rejects.toThrow(words);
  },
);

test('a conflict brings the post as it is now', async () => {
  const current = { ...post, id: '7', created_at: '2026-01-01T12:00:00Z' };
  const body = JSON.stringify({ message: 'Changed.', error: 'Changed.', current });
  const error = await update(answering(409, body)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'Changed.' });
  expect(conflictingPost(error)).toMatchObject({ ...current, tags: [], cover_image_url: '' });
  expect(conflictingPost(new Error('Changed.'))).toBeNull();
});

test('a post without additions has none, and has the date of its row unless it has its own', async () => {
  const bare = { ...post, id: '7', created_at: '2026-01-01T12:00:00Z' };
  expect(await posts.list({ fetch: answering(200, JSON.stringify([bare])) })).toEqual([
    {
      ...bare,
      summary: null,
      author: '',
      tags: [],
      cover: null,
      reading_minutes: 0,
      published_at: bare.created_at,
      updated_at: bare.created_at,
    },
  ]);
  const draft = JSON.stringify({ ...bare, published_at: null });
  expect(await editedPost.read({ key: '7', fetch: answering(200, draft) })).toMatchObject({
    published_at: null,
  });
});

test.each([
  [404, 'Blog post not found'],
  [500, 'Failed to fetch blog post'],
])('a post whose response is an empty %i shows "%s"', async (status, words) => {
  await expect(loadPost('shells', answering(status))).rejects.toThrow(words);
});
