import { Hono } from 'hono';
import type { Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createEtag, matchesEtag } from '../../../platform/http/etag.server.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import type { ImageData } from '../../../shared/image.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { businessContact } from '../../listings/store.server.ts';
import { imageUrls } from '../../media/rich-text-images.server.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import { jsonFeedPath, rssPath } from '../page-head.ts';
import { lastChange } from '../post.ts';
import { publishedPosts } from '../store.server.ts';
import { type BlogFeed, description, type FeedPost, title } from './feed-post.ts';
import { escapeXml, writeRss } from './write-rss.server.ts';

const maxPosts = 20;

/** Serves the newest posts as RSS and JSON Feed, with an ETag. */
export function blogFeeds(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const feeds = new Hono<ApiEnv>();
  const formats: [path: string, type: string, write: (feed: BlogFeed) => string][] = [
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

async function buildFeed({ db, now, settings }: Platform): Promise<BlogFeed> {
  const { origin } = new URL(settings.appUrl);
  const { business_name: name } = await businessContact(db);
  const rows = (await publishedPosts({ db, settings }, now())).slice(0, maxPosts);
  const posts = await Promise.all(
    rows.map(async (row): Promise<FeedPost> => {
      const html = await sanitizeRichText(row.html_rich_text);
      const images = await imagesByUrl(db, [row.cover_image_url, ...imageUrls(html)]);
      const cover = images.get(row.cover_image_url);
      const publishedAt = row.published_at ?? row.created_at;
      return {
        id: row.id,
        url: `${origin}/blog/${row.slug}`,
        title: row.title,
        summary: row.summary ?? '',
        author: row.author || name,
        html: withOrigin(html, origin, images),
        image: cover ? origin + cover.src : null,
        tags: row.tags,
        publishedAt,
        updatedAt: lastChange(publishedAt, row.updated_at),
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

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
const writeJsonFeed = ({ origin, name, posts }: BlogFeed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: title(name),
    home_page_url: `${origin}/blog`,
    feed_url: origin + jsonFeedPath,
    description,
    icon: `${origin}/icons/icon-512.png`,
    language: 'en-US',
    authors: [{ name, url: `${origin}/` }],
    items: posts.map((post) =>
      withoutUndefined({
        id: `urn:uuid:${post.id}`,
        url: post.url,
        title: post.title,
        content_html: post.html,
        summary: post.summary || undefined,
        image: post.image || undefined,
        date_published: post.publishedAt.toISOString(),
        date_modified: post.updatedAt.toISOString(),
        authors: [{ name: post.author }],
        tags: post.tags.length > 0 ? post.tags : undefined,
        language: 'en-US',
      }),
    ),
  });
