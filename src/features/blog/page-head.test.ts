import { expect, test } from 'vitest';
import { blogJsonLd, postJsonLd } from './page-head.ts';
import type { Post } from './post.ts';

const origin = 'https://stay.example';
const business = { origin, name: 'PCB Beach Rentals', town: 'Panama City Beach', phone: '', email: '' };
const describePost = (about: Post) =>
  postJsonLd(about, origin).map((source) => (typeof source === 'function' ? source(business) : source));
const post = {
  slug: 'quiet-beaches',
  title: 'Quiet </script> beaches',
  summary: null,
  author: 'PCB Beach Rentals',
  published_at: '2026-02-10T08:00:00.000Z',
  updated_at: '2026-02-11T08:00:00.000Z',
  word_count: 310,
  tags: ['Beaches'],
  cover: null,
  html_rich_text: '<p>x</p>',
} as unknown as Post;

test('postJsonLd describes a published post with image, dates and breadcrumbs', () => {
  expect(describePost(post)).toMatchObject([
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
  'postJsonLd is empty for a post published at %s',
  (published_at) => {
    expect(describePost({ ...post, published_at })).toEqual([]);
  },
);

test.each([
  ['before it came out', '2026-02-01T08:00:00.000Z', '2026-02-10T08:00:00.000Z'],
  ['as it came out', '2026-02-10T08:00:00.000Z', '2026-02-10T08:00:00.000Z'],
  ['since', '2026-02-10T08:00:00.001Z', '2026-02-10T08:00:00.001Z'],
])('a post that was saved %s has no change before its publication', (_, updated_at, dateModified) => {
  expect(describePost({ ...post, updated_at })[0]).toMatchObject({
    datePublished: '2026-02-10T08:00:00.000Z',
    dateModified,
  });
});

test('blogJsonLd has breadcrumbs', () => {
  expect(blogJsonLd(origin)).toMatchObject([{ '@type': 'BreadcrumbList', itemListElement: { length: 2 } }]);
});
