import { Hono } from 'hono';
import proxyAddr from 'proxy-addr';
import { accountApi } from './account-rights.server.ts';
import { authApi } from './features/accounts/api.server.ts';
import { googleApi } from './features/accounts/google-api.server.ts';
import { passkeysApi } from './features/accounts/passkeys-api.server.ts';
import { getViewer } from './features/accounts/session.server.ts';
import { tableWritesApi } from './features/admin/table-writes-api.server.ts';
import { tablesApi } from './features/admin/tables-api.server.ts';
import { analyticsApi } from './features/analytics/api.server.ts';
import { blogApi } from './features/blog/api.server.ts';
import { inquiriesApi } from './features/inquiries/api.server.ts';
import { waitlistApi } from './features/inquiries/notify-api.server.ts';
import { listingsApi } from './features/listings/api.server.ts';
import { mediaApi } from './features/media/api.server.ts';
import { shopApi } from './features/shop/api.server.ts';
import { siteApi } from './features/site/api.server.ts';
import { clientErrorsApi } from './features/site/client-errors-api.server.ts';
import { docsApi } from './platform/api-docs.server.ts';
import type { Platform } from './platform/context.server.ts';
import { mayCarrySession } from './platform/cookies.server.ts';
import { type ApiEnv, onError, rejectCrossSite, requestId } from './platform/http.server.ts';
import { toClientKey } from './platform/limits.server.ts';
import { untrustedProxyWarning } from './platform/untrusted-proxy.server.ts';
import { AppError } from './shared/errors.ts';

/** Every `/api` prefix and the feature behind it: how programs, and our own pages, enter. */
export function createApi(platform: Platform): Hono<ApiEnv> {
  const { settings } = platform;
  const trusted = proxyAddr.compile(settings.trustProxy);

  const api = new Hono<ApiEnv>().basePath('/api');
  api.use(requestId(platform.log));
  const warnOfProxy = untrustedProxyWarning(platform.log, trusted);
  api.use(async (c, next) => {
    const { incoming } = c.env;
    if (incoming) warnOfProxy(incoming);
    const address = incoming ? proxyAddr(incoming, trusted) : 'in-process';
    const log = platform.log.child({ requestId: c.get('requestId') });
    c.set('ctx', { ...platform, log, viewer: null, clientKey: toClientKey(address) });
    await next();
  });
  api.use(rejectCrossSite(new URL(settings.appUrl).origin, ['/api/webhooks/stripe', '/api/notify/leave']));
  api.use(async (c, next) => {
    const ctx = c.get('ctx');
    const cookies = c.req.header('Cookie');
    const viewer = await getViewer(ctx, cookies);
    const isPersonal = viewer !== null || mayCarrySession(cookies);
    if (isPersonal) c.env.onViewer?.();
    c.set('ctx', { ...ctx, viewer });
    await next();
    // Not `c.header`, here as in `nameRequest`.
    if (isPersonal) c.res.headers.set('Cache-Control', 'private, no-store');
  });

  api.route('/', authApi);
  api.route('/', googleApi);
  api.route('/', passkeysApi);
  api.route('/', analyticsApi);
  api.route('/', mediaApi);
  api.route('/', listingsApi);
  api.route('/', siteApi);
  api.route('/', clientErrorsApi);
  api.route('/', blogApi);
  api.route('/', shopApi);
  api.route('/', inquiriesApi);
  api.route('/', waitlistApi);
  api.route('/', tablesApi);
  api.route('/', tableWritesApi);
  api.route('/', accountApi);
  api.route('/', docsApi(api, settings.appUrl));

  api.all('/*', () => {
    throw new AppError('notFound', 'There is nothing at this address.');
  });
  api.onError(onError);
  return api;
}
