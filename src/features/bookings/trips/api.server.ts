import type { Context } from 'hono';
import Type from 'typebox';
import type { Ctx } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { bookedAccess, fileResponse, guestAccess, serve } from '../../../platform/http/serve.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { userAccess } from '../../auth/access.server.ts';
import { cancelByGuest, readCancellation } from '../cancellation/cancel-booking.server.ts';
import { countPaymentPage, countReceipt } from '../checkout/booking-limits.server.ts';
import { browserHash } from '../checkout/browser.server.ts';
import { renderReceipt } from '../documents/receipt.server.ts';
import { renderStayCalendar } from '../documents/stay-calendar.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { endUnpaidHold } from '../payments/end-unpaid.server.ts';
import { loadSettledForGuest } from '../payments/load-settled.server.ts';
import { openPayment } from '../payments/open-payment.server.ts';
import { occupiesNights } from '../record/booking.ts';
import { bookingKeyHeader } from '../record/booking-key-header.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { canConfirmEmail, confirmEmail, findBooking, requireSameKey } from '../record/find-booking.server.ts';
import { toTrip } from '../record/to-trip.server.ts';
import {
  cancellationSchema,
  type Trip,
  tripSchema,
  tripSummarySchema,
} from '../record/trip.schema.server.ts';
import { trip, trips } from './calls.ts';
import { readConfirmationMail } from './confirmation-mail.server.ts';
import { cancelRequest, liveHoldsSchema, paymentPageSchema, releasedSchema } from './contract.server.ts';
import { liveHolds } from './holds-calls.ts';
import { listHolds, listTrips } from './list-trips.server.ts';

export const tripsApi = serve(trips, userAccess).on('list', {
  summary: 'The bookings of the signed-in person',
  details: 'By their address, the latest stay first.',
  response: Type.Array(tripSummarySchema),
  run: ({ ctx }) => listTrips(ctx),
});

export const liveHoldsApi = serve(liveHolds, guestAccess).on('list', {
  summary: 'The unpaid stays whose nights this browser holds',
  details: 'By the cookie that it got with the first of them, the newest first; none for any other browser.',
  response: liveHoldsSchema,
  run: ({ ctx, c }) => listHolds(ctx, browserHash(c)),
});

interface TripCall {
  ctx: Ctx;
  params: { code: string };
  headers: { 'X-Booking-Key': string | undefined };
  c: Context<ApiEnv>;
}

const requested = ({ ctx, params, headers, c }: TripCall): Promise<Booking> =>
  findBooking(ctx, params.code, { browserHash: browserHash(c), key: headers['X-Booking-Key'] });

async function readTrip(request: TripCall): Promise<Trip> {
  const { ctx, c } = request;
  const record = await loadSettledForGuest(ctx, await requested(request));
  const read = toTrip(record, ctx.now());
  const [isConfirmable, confirmationMail] = await Promise.all([
    canConfirmEmail(ctx, record.booking, browserHash(c)),
    readConfirmationMail(ctx, record.booking),
  ]);
  const can: Trip['can'] = isConfirmable ? [...read.can, 'confirmEmail'] : read.can;
  return withoutUndefined({ ...read, can, confirmationMail });
}

