import { expect, test } from 'vitest';
import { post, posts } from './calls.ts';

const bare = {
  id: '7',
  slug: 'shells',
  title: 'Shells',
  published_at: '2026-02-03T12:00:00Z',
  created_at: '2026-01-01T12:00:00Z',
};

test('a post with only the specified fields is read by guests without additions', async () => {
  const specified = { ...bare, html_rich_text: '<p>Found at dawn.</p>' };
  const fetch = async () => Response.json(specified);
  expect(await post.read({ key: 'shells', fetch })).toEqual({
    ...specified,
    updated_at: bare.created_at,
    summary: null,
    author: '',
    tags: [],
    cover: null,
    reading_minutes: 0,
    word_count: 0,
    related: [],
  });
});

test('a post has the summary that the server sends, else none', async () => {
  const fetch = async () => Response.json([{ ...bare, summary: 'By the sea' }, bare]);
  const summaries = (await posts.list({ fetch })).map(({ summary }) => summary);
  expect(summaries).toEqual(['By the sea', null]);
});

test('the list has its own message for an error response without one', async () => {
  for (const body of [null, '', 'null', '{}', '<html>']) {
    const fetch = async () => new Response(body, { status: 500 });
    await expect(posts.list({ fetch })).rejects.toThrow('Failed to fetch blog posts');
  }
});
