import { createHash, randomBytes } from 'node:crypto';
import type { createRequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router';
import type { StructuredData } from '../shared/structured-data.ts';
import { type Vendors, vendorNames, vendorOrigins } from '../shared/vendors.ts';
import type { Platform } from './context.server.ts';
import type { ApiEnv } from './http.server.ts';
import type { PageCache } from './page-cache.server.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.server.ts';
import { claimsSession } from './session-cookie.server.ts';
import { rememberAnswers } from './shared-answers.server.ts';

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

/** What became of a page's own calls: a page with a failed or open one is not kept for others. */
interface Calls {
  failed: boolean;
  unanswered: number;
}

/**
 * Headers by which single pages differ from all others; `null` leaves one out. Google's answer arrives in a popup at
 * the callback page: an opener policy there would cut it off from the page that opened it, and its address holds a code.
 */
const ownHeaders: Record<string, Record<string, string | null>> = {
  '/auth/callback': { 'Cross-Origin-Opener-Policy': null, 'Referrer-Policy': 'no-referrer' },
  // The address holds the token of a mail; the form of the page still says where it comes from.
  '/notify/leave': { 'Referrer-Policy': 'same-origin' },
};

/** What every page carries, with the page's own differences. */
function headersFor(path: string, common: Record<string, string>): Record<string, string> {
  const own = ownHeaders[path.replace(/\/+$/, '')];
  const merged = Object.entries({ ...common, ...own });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The one spelling of an address under which its page is kept; others are rendered each time. */
const canonicalPath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/;

/** Seconds after which a page that failed for now is worth another try. */
const retryAfterSeconds = '5';

/**
 * Renders pages with their data from the API in process. A page that is the same for every visitor without a session
 * (no query string, no failed call) goes into the page cache with its scripts named by hash; any other answer is for
 * one visitor, with a nonce of its own.
 */
export function createPages({ platform, build, cache, api }: PagesOptions): RenderPage {
  const { settings, content, log } = platform;
  const { createRequestHandler, pageContext, RouterContextProvider } = build.entry.module;
  const handler = createRequestHandler(build, 'production');
  const { origin } = new URL(settings.appUrl);
  const vendors = vendorNames(settings.vendors).length > 0 ? settings.vendors : null;
  const receivers = vendorOrigins(settings.vendors);
  const common = securityHeaders(settings);
  const remembered = rememberAnswers(content);

  return async (request, env) => {
    const url = new URL(request.url);
    const shared =
      request.method === 'GET' &&
      url.search === '' &&
      canonicalPath.test(url.pathname) &&
      !claimsSession(request.headers.get('Cookie'));
    const nonce = shared ? undefined : randomBytes(18).toString('base64');
    const generation = content.generation();
    const calls = { failed: false, unanswered: 0 };
    const context = new RouterContextProvider();
    const report = (err: unknown) => log.error({ err, path: url.pathname }, 'a page could not be shown');
    const call = apiFetch(request, env, calls);
    const page: PageContext = { api: call, origin, vendors, structuredData: [], nonce, report };
    context.set(pageContext, page);

    const rendered = await handler(request, context);
    const isPage = rendered.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    const headers: Record<string, string> = {
      ...Object.fromEntries(rendered.headers),
      ...headersFor(url.pathname, common),
    };
    headers['Cache-Control'] = 'private, no-store';
    if (!isPage) return new Response(rendered.body, { status: rendered.status, headers });

    const html = page.html ?? (await rendered.text());
    const failedForNow = calls.failed && (rendered.status === 200 || rendered.status >= 500);
    const status = failedForNow ? 503 : rendered.status;
    if (failedForNow) headers['Retry-After'] = retryAfterSeconds;
    headers['Content-Security-Policy'] = contentSecurityPolicy(settings, {
      sources: nonce ? [`'nonce-${nonce}'`, "'strict-dynamic'"] : ["'self'", ...inlineScriptHashes(html)],
      receivers,
    });
    if (shared && status === 200 && calls.unanswered === 0)
      await cache.store(url.pathname, html, headers, generation);
    return new Response(request.method === 'HEAD' ? null : html, { status, headers });
  };

  function apiFetch(page: Request, env: ApiEnv['Bindings'], calls: Calls): typeof fetch {
    const cookie = page.headers.get('Cookie');
    const ask = async (call: string, init: RequestInit | undefined): Promise<Response> => {
      const headers = new Headers(init?.headers);
      if (cookie) headers.set('Cookie', cookie);
      calls.unanswered += 1;
      try {
        const answer = await api(new Request(new URL(call, settings.appUrl), { ...init, headers }), env);
        calls.failed ||= answer.status >= 500;
        return answer;
      } catch (error) {
        calls.failed = true;
        throw error;
      } finally {
        calls.unanswered -= 1;
      }
    };
    return (input, init) => {
      const call = String(input);
      const isRead = init?.method === undefined || init.method === 'GET';
      return isRead ? remembered(call, () => ask(call, init)) : ask(call, init);
    };
  }
}

const inlineScript = /<script(?![^>]*\ssrc=)(?! type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g;

/** The CSP sources of a page's inline scripts; data for machines runs nowhere and needs none. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, code = ''] of html.matchAll(inlineScript)) {
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes];
}
