import {
  blogPosting,
  breadcrumbs,
  type StructuredData,
  type StructuredDataSource,
} from '../../shared/seo/json-ld.ts';
import type { Post } from './post.ts';

const blogTrail = [
  { name: 'Home', path: '/' },
  { name: 'Blog', path: '/blog' },
];

/** What search engines are told of the list of posts. */
export const blogJsonLd = (origin: string): StructuredData[] => [breadcrumbs(origin, blogTrail)];

/** What search engines are told of a post that everybody may read. */
export function postJsonLd(post: Post, origin: string): StructuredDataSource[] {
  const { slug, title, summary, author, published_at } = post;
  if (published_at === null || new Date(published_at).getTime() > Date.now()) return [];
  const path = `/blog/${slug}`;
  const sharePicture = { src: `/share/post/${slug}.jpg`, alt: title, width: 1200, height: 630 };
  return [
    (business) =>
      blogPosting(business, {
        path,
        title,
        summary: summary ?? '',
        author,
        publishedAt: published_at,
        modifiedAt: post.updated_at,
        pictures: post.cover ? [post.cover, sharePicture] : [sharePicture],
        tags: post.tags,
        wordCount: post.word_count,
      }),
    breadcrumbs(origin, [...blogTrail, { name: title, path }]),
  ];
}
