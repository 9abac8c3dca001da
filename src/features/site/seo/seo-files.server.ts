import { Hono } from 'hono';
import type { Ctx, Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createEtag, matchesEtag } from '../../../platform/http/etag.server.ts';
import { publishedPosts } from '../../blog/store.server.ts';
import { listProperties, readProperty } from '../../listings/actions.server.ts';
import { listedProperties } from '../../listings/store.server.ts';
import { readSiteSettings } from '../content/actions.server.ts';
import { settingsChangedAt, textPages } from '../content/store.server.ts';
import { llmsText } from './llms-text.server.ts';
import { ogImages } from './og-images.server.ts';
import { manifestText, robotsText, type SitemapEntry, sitemapText } from './seo-files-text.server.ts';

/** Serves sitemap, robots, llms and manifest, each cached until the content changes. */
export function seoFiles(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const ctx: Ctx = { ...platform, viewer: null, clientKey: 'found' };
  const { origin } = new URL(platform.settings.appUrl);
  const files: [path: string, type: string, write: () => Promise<string>][] = [
    [
      '/sitemap.xml',
      'application/xml; charset=utf-8',
      async () => sitemapText(origin, await publicPages(ctx)),
    ],
    ['/robots.txt', 'text/plain; charset=utf-8', async () => robotsText(origin)],
    ['/llms.txt', 'text/plain; charset=utf-8', async () => llmsText({ origin, ...(await loadSeoData(ctx)) })],
    [
      '/site.webmanifest',
      'application/manifest+json; charset=utf-8',
      async () => manifestText(await readSiteSettings(ctx)),
    ],
  ];
  const site = new Hono<ApiEnv>();
  for (const [path, type, write] of files) {
    site.get(path, async (c) => {
      const { text, etag } = await ctx.content.read(`found${path}`, async () => withEtag(await write()));
      const fileHeaders = {
        ...headers,
        'Content-Type': type,
        'Cache-Control': 'public, max-age=300',
        ETag: etag,
      };
      if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, fileHeaders);
      return c.body(text, 200, fileHeaders);
    });
  }
  site.route('/share', ogImages(ctx, headers));
  return site;
}

const withEtag = (text: string) => ({ text, etag: createEtag(text) });

async function loadSeoData(ctx: Ctx) {
  const listed = await listProperties(ctx);
  const [settings, posts, ...stays] = await Promise.all([
    readSiteSettings(ctx),
    publishedPosts(ctx, ctx.now()),
    ...listed.map(({ slug }) => readProperty(ctx, slug)),
  ]);
  return { settings, posts, stays };
}

const newest = (moments: Date[]): Date => new Date(Math.max(0, ...moments.map((moment) => moment.getTime())));

/** Every indexable page with its last change. */
async function publicPages(ctx: Ctx): Promise<SitemapEntry[]> {
  const [homes, posts, settings, texts] = await Promise.all([
    listedProperties(ctx),
    publishedPosts(ctx, ctx.now()),
    settingsChangedAt(ctx.db),
    textPages(ctx.db),
  ]);
  const homesAt = newest(homes.map((home) => home.updatedAt));
  const postChangedAt = (post: (typeof posts)[number]) =>
    newest([post.updated_at, post.published_at ?? post.created_at]);
  const postsAt = newest([settings.updated_at, ...posts.map(postChangedAt)]);
  return [
    { path: '/', changedAt: newest([settings.updated_at, homesAt, postsAt]) },
    { path: '/book', changedAt: newest([settings.updated_at, homesAt]) },
    { path: '/shop', changedAt: newest([settings.updated_at, homesAt]) },
    { path: '/hosts', changedAt: settings.updated_at },
    { path: '/blog', changedAt: postsAt },
    ...homes.map((home) => ({
      path: `/stays/${home.slug}`,
      changedAt: home.updatedAt,
      images: home.images.filter((url) => url.startsWith('/media/')),
    })),
    ...posts.map((post) => ({ path: `/blog/${post.slug}`, changedAt: postChangedAt(post) })),
    ...texts.map(({ slug, updated_at }) => ({ path: `/${slug}`, changedAt: updated_at })),
  ];
}
