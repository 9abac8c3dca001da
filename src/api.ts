import { Hono } from 'hono';
import { ownAccountApi, purchasedProductsApi } from './features/account/api.server.ts';
import { rowWriteApi, rowWritesApi } from './features/admin/edit/api.server.ts';
import { exampleRemovalApi, examplesApi } from './features/admin/examples/api.server.ts';
import { rowExportApi } from './features/admin/export/api.server.ts';
import { historyEntryApi, rowHistoryApi } from './features/admin/history/api.server.ts';
import { rowImportApi } from './features/admin/import/api.server.ts';
import { rowApi, rowsApi, tableFormApi, tablesApi } from './features/admin/list/api.server.ts';
import { mailHealthApi } from './features/admin/shell/mail-api.server.ts';
import { trashApi, trashEntryApi } from './features/admin/trash/api.server.ts';
import { savedViewApi, savedViewsApi } from './features/admin/views/api.server.ts';
import { statsApi, visitsApi } from './features/analytics/api.server.ts';
import {
  adminStatusApi,
  currentUserApi,
  logoutApi,
  sessionApi,
  sessionsApi,
} from './features/auth/api.server.ts';
import { codeSignInApi, loginCodesApi } from './features/auth/email-code/api.server.ts';
import { googleRedirectApi, googleSignInApi } from './features/auth/google/api.server.ts';
import { passkeyApi, passkeysApi } from './features/auth/passkeys/api.server.ts';
import { getViewer } from './features/auth/session/session.server.ts';
import { backupsApi } from './features/backups/api.server.ts';
import { postApi, postsApi } from './features/blog/api.server.ts';
import { draftApi, newPostsApi, previewApi, writtenPostApi } from './features/blog/editor/api.server.ts';
import {
  availabilityApi,
  bookingsApi,
  propertyCalendarApi,
  quoteApi,
  quotesApi,
} from './features/bookings/api.server.ts';
import { arrivalDetailsApi } from './features/bookings/arrival-details/api.server.ts';
import { companionApi, companionsApi } from './features/bookings/companions/api.server.ts';
import { bookingExtraApi, bookingExtrasApi } from './features/bookings/extras/api.server.ts';
import { liveHoldsApi, tripApi, tripsApi } from './features/bookings/trips/api.server.ts';
import { tripMessagesApi } from './features/bookings/trips/messages-api.server.ts';
import { exportLinkApi, feedsApi } from './features/channels/api.server.ts';
import { bookingGuideApi, propertyGuideApi } from './features/guide/api.server.ts';
import { sharedTripApi } from './features/guide/shared-api.server.ts';
import { bookingChargeApi, bookingChargesApi } from './features/hosting/booking-actions/charge-api.server.ts';
import { hostedExtraApi, pendingExtrasApi } from './features/hosting/booking-actions/extras-api.server.ts';
import { bookingGuestApi } from './features/hosting/booking-actions/guest-api.server.ts';
import { movingApi } from './features/hosting/booking-actions/move-api.server.ts';
import { bookingPartyApi } from './features/hosting/booking-actions/party-api.server.ts';
import { hostedBookingApi, hostedBookingsApi } from './features/hosting/bookings/api.server.ts';
import { blocksApi, closedNightsApi, hostCalendarApi } from './features/hosting/calendar/api.server.ts';
import { conflictApi, conflictsApi } from './features/hosting/conflicts/api.server.ts';
import { feedApi } from './features/hosting/feeds/api.server.ts';
import { conversationApi, inboxApi } from './features/hosting/inbox/api.server.ts';
import { guestOfferApi, hostedOfferApi, hostedOffersApi } from './features/hosting/offers/api.server.ts';
import { phoneBookingsApi, phoneQuotesApi } from './features/hosting/phone/api.server.ts';
import { rateChangesApi, ratesApi } from './features/hosting/rates/api.server.ts';
import { todayApi, unknownPaymentApi } from './features/hosting/today/api.server.ts';
import { responseTimeApi } from './features/inbox/threads/api.server.ts';
import { formsApi, submissionsApi } from './features/inquiries/inquiry/api.server.ts';
import {
  nightsWaitlistApi,
  waitlistApi,
  waitlistLeaveApi,
} from './features/inquiries/waitlist/api.server.ts';
import { figuresApi } from './features/insights/occupancy/api.server.ts';
import { reportsApi } from './features/insights/reports/api.server.ts';
import { launchApi } from './features/launch/api.server.ts';
import { amenitiesApi, propertiesApi, propertyApi } from './features/listings/api.server.ts';
import { mediaLibraryApi, oneMediaApi, uploadsApi } from './features/media/api.server.ts';
import { stripeWebhookApi } from './features/payments/api.server.ts';
import {
  homeReviewsApi,
  hostedReviewApi,
  hostedReviewsApi,
  reviewsApi,
  stayReviewApi,
  tripReviewApi,
} from './features/reviews/api.server.ts';
import {
  bookingMessagesApi,
  messageRulesApi,
  scheduledMessageApi,
  scheduledMessagesApi,
} from './features/scheduled-messages/api.server.ts';
import { checkoutsApi, productsApi } from './features/shop/api.server.ts';
import { siteApi, textPageApi } from './features/site/api.server.ts';
import { clientErrorsApi, cspReportsApi } from './features/site/browser-reports/api.server.ts';
import {
  cleanerLinkApi,
  cleaningApi,
  cleaningTurnoverApi,
  hostedTurnoverApi,
  hostedTurnoversApi,
} from './features/turnovers/api.server.ts';
import type { Platform } from './platform/context.server.ts';
import { type ApiEnv, requestId } from './platform/http/app-env.server.ts';
import { clientContext } from './platform/http/client-context.server.ts';
import { compress } from './platform/http/compress.server.ts';
import { mayCarrySession } from './platform/http/cookies.server.ts';
import { rejectCrossSite } from './platform/http/csrf.server.ts';
import { onError } from './platform/http/errors.server.ts';
import { mount } from './platform/http/serve.server.ts';
import { docsApi } from './platform/openapi/render-docs.server.ts';
import { AppError, siteClosedError } from './shared/errors.ts';