export const tripApi = serve(trip, bookedAccess)
  .on('read', {
    summary: 'A booking with its payments, and what may be done now',
    details:
      'For the browser that made it, the signed-in person of its address, hosts, and whoever sends its key; everybody else gets the answer for a code that does not exist. The card provider is asked for an open payment first.',
    headers: bookingKeyHeader,
    response: tripSchema,
    errors: ['notFound'],
    run: readTrip,
  })
  .on('checkout', {
    summary: 'The payment page of a booking',
    details:
      'The open one, or a new one while the nights are still this booking’s; with an open balance the balance’s page. A new page makes the hold longer, five times at most. dates_taken, with nearest and otherProperties as for a quote: another channel has sold the nights; calendars_unread, instead of a new page: its calendars have not been read for 6 hours; not_open: the hosts have withdrawn its offer. At most 20 bookings and payment pages in an hour for each client address and 6 payment pages for each booking.',
    headers: bookingKeyHeader,
    response: paymentPageSchema,
    errors: [
      'notFound',
      'conflict: dates_taken',
      'conflict: calendars_unread',
      'conflict: not_open',
      'conflict: site_closed',
      'tooMany',
      'unavailable',
    ],
    async run(request) {
      const booking = await requested(request);
      await countPaymentPage(request.ctx, booking.id);
      const url = await openPayment(request.ctx, booking.id);
      // The page may have the address of another guest by then.
      await requireSameKey(request.ctx.db, booking);
      return { url };
    },
  })
  .on('release', {
    summary: 'Gives the nights of an unpaid hold up',
    details: 'Its payment page is closed first, so that nobody can pay for nights that were let go.',
    headers: bookingKeyHeader,
    response: releasedSchema,
    errors: ['notFound', 'conflict', 'unavailable'],
    async run(request) {
      const booking = await requested(request);
      const status = booking.status === 'held' ? await release(request.ctx, booking) : booking.status;
      if (status !== 'released') throw notReleased(status);
      return { status };
    },
  })
  .on('confirmEmail', {
    summary: 'Confirms the e-mail address of a request',
    details:
      'For the browser that followed the link in the mail about it: from then on its nights are told to other channels. Again, and for a booking that is no request any more, it changes nothing. mail_not_opened: that link was not followed.',
    headers: bookingKeyHeader,
    response: tripSchema,
    errors: ['notFound', 'conflict: mail_not_opened'],
    async run(request) {
      await confirmEmail(request.ctx, await requested(request), browserHash(request.c));
      return readTrip(request);
    },
  })
  .on('cancellation', {
    summary: 'What goes back of a stay that is cancelled now, and why',
    headers: bookingKeyHeader,
    response: cancellationSchema,
    errors: ['notFound', 'conflict'],
    run: async (request) => readCancellation(request.ctx, await requested(request)),
  })
  .on('cancel', {
    summary: 'Cancels a stay if the refund is still the given figure',
    details:
      'Otherwise 409 with the reason price_changed and the new figure as refund. The nights are free at once.',
    headers: bookingKeyHeader,
    body: cancelRequest,
    response: tripSchema,
    errors: ['notFound', 'conflict: price_changed', 'unavailable'],
    async run(request) {
      await cancelByGuest(request.ctx, await requested(request), request.json.refund);
      return readTrip(request);
    },
  })
  .on('calendarFile', {
    summary: 'A confirmed stay as a calendar file',
    headers: bookingKeyHeader,
    response: Type.String({ description: 'text/calendar' }),
    errors: ['notFound', 'conflict'],
    async run(request) {
      const { ctx } = request;
      const booking = await requested(request);
      if (booking.status !== 'confirmed') throw noDocument(booking);
      const file = await renderStayCalendar(await loadEmailData(ctx, ctx.db, booking), ctx.now());
      return fileResponse(`stay-${booking.code}.ics`, 'text/calendar; charset=utf-8', new Uint8Array(file));
    },
  })
  .on('receipt', {
    summary: 'The receipt of a paid stay as a PDF',
    details: 'At most 30 in an hour for each booking and for each client address.',
    headers: bookingKeyHeader,
    response: Type.String({ description: 'application/pdf' }),
    errors: ['notFound', 'conflict', 'tooMany', 'unavailable'],
    async run(request) {
      const { ctx } = request;
      const booking = await requested(request);
      if (!booking.confirmed_at) throw noDocument(booking);
      await countReceipt(ctx, booking.id);
      const data = await loadEmailData(ctx, ctx.db, booking);
      const file = await renderReceipt(data, request.c.req.raw.signal);
      return fileResponse(`receipt-${booking.code}.pdf`, 'application/pdf', new Uint8Array(file));
    },
  });

const release = (ctx: Ctx, authorized: Booking) =>
  endUnpaidHold(ctx, authorized.id, 'released', 'guest', { isReleased: true, authorized });

const notReleased = (status: Booking['status']): AppError =>
  new AppError(
    'conflict',
    status === 'confirmed'
      ? 'This stay is paid and confirmed. You can cancel it instead.'
      : 'There are no nights to let go.',
  );

const noDocument = ({ status }: Booking): AppError =>
  new AppError(
    'conflict',
    occupiesNights(status)
      ? 'This file is ready as soon as your stay is confirmed.'
      : status === 'cancelled'
        ? 'This stay is cancelled, so there is no file of it any more.'
        : 'This booking has ended without a stay, so there is no file of it.',
  );
