import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { contentSecurityPolicy, securityHeaders } from '../../../platform/http/security-headers.server.ts';
import { propertyMapQuery } from '../../listings/actions.server.ts';
import { readSiteSettings } from '../content/actions.server.ts';
import { mapFrameUrl, parseVideo, videoFrameUrl } from './video-url.ts';

/** Serves pages with only a third party's frame, so that the site's own policy need not allow any. */
export function embedPages(platform: Platform): Hono<ApiEnv> {
  const { settings } = platform;
  const ctx = { ...platform, viewer: null, clientKey: 'embed' };
  const response = (c: Context<ApiEnv>, url: string, title: string, receivers: string[] = []) =>
    c.html(String(frame(url, title)), 200, {
      ...securityHeaders(settings),
      'Content-Security-Policy': contentSecurityPolicy(settings, {
        sources: ["'none'"],
        frames: [new URL(url).origin],
        receivers,
      }),
      'Cache-Control': 'no-cache',
    });
  /** The page around it looks whether the map's site can be reached. */
  const map = (c: Context<ApiEnv>, query: string) => {
    const url = mapFrameUrl(query);
    return response(c, url, 'Map', [new URL(url).origin]);
  };
  return new Hono<ApiEnv>()
    .get('/map', async (c) => map(c, (await readSiteSettings(ctx)).map_query))
    .get('/map/:slug', async (c) => {
      const query = await propertyMapQuery(ctx, c.req.param('slug'));
      if (query === null) return c.text('There is no such home.', 404, securityHeaders(settings));
      return map(c, query || (await readSiteSettings(ctx)).map_query);
    })
    .get('/video', async (c) => {
      const video = parseVideo((await readSiteSettings(ctx)).video_url);
      const url = video && videoFrameUrl(video);
      if (!url) return c.text('There is no such video.', 404, securityHeaders(settings));
      return response(c, url, 'Video tour');
    });
}

const frame = (url: string, title: string) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <link rel="stylesheet" href="/embed.css">
  </head>
  <body>
    <iframe src="${url}" title="${title}" allow="autoplay; encrypted-media; picture-in-picture" allowfullscreen
      referrerpolicy="strict-origin-when-cross-origin"></iframe>
  </body>
</html>`;
