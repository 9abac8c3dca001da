import { Hono } from 'hono';
import proxyAddr from 'proxy-addr';
import { accountApi } from './features/account/api.server.ts';
import { editApi } from './features/admin/edit/api.server.ts';
import { historyApi } from './features/admin/history/api.server.ts';
import { importApi } from './features/admin/import/api.server.ts';
import { listApi } from './features/admin/list/api.server.ts';
import { trashApi } from './features/admin/trash/api.server.ts';
import { viewsApi } from './features/admin/views/api.server.ts';
import { analyticsApi } from './features/analytics/api.server.ts';
import { authApi } from './features/auth/api.server.ts';
import { emailCodeApi } from './features/auth/email-code/api.server.ts';
import { googleApi } from './features/auth/google/api.server.ts';
import { passkeysApi } from './features/auth/passkeys/api.server.ts';
import { getViewer } from './features/auth/session/session.server.ts';
import { blogApi } from './features/blog/api.server.ts';
import { bookingsApi } from './features/bookings/api.server.ts';
import { hostingApi } from './features/bookings/hosting/api.server.ts';
import { messagesApi } from './features/bookings/messages/api.server.ts';
import { movingApi } from './features/bookings/moving/api.server.ts';
import { offersApi } from './features/bookings/offers/api.server.ts';
import { phoneApi } from './features/bookings/phone/api.server.ts';
import { reportsApi } from './features/bookings/reports/api.server.ts';
import { tripsApi } from './features/bookings/trips/api.server.ts';
import { channelsApi } from './features/channels/api.server.ts';
import { conflictsApi } from './features/hosting/conflicts/api.server.ts';
import { inboxApi } from './features/hosting/inbox/api.server.ts';
import { todayApi } from './features/hosting/today/api.server.ts';
import { responseTimeApi } from './features/inbox/threads/api.server.ts';
import { inquiriesApi } from './features/inquiries/inquiry/api.server.ts';
import { waitlistApi } from './features/inquiries/waitlist/api.server.ts';
import { listingsApi } from './features/listings/api.server.ts';
import { mediaApi } from './features/media/api.server.ts';
import { shopApi } from './features/shop/api.server.ts';
import { siteApi } from './features/site/api.server.ts';
import { clientErrorsApi } from './features/site/browser-reports/api.server.ts';
import type { Platform } from './platform/context.server.ts';
import { type ApiEnv, requestId } from './platform/http/app-env.server.ts';
import { mayCarrySession } from './platform/http/cookies.server.ts';
import { rejectCrossSite } from './platform/http/csrf.server.ts';
import { onError } from './platform/http/errors.server.ts';
import { toClientKey } from './platform/http/rate-limit.server.ts';
import { untrustedProxyWarning } from './platform/http/untrusted-proxy.server.ts';
import { docsApi } from './platform/openapi/document.server.ts';
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
    // Not `c.header`, here as in `requestId`.
    if (isPersonal) c.res.headers.set('Cache-Control', 'private, no-store');
  });

  api.route('/', authApi);
  api.route('/', emailCodeApi);
  api.route('/', googleApi);
  api.route('/', passkeysApi);
  api.route('/', analyticsApi);
  api.route('/', mediaApi);
  api.route('/', listingsApi);
  api.route('/', siteApi);
  api.route('/', clientErrorsApi);
  api.route('/', blogApi);
  api.route('/', shopApi);
  api.route('/', bookingsApi);
  api.route('/', tripsApi);
  api.route('/', hostingApi);
  api.route('/', channelsApi);
  api.route('/', reportsApi);
  api.route('/', conflictsApi);
  api.route('/', movingApi);
  api.route('/', phoneApi);
  api.route('/', offersApi);
  api.route('/', messagesApi);
  api.route('/', responseTimeApi);
  api.route('/', inboxApi);
  api.route('/', inquiriesApi);
  api.route('/', waitlistApi);
  api.route('/', listApi);
  api.route('/', editApi);
  api.route('/', importApi);
  api.route('/', historyApi);
  api.route('/', trashApi);
  api.route('/', viewsApi);
  api.route('/', todayApi);
  api.route('/', accountApi);
  api.route('/', docsApi(api, settings.appUrl));

  api.all('/*', () => {
    throw new AppError('notFound', 'There is nothing at this address.');
  });
  api.onError(onError);
  return api;
}
