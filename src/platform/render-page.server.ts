import { createHash, randomBytes } from 'node:crypto';
import type { createRequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router';
import type { PageContext, PageFailure } from '../load-context.ts';
import { trackerNames, vendorOrigins } from '../shared/trackers.ts';
import type { PageCache } from './cache/page-cache.server.ts';
import type { Platform } from './context.server.ts';
import type { ApiEnv } from './http/app-env.server.ts';
import { mayCarrySession } from './http/cookies.server.ts';
import { type CallApi, type CallStatus, inProcessFetch } from './http/in-process-fetch.server.ts';
import { contentSecurityPolicy, securityHeaders } from './http/security-headers.server.ts';
import type { RequestTrace } from './observability/request-log.server.ts';
import { type PagePattern, pagePatterns } from './observability/request-log.server.ts';

/** React Router's build, whose entry exports the context's key and the parts of the router it was built with. */
export type PagesBuild = ServerBuild & {
  entry: {
    module: {
      pageContext: RouterContext<PageContext>;
      createRequestHandler: typeof createRequestHandler;
      RouterContextProvider: typeof RouterContextProvider;
    };
  };
};

export interface PagesOptions {
  platform: Platform;
  build: PagesBuild;
  cache: PageCache;
  api: CallApi;
}

export interface RenderPage {
  (request: Request, env: ApiEnv['Bindings']): Promise<Response>;
  /** How the log names a path; without it, `*`. */
  pattern?: PagePattern;
  /** The page for a request that ended before one could be rendered; without it, such a response is JSON. */
  failure?(ended: PageFailure): Promise<Response>;
}

interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: string | ReadableStream | null;
  isForEveryone: boolean;
  /** Whether all its data is there, so that it may be cached until content changes. */
  isComplete: boolean;
  /** Seconds until it must be rendered again. */
  maxAge: number;
}

