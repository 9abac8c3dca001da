import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Settings } from './env.server.ts';
import { mcpEndpoint } from './features/agents/serve-mcp.server.ts';
import { tagFrame } from './features/analytics/trackers/gtm-frame.server.ts';
import { blogFeeds } from './features/blog/feeds/feed.server.ts';
import { tripLinks } from './features/bookings/trips/trip-links.server.ts';
import { exportedCalendars } from './features/channels/export/serve-calendar.server.ts';
import { testMailPages } from './features/launch/test-mail.server.ts';
import { serveDownload } from './features/media/serve/serve-download.server.ts';
import { serveMedia } from './features/media/serve/serve-media.server.ts';
import { closedGate } from './features/opening/closed-gate.server.ts';
import { embedPages } from './features/site/embeds/frame-pages.server.ts';
import { createRedirects } from './features/site/seo/redirects.server.ts';
import { seoFiles } from './features/site/seo/seo-files.server.ts';
import { cleaningFiles } from './features/turnovers/serve-cleaning.server.ts';
import type { Platform } from './platform/context.server.ts';
import { type ApiEnv, requestId } from './platform/http/app-env.server.ts';
import { compress } from './platform/http/compress.server.ts';
import { onError } from './platform/http/errors.server.ts';
import { securityHeaders } from './platform/http/security-headers.server.ts';
import { siteProof } from './platform/http/site-proof.server.ts';
import type { ServeStatic } from './platform/http/static-files.server.ts';
import type { Log } from './platform/observability/logger.server.ts';
import type { Metrics } from './platform/observability/metrics.server.ts';
import { routePattern } from './platform/observability/request-log.server.ts';
import type { RenderPage } from './platform/render-page.server.ts';
import { AppError } from './shared/errors.ts';

export interface SiteParts {
  platform: Platform;
  api: Hono<ApiEnv>;
  renderPage: RenderPage;
  serveStatic: ServeStatic;
  metrics: Metrics;
  isReady(): Promise<boolean>;
}

type ProbeParts = Pick<SiteParts, 'metrics' | 'isReady'> & { settings: Settings };

/** Serves the probes of a process: liveness, readiness and metrics. */
function probes({ settings, metrics, isReady }: ProbeParts): Hono<ApiEnv> {
  const headers = securityHeaders(settings);
  return new Hono<ApiEnv>()
    .get('/healthz', (c) => {
      const nonce = c.req.query('nonce');
      // The site calls itself with a nonce to check that its own address leads to it.
      if (nonce && nonce.length <= 64) c.header('X-Site-Proof', siteProof(settings.sessionSecret, nonce));
      return c.json({ status: 'ok' }, 200, headers);
    })
    .get('/readyz', async (c) =>
      (await isReady())
        ? c.json({ status: 'ok' }, 200, headers)
        : c.json({ status: 'unavailable' }, 503, headers),
    )
    .get('/metrics', async (c) =>
      mayReadMetrics(c, settings)
        ? c.body(await metrics.text(), 200, { ...headers, 'Content-Type': metrics.contentType })
        : c.json({ message: 'Not allowed.' }, 403, headers),
    );
}

/** Serves what a process that only works on jobs needs: the probes. */
export function createWorkerSite(log: Log, parts: ProbeParts): Hono<ApiEnv> {
  const headers = securityHeaders(parts.settings);
  return new Hono<ApiEnv>()
    .use(requestId(log))
    .route('/', probes(parts))
    .notFound((c) => c.json({ message: 'This process only runs jobs.' }, 404, headers))
    .onError(onError);
}

