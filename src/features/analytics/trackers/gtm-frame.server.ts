import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Settings } from '../../../env.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { sandboxedFramePolicy, securityHeaders } from '../../../platform/http/security-headers.server.ts';
import { gtmOrigin, tagFrameOrigins } from '../../../shared/trackers.ts';
import { tagFrameReady } from './tag-manager.ts';

/** Takes data layer entries only from the parent page. */
const listener = `dataLayer=[{'gtm.start':Date.now(),event:'gtm.js'}];addEventListener('message',(m)=>{if(m.source===parent)dataLayer.push(m.data)});parent.postMessage('${tagFrameReady}','*')`;
const listenerHash = `'sha256-${createHash('sha256').update(listener).digest('base64')}'`;

/** Serves the tag manager's page, without an origin of its own; 404 while no container is configured. */
export function tagFrame(settings: Settings): Hono<ApiEnv> {
  const { gtmId } = settings.vendors;
  return new Hono<ApiEnv>().get('/', (c) =>
    gtmId
      ? c.html(String(page(`${gtmOrigin}/gtm.js?id=${gtmId}`)), 200, {
          ...securityHeaders(settings),
          'Content-Security-Policy': sandboxedFramePolicy(settings, [listenerHash], tagFrameOrigins),
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-cache',
        })
      : c.text('There are no tags.', 404, securityHeaders(settings)),
  );
}

const page = (container: string) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tags</title>
    <script>${raw(listener)}</script>
    <script async src="${container}"></script>
  </head>
  <body></body>
</html>`;
