import {
  blogPosting,
  breadcrumbs,
  type StructuredData,
  type StructuredDataSource,
} from '../../shared/seo/json-ld.ts';
import { lastChange, type Post } from './post.ts';

/** The paths of the blog's feeds. */
export const rssPath = '/blog/feed.xml';
export const jsonFeedPath = '/blog/feed.json';

const alternate = { tagName: 'link', rel: 'alternate', title: 'Panama City Beach Blog' } as const;

/** Links by which feed readers find the feeds of a page. */
export const feedLinks = [
  { ...alternate, type: 'application/rss+xml', href: rssPath },
  { ...alternate, type: 'application/feed+json', href: jsonFeedPath },
];

const blogTrail = [
  { name: 'Home', path: '/' },
  { name: 'Blog', path: '/blog' },
];

export const blogJsonLd = (origin: string): StructuredData[] => [breadcrumbs(origin, blogTrail)];

/** JSON-LD of a post; none for one that guests cannot read yet. */
export function postJsonLd(post: Post, origin: string): StructuredDataSource[] {
  const { slug, title, summary, author, published_at } = post;
  if (published_at === null || new Date(published_at).getTime() > Date.now()) return [];
  const path = `/blog/${slug}`;
  const shareImage = { src: `/share/post/${slug}.jpg`, alt: title, width: 1200, height: 630 };
  return [
    (business) =>
      blogPosting(business, {
        path,
        title,
        summary: summary ?? '',
        author,
        publishedAt: published_at,
        modifiedAt: lastChange(published_at, post.updated_at),
        images: post.cover ? [post.cover, shareImage] : [shareImage],
        tags: post.tags,
        wordCount: post.word_count,
      }),
    breadcrumbs(origin, [...blogTrail, { name: title, path }]),
  ];
}
