import { createHash, randomBytes } from 'node:crypto';
import type { createRequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router';
import type { StructuredData } from '../shared/seo/json-ld.ts';
import { trackerNames, type Vendors, vendorOrigins } from '../shared/trackers.ts';
import type { PageCache } from './cache/page-cache.server.ts';
import { createResponseCache } from './cache/response-cache.server.ts';
import { singleFlight } from './cache/single-flight.server.ts';
import type { Platform } from './context.server.ts';
import type { ApiEnv } from './http/app-env.server.ts';
import { mayCarrySession } from './http/cookies.server.ts';
import { contentSecurityPolicy, securityHeaders } from './http/security-headers.server.ts';
import { pagePatterns } from './observability/page-routes.server.ts';
import type { RequestTrace } from './observability/request-log.server.ts';

interface PageContext {
  api: typeof fetch;
  origin: string;
  vendors: Vendors | null;
  structuredData: StructuredData[];
  nonce?: string;
  report(error: unknown): void;
  html?: string;
}

/**
 * The built pages: React Router's build, whose entry also gives the key under which loaders find their context, and the
 * parts of the router that it was built with.
 */
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
  /** The API, called in process. */
  api(request: Request, env: ApiEnv['Bindings']): Response | Promise<Response>;
}

/** Renders a page for one visitor. */
export type RenderPage = (request: Request, env: ApiEnv['Bindings']) => Promise<Response>;

/** What became of a page's own calls to the API. */
interface CallStatus {
  /** Such a page is shown as unavailable for now. */
  failed: boolean;
  unfinished: number;
  /** A response was for one visitor alone: somebody is signed in, or has used up a limit. */
  personal: boolean;
}

/** A page on its way to one visitor, or to several. */
interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  /** HTML; or whatever the body is of what is no page, such as a redirect. */
  body: string | ReadableStream | null;
  /** Whether every visitor without a session may be sent it while it is new. */
  isForEveryone: boolean;
  /** Whether it is whole, so that it may be sent until content changes. */
  isComplete: boolean;
}

/**
 * Headers by which single pages differ from all others; `null` leaves one out. Google's answer arrives in a popup at
 * the callback page: an opener policy there would cut it off from the page that opened it, and its address holds a code.
 */
const headerOverrides: Record<string, Record<string, string | null>> = {
  '/auth/callback': { 'Cross-Origin-Opener-Policy': null, 'Referrer-Policy': 'no-referrer' },
  // The address holds the token of a mail; the form of the page still says where it comes from.
  '/notify/leave': { 'Referrer-Policy': 'same-origin' },
};

