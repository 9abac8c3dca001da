import { Hono } from 'hono';
import type { Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createEtag, matchesEtag } from '../../../platform/http/etag.server.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import type { ImageData } from '../../../shared/image.ts';
import { escapeHtml } from '../../../shared/text/text.ts';
import { businessContact } from '../../listings/store.server.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import { jsonFeedPath, rssPath } from '../page-head.ts';
import { imageUrls } from '../reading/render-post-html.server.ts';
import { publishedPosts } from '../store.server.ts';

const maxPosts = 20;

interface FeedPost {
  id: string;
  url: string;
  title: string;
  summary: string;
  author: string;
  html: string;
  image: string | null;
  tags: string[];
  publishedAt: Date;
  updatedAt: Date;
}

interface Feed {
  origin: string;
  name: string;
  posts: FeedPost[];
}

/** Serves the newest posts as RSS and JSON Feed, with an ETag. */
export function blogFeeds(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const feeds = new Hono<ApiEnv>();
  const formats: [path: string, type: string, write: (feed: Feed) => string][] = [
    [rssPath, 'application/rss+xml; charset=utf-8', writeRss],
    [jsonFeedPath, 'application/feed+json; charset=utf-8', writeJsonFeed],
  ];
  for (const [path, type, write] of formats) {
    feeds.get(path, async (c) => {
      const { text, etag } = await platform.content.read(path, async () =>
        withEtag(write(await buildFeed(platform))),
      );
      const responseHeaders = {
        ...headers,
        'Content-Type': type,
        ETag: etag,
        'Cache-Control': 'public, max-age=300',
      };
      if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, responseHeaders);
      return c.body(text, 200, responseHeaders);
    });
  }
  return feeds;
}

const withEtag = (text: string) => ({ text, etag: createEtag(text) });

async function buildFeed({ db, now, settings }: Platform): Promise<Feed> {
  const { origin } = new URL(settings.appUrl);
  const { business_name: name } = await businessContact(db);
  const rows = (await publishedPosts(db, now())).slice(0, maxPosts);
  const posts = await Promise.all(
    rows.map(async (row): Promise<FeedPost> => {
      const html = await sanitizeRichText(row.html_rich_text);
      const images = await imagesByUrl(db, [row.cover_image_url, ...imageUrls(html)]);
      const cover = images.get(row.cover_image_url);
      return {
        id: row.id,
        url: `${origin}/blog/${row.slug}`,
        title: row.title,
        summary: row.summary ?? '',
        author: row.author || name,
        html: withOrigin(html, origin, images),
        image: cover ? origin + cover.src : null,
        tags: row.tags,
        publishedAt: row.published_at ?? row.created_at,
        updatedAt: row.updated_at,
      };
    }),
  );
  return { origin, name, posts };
}

/** Makes the links and images of sanitised HTML absolute, and adds the library's alternative texts. */
const withOrigin = (html: string, origin: string, images: Map<string, ImageData>): string =>
  html
    .replace(/<img\b[^>]*\ssrc="([^"]*)"[^>]*>/g, (tag, src: string) =>
      tag.replace(' alt=""', () => ` alt="${escapeXml(images.get(src)?.alt ?? '')}"`),
    )
    .replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`);

const title = (name: string) => `Panama City Beach Blog | ${name}`;
const description = 'Local tips and stories for a stay in Panama City Beach, Florida.';

/** RSS 2.0 (https://www.rssboard.org/rss-specification) with whole texts and the names of their authors. */
function writeRss({ origin, name, posts }: Feed): string {
  const builtAt = Math.max(...posts.map(({ updatedAt }) => updatedAt.getTime()));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">',
    '<channel>',
    element('title', title(name)),
    element('link', `${origin}/blog`),
    `<atom:link href="${escapeXml(origin + rssPath)}" rel="self" type="application/rss+xml" />`,
    element('description', description),
    element('language', 'en-us'),
    ...(posts.length > 0 ? [element('lastBuildDate', new Date(builtAt).toUTCString())] : []),
    ...posts.map(rssItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const rssItem = (post: FeedPost): string =>
  [
    '<item>',
    element('title', post.title),
    element('link', post.url),
    `<guid isPermaLink="false">urn:uuid:${post.id}</guid>`,
    element('pubDate', post.publishedAt.toUTCString()),
    element('dc:creator', post.author),
    ...post.tags.map((tag) => element('category', tag)),
    element('description', post.summary),
    element('content:encoded', post.html),
    ...(post.image
      ? [`<media:content url="${escapeXml(post.image)}" medium="image" type="image/jpeg" />`]
      : []),
    '</item>',
  ].join('\n');

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
const writeJsonFeed = ({ origin, name, posts }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: title(name),
    home_page_url: `${origin}/blog`,
    feed_url: origin + jsonFeedPath,
    description,
    icon: `${origin}/icons/icon-512.png`,
    language: 'en-US',
    authors: [{ name, url: `${origin}/` }],
    items: posts.map((post) => ({
      id: `urn:uuid:${post.id}`,
      url: post.url,
      title: post.title,
      content_html: post.html,
      ...(post.summary && { summary: post.summary }),
      ...(post.image && { image: post.image }),
      date_published: post.publishedAt.toISOString(),
      date_modified: post.updatedAt.toISOString(),
      authors: [{ name: post.author }],
      ...(post.tags.length > 0 && { tags: post.tags }),
      language: 'en-US',
    })),
  });

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 cannot hold
const notXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(notXml, ''));