/** Every `/api` prefix and the feature behind it: how programs, and our own pages, enter. */
export function createApi(platform: Platform): Hono<ApiEnv> {
  const { settings } = platform;

  const api = new Hono<ApiEnv>().basePath('/api');
  api.use(requestId(platform.log));
  api.use(compress);
  api.use(clientContext(platform));
  api.use(rejectCrossSite(new URL(settings.appUrl).origin, ['/api/webhooks/stripe', '/api/notify/leave']));
  api.use(async (c, next) => {
    const ctx = c.get('ctx');
    const cookies = c.req.header('Cookie');
    const viewer = await getViewer(ctx, cookies);
    const isPersonal = viewer !== null || mayCarrySession(cookies);
    if (isPersonal) c.env.onViewer?.();
    c.set('ctx', { ...ctx, viewer });
    await next();
    // `c.header` would turn the response into a stream first, as in `requestId`.
    if (isPersonal) c.res.headers.set('Cache-Control', 'private, no-store');
  });

  // Guests. Every call with its method, path, access and file is in docs/calls.md (`npm run api:calls`).
  mount(api, '/amenities', amenitiesApi);
  mount(api, '/availability', availabilityApi);
  mount(api, '/blog', postsApi);
  mount(api, '/blog/:key', postApi);
  mount(api, '/bookings', bookingsApi);
  mount(api, '/bookings/:code', tripApi);
  mount(api, '/bookings/:code/arrival-details', arrivalDetailsApi);
  mount(api, '/bookings/:code/companions', companionsApi);
  mount(api, '/bookings/:code/companions/:id', companionApi);
  mount(api, '/bookings/:code/extras', bookingExtrasApi);
  mount(api, '/bookings/:code/extras/:id', bookingExtraApi);
  mount(api, '/bookings/:code/guide', bookingGuideApi);
  mount(api, '/bookings/:code/review', tripReviewApi);
  mount(api, '/bookings/:code/messages', tripMessagesApi);
  mount(api, '/cleaning/:token', cleaningApi);
  mount(api, '/cleaning/:token/turnovers/:id', cleaningTurnoverApi);
  mount(api, '/client-errors', clientErrorsApi);
  mount(api, '/create-checkout-session', checkoutsApi);
  mount(api, '/csp-reports', cspReportsApi);
  mount(api, '/forms/:formId', formsApi);
  mount(api, '/forms/submit', submissionsApi);
  mount(api, '/logout', logoutApi);
  mount(api, '/notify', waitlistApi);
  mount(api, '/notify/leave', waitlistLeaveApi);
  mount(api, '/oauth/google/redirect_url', googleRedirectApi);
  mount(api, '/offers/:token', guestOfferApi);
  mount(api, '/pages/:slug', textPageApi);
  mount(api, '/passkeys', passkeysApi);
  mount(api, '/passkeys/:id', passkeyApi);
  mount(api, '/products', productsApi);
  mount(api, '/properties', propertiesApi);
  mount(api, '/properties/:slug', propertyApi);
  mount(api, '/properties/:slug/calendar', propertyCalendarApi);
  mount(api, '/properties/:slug/guide', propertyGuideApi);
  mount(api, '/properties/:slug/reviews', homeReviewsApi);
  mount(api, '/purchased-products', purchasedProductsApi);
  mount(api, '/quotes', quotesApi);
  mount(api, '/quotes/:id', quoteApi);
  mount(api, '/response-time', responseTimeApi);
  mount(api, '/reviews', reviewsApi);
  mount(api, '/reviews/:token', stayReviewApi);
  mount(api, '/send-otp', loginCodesApi);
  mount(api, '/sessions', googleSignInApi);
  mount(api, '/sessions', sessionsApi);
  mount(api, '/sessions/:id', sessionApi);
  mount(api, '/site', siteApi);
  mount(api, '/trips', tripsApi);
  mount(api, '/trips/shared/:token', sharedTripApi);
  mount(api, '/holds', liveHoldsApi);
  mount(api, '/users/me', ownAccountApi);
  mount(api, '/users/me', currentUserApi);
  mount(api, '/verify-otp', codeSignInApi);
  mount(api, '/visits', visitsApi);
  mount(api, '/waitlist', nightsWaitlistApi);
  mount(api, '/webhooks/stripe', stripeWebhookApi);

  // Hosts.
  mount(api, '/admin/backups', backupsApi);
  mount(api, '/admin/blocks', blocksApi);
  mount(api, '/admin/blocks/:id', closedNightsApi);
  mount(api, '/admin/bookings', hostedBookingsApi);
  mount(api, '/admin/bookings', phoneBookingsApi);
  mount(api, '/admin/bookings/:code', hostedBookingApi);
  mount(api, '/admin/bookings/:code/charges', bookingChargesApi);
  mount(api, '/admin/bookings/:code/charges/:id', bookingChargeApi);
  mount(api, '/admin/bookings/:code/extras/:id', hostedExtraApi);
  mount(api, '/admin/bookings/:code/guest', bookingGuestApi);
  mount(api, '/admin/bookings/:code/move', movingApi);
  mount(api, '/admin/bookings/:code/party', bookingPartyApi);
  mount(api, '/admin/bookings/:code/scheduled-messages', bookingMessagesApi);
  mount(api, '/admin/calendar', hostCalendarApi);
  mount(api, '/admin/cleaners/:id/link', cleanerLinkApi);
  mount(api, '/admin/conflicts', conflictsApi);
  mount(api, '/admin/conflicts/:id', conflictApi);
  mount(api, '/admin/examples', examplesApi);
  mount(api, '/admin/examples/removals/:id', exampleRemovalApi);
  mount(api, '/admin/extras/asked', pendingExtrasApi);
  mount(api, '/admin/feeds', feedsApi);
  mount(api, '/admin/feeds/:id', feedApi);
  mount(api, '/admin/feeds/links/:id', exportLinkApi);
  mount(api, '/admin/figures', figuresApi);
  mount(api, '/admin/inbox', inboxApi);
  mount(api, '/admin/inbox/:id', conversationApi);
  mount(api, '/admin/launch', launchApi);
  mount(api, '/admin/mail', mailHealthApi);
  mount(api, '/admin/media', mediaLibraryApi);
  mount(api, '/admin/media/:id', oneMediaApi);
  mount(api, '/admin/message-rules', messageRulesApi);
  mount(api, '/admin/messages', scheduledMessagesApi);
  mount(api, '/admin/messages/:id', scheduledMessageApi);
  mount(api, '/admin/offers', hostedOffersApi);
  mount(api, '/admin/offers/:id', hostedOfferApi);
  mount(api, '/admin/quotes', phoneQuotesApi);
  mount(api, '/admin/rates', ratesApi);
  mount(api, '/admin/rates/changes/:id', rateChangesApi);
  mount(api, '/admin/reports', reportsApi);
  mount(api, '/admin/reviews', hostedReviewsApi);
  mount(api, '/admin/reviews/:id', hostedReviewApi);
  mount(api, '/admin/schemas', tablesApi);
  mount(api, '/admin/schemas/:table', tableFormApi);
  mount(api, '/admin/stats', statsApi);
  mount(api, '/admin/status', adminStatusApi);
  mount(api, '/admin/today', todayApi);
  mount(api, '/admin/trash', trashApi);
  mount(api, '/admin/trash/:entry', trashEntryApi);
  mount(api, '/admin/turnovers', hostedTurnoversApi);
  mount(api, '/admin/turnovers/:id', hostedTurnoverApi);
  mount(api, '/admin/unknown-payments/:id', unknownPaymentApi);
  mount(api, '/admin/views', savedViewsApi);
  mount(api, '/admin/views/:id', savedViewApi);
  mount(api, '/blog', newPostsApi);
  mount(api, '/blog/:key', writtenPostApi);
  mount(api, '/blog/:key/draft', draftApi);
  mount(api, '/blog/:key/preview', previewApi);
  mount(api, '/tables/:table', rowsApi);
  mount(api, '/tables/:table', rowWritesApi);
  mount(api, '/tables/:table/export', rowExportApi);
  mount(api, '/tables/:table/import', rowImportApi);
  mount(api, '/tables/:table/:id', rowApi);
  mount(api, '/tables/:table/:id', rowWriteApi);
  mount(api, '/tables/:table/:id/history', rowHistoryApi);
  mount(api, '/tables/:table/:id/history/:entry', historyEntryApi);
  mount(api, '/upload', uploadsApi);

  api.route('/', docsApi(api, settings.appUrl));

  api.all('/*', (c) => {
    if (c.env?.isClosed) throw siteClosedError();
    throw new AppError('notFound', 'There is nothing at this address.');
  });
  api.onError(onError);
  return api;
}
