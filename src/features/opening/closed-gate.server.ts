import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { isDatabaseUnavailable } from '../../db/client.server.ts';
import type { Platform } from '../../platform/context.server.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { mayCarrySession } from '../../platform/http/cookies.server.ts';
import type { ServeStatic } from '../../platform/http/static-files.server.ts';
import type { RequestTrace } from '../../platform/observability/request-log.server.ts';
import { siteClosedError } from '../../shared/errors.ts';
import { isUuid } from '../../shared/uuid.ts';
import { getViewer } from '../auth/session/session.server.ts';
import { closedHeaders, renderClosedPage } from './closed-page.server.ts';
import { closedPath } from './closed-paths.server.ts';
import { cachedOpening, type Opening, readOpening } from './opening.server.ts';
import { hasConfirmedStay, isMediaOfStay } from './store.server.ts';

/** Hides a closed site from everybody but hosts; calls decide by their contracts (`isOpenWhenClosed`). */
export function closedGate(platform: Platform, serveStatic: ServeStatic): MiddlewareHandler<ApiEnv> {
  const { settings, db } = platform;
  const headers = closedHeaders(settings);
  const ctx = { ...platform, viewer: null, clientKey: 'closed' };

  let last: Opening | undefined;

  return async (c, next) => {
    const kind = closedPath(c.req.path);
    if (kind === 'open') return next();
    const opening = await readState();
    if (opening.isOpen) return next();
    const viewer = await getViewer(ctx, c.req.header('Cookie'));
    if (viewer?.role === 'admin') {
      await next();
      if (c.res.headers.get('Cache-Control')?.includes('public') && !c.req.path.startsWith('/assets/'))
        c.res.headers.set('Cache-Control', 'private, no-store');
      if (kind === 'robots') c.res = robots(c);
      return;
    }
    if (kind === 'call') {
      c.env.isClosed = true;
      return next();
    }
    if (kind === 'mcp') throw siteClosedError();
    if (kind === 'robots') return robots(c);
    if (kind === 'missing') return notFound(c);
    if (kind === 'file') return (await isFileOpen(c)) ? next() : notFound(c);
    return (await serveStatic(c.req.raw)) ?? pageResponse(c, opening);
  };

  /** Returns what this process read last if the database is unavailable. */
  async function readState(): Promise<Opening> {
    try {
      last = await readOpening(platform);
      return last;
    } catch (error) {
      if (last && isDatabaseUnavailable(error as Error)) return last;
      throw error;
    }
  }

  function pageResponse(c: Context<ApiEnv>, opening: Opening): Response {
    opening.closedPage ??= renderClosedPage(settings, opening, serveStatic.paths);
    const { body, headers: pageHeaders } = opening.closedPage;
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), {
      status: 503,
      headers: pageHeaders,
    });
  }

  function notFound(c: Context<ApiEnv>): Response {
    const { 'Retry-After': _, ...missingHeaders } = headers;
    return c.text('There is nothing at this address.', 404, missingHeaders);
  }

  function robots(c: Context<ApiEnv>): Response {
    const { 'Retry-After': _, 'X-Robots-Tag': __, ...fileHeaders } = headers;
    return c.text('User-agent: *\nDisallow: /\n', 200, fileHeaders);
  }

  async function isFileOpen(c: Context<ApiEnv>): Promise<boolean> {
    const [, folder, id = '', name = ''] = c.req.path.split('/');
    if (folder === 'embed') return id === 'map' && name !== '' && hasConfirmedStay(db, name);
    return isUuid(id) && isMediaOfStay(db, id.toLowerCase());
  }
}

/** Sends the page of a closed site before any framework runs, where it is in memory. */
export const createClosedFront =
  ({ content }: Pick<Platform, 'content'>) =>
  (request: IncomingMessage, response: ServerResponse, trace: RequestTrace): boolean => {
    const page = cachedOpening(content)?.closedPage;
    const { method, headers, url = '' } = request;
    if (!page || (method !== 'GET' && method !== 'HEAD') || mayCarrySession(headers.cookie)) return false;
    const [path = ''] = url.split('?');
    // A path with a dot may be a file, which another handler finds.
    if (/[.\\]/.test(path) || !path.startsWith('/') || closedPath(path) !== 'page') return false;
    trace.route = '*';
    response.writeHead(503, [...page.rawHeaders, 'X-Request-Id', trace.id]);
    response.end(method === 'HEAD' ? undefined : page.body);
    return true;
  };