/** Everything the site serves, in the order in which it is tried. */
export function createSite(parts: SiteParts): Hono<ApiEnv> {
  const { platform, api, renderPage, serveStatic, metrics, isReady } = parts;
  const { settings, storage, log } = platform;
  const headers = securityHeaders(settings);
  const findRedirect = createRedirects(platform, headers);
  const site = new Hono<ApiEnv>();

  site.use(requestId(log));
  site.use(async (c, next) => {
    const start = performance.now();
    c.env.pagePattern = renderPage.pattern;
    await next();
    const { trace } = c.env;
    if (trace && trace.route === undefined) {
      const route = routePattern(c);
      trace.route = unlogged.has(route) ? null : route;
    }
    metrics.observe(c.req.method, routeGroup(c.req.path), c.res.status, (performance.now() - start) / 1000);
  });
  site.route('/', probes({ settings, metrics, isReady }));
  site.use(closedGate(platform, serveStatic));
  site.use('/api/*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  site.route('/', api);
  // Compression here would cost more than the call itself.
  site.route('/', mcpEndpoint(platform, headers));
  site.use(compress);
  site.get('/media/:id/:name', (c) => serveMedia(c, storage, headers));
  site.get('/files/:id/:name', (c) => serveDownload(c, platform, headers));
  site.route('/embed/tags', tagFrame(settings));
  site.route('/embed', embedPages(platform));
  site.route('/', tripLinks(platform, headers));
  site.route('/', exportedCalendars(platform, headers));
  site.route('/', cleaningFiles(platform, headers));
  site.route('/', testMailPages(platform, serveStatic));
  site.route('/', seoFiles(platform, headers));
  site.route('/', blogFeeds(platform, headers));
  site.post('*', async (c, next) => {
    if (isFormTooLarge(c)) throw new AppError('tooLarge', 'This form holds more than it may.');
    await next();
  });
  site.all('*', async (c) => {
    const request = isDecodable(c.req.url)
      ? c.req.raw
      : new Request(new URL(unknownPath, c.req.url), c.req.raw);
    const file = await serveStatic(request);
    if (file && c.env.trace) c.env.trace.route = null;
    const response = file ?? (await renderPage(request, c.env));
    if (response.status !== 404 || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return response;
    const { pathname, search } = new URL(request.url);
    return (await findRedirect(pathname, search)) ?? response;
  });
  site.onError(async (error, c) => {
    const response = await onError(error, c);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return expectsPage(c.req) ? toPage(response) : response;
  });
  return site;

  /** Renders the error page with the message of a JSON response. */
  async function toPage(response: Response): Promise<Response> {
    const { message } = await response.clone().json();
    const page = await renderPage.failure?.({ status: response.status, message });
    if (!page) return response;
    const retryAfter = response.headers.get('Retry-After');
    if (retryAfter !== null) page.headers.set('Retry-After', retryAfter);
    return page;
  }
}

const expectsPage = (request: Context<ApiEnv>['req']): boolean =>
  !request.path.startsWith('/api/') && (request.header('Accept') ?? '').includes('text/html');

const maxFormBytes = 200_000;

/**
 * Whether a posted form is larger than text can make it, or does not say its size. Cleaners' reports have a limit of
 * their own.
 */
const isFormTooLarge = ({ env: { incoming }, req }: Context<ApiEnv>): boolean =>
  incoming !== undefined &&
  !req.path.startsWith('/cleaning/') &&
  (incoming.headers['transfer-encoding'] !== undefined ||
    !(Number(incoming.headers['content-length'] ?? 0) <= maxFormBytes));

const unlogged = new Set(['/healthz', '/readyz', '/metrics', '/media/:id/:name']);

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const forwarding = /^(x-forwarded|x-real-ip$|x-client-ip$|forwarded$|via$)/;

/**
 * Allows requests with the token. Outside production this machine may read them, too; in production a local request may
 * come through a careless proxy.
 */
function mayReadMetrics(c: Context<ApiEnv>, { metricsToken, production }: Settings): boolean {
  if (metricsToken !== null && isEqualSecret(c.req.header('Authorization') ?? '', `Bearer ${metricsToken}`))
    return true;
  if (production || !loopback.test(c.env.incoming?.socket.remoteAddress ?? '')) return false;
  const isForwarded = Object.keys(c.req.header()).some((name) => forwarding.test(name));
  return !isForwarded && localHost.test(new URL(c.req.url).hostname);
}

function isEqualSecret(value: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(value), digest(secret));
}

const unknownPath = '/not-an-address';

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(new URL(address).pathname);
    return true;
  } catch {
    return false;
  }
}

const routeGroup = (path: string): string => {
  const [, first = ''] = path.split('/');
  return ['api', 'media', 'files', 'assets', 'embed', 'mcp'].includes(first) ? `/${first}` : 'page';
};