/** What every page carries, with the page's own differences. */
function pageHeaders(path: string, common: Record<string, string>): Record<string, string> {
  const own = headerOverrides[path.replace(/\/+$/, '')];
  const merged = Object.entries({ ...common, ...own });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The one spelling of an address under which its page is cached; others are rendered each time. */
const canonicalPath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/;

/** Seconds after which a page that failed for now is worth another try. */
const retryAfterSeconds = '5';

/**
 * Renders pages with their data from the API in process. A page without a query string is rendered for all visitors
 * without a session at once: it carries nothing of the request that happened to come first, names its scripts by hash
 * and goes into the page cache. Any other is for one visitor, with a nonce of its own.
 */
export function createPageRenderer({ platform, build, cache, api }: PagesOptions): RenderPage {
  const { settings, content, log } = platform;
  const { createRequestHandler, pageContext, RouterContextProvider } = build.entry.module;
  const handler = createRequestHandler(build, 'production');
  const { origin } = new URL(settings.appUrl);
  const vendors = trackerNames(settings.vendors).length > 0 ? settings.vendors : null;
  const receivers = vendorOrigins(settings.vendors);
  const common = securityHeaders(settings);
  const remembered = createResponseCache(content);
  const patternOf = pagePatterns(build.routes);
  const oneRender = singleFlight<RenderedPage>();

  return async (request, env) => {
    const { pathname, search } = new URL(request.url);
    const route = patternOf(pathname);
    if (env.trace) env.trace.route = route;
    const generation = content.generation();
    const isShared =
      request.method === 'GET' &&
      search === '' &&
      canonicalPath.test(pathname) &&
      !mayCarrySession(request.headers.get('Cookie'));
    if (isShared && generation !== null) {
      let isFirst = false;
      const page = await oneRender(`${generation} ${pathname}`, () => {
        isFirst = true;
        return renderForEveryone(pathname, route, generation, env.trace);
      });
      if (isFirst || page.isForEveryone) return responseOf(page);
    }
    const page = await render(request, env, randomBytes(18).toString('base64'));
    return responseOf(page, request.method);
  };

  async function renderForEveryone(
    pathname: string,
    route: string,
    generation: number,
    trace: RequestTrace | undefined,
  ): Promise<RenderedPage> {
    const page = await render(new Request(new URL(pathname, origin)), { trace });
    const { status, headers, body } = page;
    if (page.isForEveryone && page.isComplete && status === 200 && typeof body === 'string')
      await cache.store(pathname, { html: body, headers, route }, generation);
    return page;
  }

  /** @param nonce names the scripts of a page for one visitor; without it they are named by hash */
  async function render(request: Request, env: ApiEnv['Bindings'], nonce?: string): Promise<RenderedPage> {
    const { pathname } = new URL(request.url);
    const calls: CallStatus = { failed: false, unfinished: 0, personal: false };
    const report = (err: unknown) =>
      log.error({ err, requestId: env.trace?.id, path: pathname }, 'a page could not be shown');
    const call = apiFetch(request, env, calls);
    const page: PageContext = { api: call, origin, vendors, structuredData: [], nonce, report };
    const context = new RouterContextProvider();
    context.set(pageContext, page);

    const rendered = await handler(request, context);
    const headers: Record<string, string> = {
      ...Object.fromEntries(rendered.headers),
      ...pageHeaders(pathname, common),
      'Cache-Control': 'private, no-store',
    };
    if (!rendered.headers.get('Content-Type')?.startsWith('text/html')) {
      const { status, body } = rendered;
      return { status, headers, body, isForEveryone: false, isComplete: false };
    }

    const html = page.html ?? (await rendered.text());
    const failedForNow = calls.failed && (rendered.status === 200 || rendered.status >= 500);
    if (failedForNow) headers['Retry-After'] = retryAfterSeconds;
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
    };
  }

  function apiFetch(page: Request, env: ApiEnv['Bindings'], calls: CallStatus): typeof fetch {
    const cookie = page.headers.get('Cookie');
    const onViewer = () => {
      calls.personal = true;
    };
    const send = async (call: string, init: RequestInit | undefined): Promise<Response> => {
      const headers = new Headers(init?.headers);
      if (cookie) headers.set('Cookie', cookie);
      calls.unfinished += 1;
      try {
        const request = new Request(new URL(call, settings.appUrl), { ...init, headers });
        const response = await api(request, { ...env, onViewer });
        calls.failed ||= response.status >= 500;
        calls.personal ||= response.status === 429;
        return response;
      } catch (error) {
        calls.failed = true;
        throw error;
      } finally {
        calls.unfinished -= 1;
      }
    };
    return (input, init) => {
      const call = String(input);
      const isRead = init?.method === undefined || init.method === 'GET';
      return isRead ? remembered(call, () => send(call, init)) : send(call, init);
    };
  }
}

const responseOf = ({ status, headers, body }: RenderedPage, method = 'GET'): Response =>
  new Response(method === 'HEAD' ? null : body, { status, headers });

const inlineScript = /<script(?![^>]*\ssrc=)(?! type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g;

/** The CSP sources of a page's inline scripts; data for machines runs nowhere and needs none. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, code = ''] of html.matchAll(inlineScript)) {
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes];
}