/** `null` leaves one out. Google's response arrives in a popup: an opener policy would cut it off, and its URL holds a code. */
const headerOverrides: Record<string, Record<string, string | null>> = {
  '/auth/callback': { 'Cross-Origin-Opener-Policy': null, 'Referrer-Policy': 'no-referrer' },
  // The URLs hold a token from a mail; the page's form must still send its origin.
  '/notify/leave': { 'Referrer-Policy': 'same-origin' },
  // This page is rendered under the URL of another page, which may hold a token.
  '/failure': { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' },
  '/cleaning': { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' },
  '/reviews': { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' },
  '/offers': { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' },
  '/trips/shared': { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' },
};

function pageHeaders(path: string, common: Record<string, string>): Record<string, string> {
  const [tokenPage] = /^\/(?:cleaning|offers|reviews|trips\/shared)(?=\/)/.exec(path) ?? [];
  const own = headerOverrides[tokenPage ?? path.replace(/\/+$/, '')];
  const merged = Object.entries({ ...common, ...own });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The only spelling under which a page is cached; others are rendered each time. */
const canonicalPath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/;

/**
 * Renders pages with data from the API in process. A page without a query string is rendered for all visitors without a
 * session: from nothing of the request that came first, with its scripts named by hash, and into the page cache. Any
 * other is for one visitor, with a nonce of its own.
 */
export function createPageRenderer(options: PagesOptions): RenderPage {
  const { platform, build, cache } = options;
  const { settings, content } = platform;
  const { origin } = new URL(settings.appUrl);
  const routePattern = pagePatterns(build.routes);
  const renderPage = createRender(options, routePattern);
  const renders = new Map<string, Promise<RenderedPage>>();

  const show = async (request: Request, env: ApiEnv['Bindings']) => {
    const { pathname, search } = new URL(request.url);
    const route = routePattern(pathname);
    if (env.trace) env.trace.route = route;
    const version = content.version();
    const isShared =
      request.method === 'GET' &&
      search === '' &&
      canonicalPath.test(pathname) &&
      !mayCarrySession(request.headers.get('Cookie'));
    if (isShared && version !== null) {
      const key = `${version} ${pathname}`;
      const current = renders.get(key);
      const render =
        current ?? renderForEveryone(pathname, route, version, env.trace).finally(() => renders.delete(key));
      renders.set(key, render);
      const page = await render;
      if (!current || page.isForEveryone) return toResponse(page);
    }
    const page = await renderPage(request, env, createNonce());
    return toResponse(page, request.method);
  };
  const failure = async (ended: PageFailure) =>
    toResponse(await renderPage(new Request(new URL('/failure', origin)), {}, createNonce(), ended));
  return Object.assign(show, { pattern: routePattern, failure });

  async function renderForEveryone(
    pathname: string,
    route: string,
    version: number,
    trace: RequestTrace | undefined,
  ): Promise<RenderedPage> {
    const page = await renderPage(new Request(new URL(pathname, origin)), { trace });
    const { status, headers, body } = page;
    if (page.isForEveryone && page.isComplete && status === 200 && typeof body === 'string')
      await cache.store(
        pathname,
        { html: body, headers, route, expiresAt: Date.now() + page.maxAge * 1000 },
        version,
      );
    return page;
  }
}

/** Renders one page; with a nonce for one visitor, else with its scripts named by hash. */
function createRender({ platform, build, api }: PagesOptions, routePattern: PagePattern) {
  const { settings, content, log } = platform;
  const { createRequestHandler, pageContext, RouterContextProvider } = build.entry.module;
  const handler = createRequestHandler(build, 'production');
  const { origin } = new URL(settings.appUrl);
  const vendors = trackerNames(settings.vendors).length > 0 ? settings.vendors : null;
  const receivers = vendorOrigins(settings.vendors);
  const common = securityHeaders(settings);
  const lastSettings = { current: null };

  return async function renderPage(
    request: Request,
    env: ApiEnv['Bindings'],
    nonce?: string,
    failure?: PageFailure,
  ): Promise<RenderedPage> {
    const { pathname } = new URL(request.url);
    const calls: CallStatus = {
      failed: false,
      unfinished: 0,
      personal: false,
      retryAfter: null,
      maxAge: Number.POSITIVE_INFINITY,
    };
    const report = (err: unknown) =>
      log.error(
        { err, requestId: env.trace?.id, route: routePattern(pathname) },
        'a page could not be shown',
      );
    const fetchApi = inProcessFetch({ callApi: api, content, appUrl: settings.appUrl }, request, env, calls);
    const page: PageContext = {
      api: fetchApi,
      origin,
      isPost: request.method === 'POST',
      failure,
      vendors,
      lastSettings,
      structuredData: [],
      services: [],
      nonce,
      report,
    };
    const context = new RouterContextProvider();
    context.set(pageContext, page);

    const rendered = await handler(request, context);
    const headers: Record<string, string> = {
      ...Object.fromEntries(rendered.headers),
      ...pageHeaders(pathname, common),
      'Cache-Control': 'private, no-store',
    };
    if (rendered.status === 429 && calls.retryAfter !== null) headers['Retry-After'] = calls.retryAfter;
    if (!rendered.headers.get('Content-Type')?.startsWith('text/html')) {
      const { status, body } = rendered;
      return { status, headers, body, isForEveryone: false, isComplete: false, maxAge: 0 };
    }

    const html = page.html ?? (await rendered.text());
    const failedForNow = calls.failed && (rendered.status === 200 || rendered.status >= 500);
    if (failedForNow) headers['Retry-After'] = '5';
    headers['Content-Security-Policy'] = contentSecurityPolicy(settings, {
      sources: nonce ? [`'nonce-${nonce}'`, "'strict-dynamic'"] : ["'self'", ...inlineScriptHashes(html)],
      receivers,
    });
    return {
      status: failedForNow ? 503 : rendered.status,
      headers,
      body: html,
      isForEveryone: !nonce && !calls.personal && !rendered.headers.has('Set-Cookie'),
      isComplete: !calls.failed && calls.unfinished === 0,
      maxAge: calls.maxAge,
    };
  };
}

const createNonce = (): string => randomBytes(18).toString('base64');

const toResponse = ({ status, headers, body }: RenderedPage, method = 'GET'): Response =>
  new Response(method === 'HEAD' ? null : body, { status, headers });

const inlineScript = /<script(?![^>]*\ssrc=)(?! type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g;

/** Returns the CSP sources of a page's inline scripts; JSON-LD does not run and needs none. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, code = ''] of html.matchAll(inlineScript)) {
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes];
}
