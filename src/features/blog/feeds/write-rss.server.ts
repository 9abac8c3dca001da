import { escapeHtml } from '../../../shared/text/text.ts';
import { rssPath } from '../page-head.ts';
import { type BlogFeed, description, type FeedPost, title } from './feed-post.ts';

/** RSS 2.0 (https://www.rssboard.org/rss-specification) with whole texts and the names of their authors. */
export function writeRss({ origin, name, posts }: BlogFeed): string {
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

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 cannot hold
const notXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

export const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(notXml, ''));
