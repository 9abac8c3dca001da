import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import {
  type BusinessFacts,
  blogPosting,
  breadcrumbs,
  type StructuredData,
} from '../../shared/seo/json-ld.ts';
import type { Post } from './post.ts';

const blogTrail = [
  { name: 'Home', path: '/' },
  { name: 'Blog', path: '/blog' },
];

/** What search engines are told of the list of posts. */
export const blogJsonLd = (origin: string): StructuredData[] => [breadcrumbs(origin, blogTrail)];

/** What search engines are told of a post that everybody may read. */
export async function postJsonLd(post: Post, origin: string, api: Fetch): Promise<StructuredData[]> {
  const { slug, title, summary, author, published_at } = post;
  if (published_at === null || new Date(published_at).getTime() > Date.now()) return [];
  const path = `/blog/${slug}`;
  const sharePicture = { src: `/share/post/${slug}.jpg`, alt: title, width: 1200, height: 630 };
  return [
    blogPosting(await businessJsonLd(origin, api), {
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

/** The business as the site's settings name it. */
async function businessJsonLd(origin: string, api: Fetch): Promise<BusinessFacts> {
  const settings = await readJson<{ business_name: string; town: string; phone: string; email: string }>(
    api('/api/site'),
    'Failed to fetch the site',
  );
  return { ...settings, origin, name: settings.business_name };
}
