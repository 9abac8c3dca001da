import { expect, test } from 'vitest';
import type { Post } from './post.ts';
import { blogJsonLd, postJsonLd } from './post-json-ld.ts';

const origin = 'https://stay.example';
const settings = { business_name: 'PCB Beach Rentals', town: 'Panama City Beach', phone: '', email: '' };
const api = async (call: unknown) => {
  expect(call).toBe('/api/site');
  return Response.json(settings);
};
const post = {
  ...{ slug: 'quiet-beaches', title: 'Quiet </script> beaches', summary: null, author: 'PCB Beach Rentals' },
  ...{ published_at: '2026-02-10T08:00:00.000Z', updated_at: '2026-02-11T08:00:00.000Z', word_count: 310 },
  ...{ tags: ['Beaches'], cover: null, html_rich_text: '<p>x</p>' },
} as unknown as Post;

test('a post that everybody may read is described with its picture, its moments and its place', async () => {
  expect(await postJsonLd(post, origin, api as typeof fetch)).toMatchObject([
    {
      '@type': 'BlogPosting',
      headline: 'Quiet </script> beaches',
      url: 'https://stay.example/blog/quiet-beaches',
      datePublished: '2026-02-10T08:00:00.000Z',
      dateModified: '2026-02-11T08:00:00.000Z',
      image: [{ url: 'https://stay.example/share/post/quiet-beaches.jpg', width: 1200, height: 630 }],
      keywords: ['Beaches'],
      wordCount: 310,
      author: { '@type': 'Organization', name: 'PCB Beach Rentals' },
    },
    { '@type': 'BreadcrumbList', itemListElement: { length: 3 } },
  ]);
});

test.each([null, '2999-01-01T00:00:00.000Z'])(
  'a post that is not out (%s) is not described',
  async (published_at) => {
    expect(await postJsonLd({ ...post, published_at }, origin, api as typeof fetch)).toEqual([]);
  },
);

test('the list of posts says where it lies', () => {
  expect(blogJsonLd(origin)).toMatchObject([{ '@type': 'BreadcrumbList', itemListElement: { length: 2 } }]);
});
