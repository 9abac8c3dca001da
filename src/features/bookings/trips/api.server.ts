import { type Context, Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError, type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { cancelByGuest, readCancellation } from '../cancellation/cancel-booking.server.ts';
import { countBooking } from '../checkout/booking-limits.server.ts';
import { browserHash } from '../checkout/browser.server.ts';
import { renderReceipt } from '../documents/receipt.server.ts';
import { renderStayCalendar } from '../documents/stay-calendar.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { letGo } from '../payments/let-go.server.ts';
import { loadSettled } from '../payments/load-settled.server.ts';
import { openPayment } from '../payments/open-payment.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { findBooking } from '../record/find-booking.server.ts';
import { toTrip } from '../record/to-trip.server.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { type cancelRequestSchema, tripDescriptions } from './descriptions.server.ts';
import { listTrips } from './list-trips.server.ts';

type CancelRequest = Static<typeof cancelRequestSchema>;

const bookingOf = (c: Context<ApiEnv, '/bookings/:code'>): Promise<Booking> =>
  findBooking(c.get('ctx'), c.req.param('code'), {
    browserHash: browserHash(c),
    key: c.req.header('X-Booking-Key'),
  });

export const tripsApi = new Hono<ApiEnv>()
  .get('/trips', describeRoute(tripDescriptions.trips), async (c) => {
    noStore(c);
    return c.json(await listTrips(c.get('ctx')));
  })
  .get('/bookings/:code', describeRoute(tripDescriptions.booking), async (c) => {
    noStore(c);
    return c.json(await readTrip(c));
  })
  .post('/bookings/:code/checkout', describeRoute(tripDescriptions.checkout), async (c) => {
    noStore(c);
    const { id, email } = await bookingOf(c);
    await countBooking(c.get('ctx'), email);
    return c.json({ url: await openPayment(c.get('ctx'), id) });
  })
  .post('/bookings/:code/release', describeRoute(tripDescriptions.release), async (c) => {
    noStore(c);
    const booking = await bookingOf(c);
    const status = booking.status === 'held' ? await release(c, booking) : booking.status;
    if (status !== 'released') throw notReleased(status);
    return c.json({ status });
  })
  .get('/bookings/:code/cancellation', describeRoute(tripDescriptions.cancellation), async (c) => {
    noStore(c);
    return c.json(await readCancellation(c.get('ctx'), await bookingOf(c)));
  })
  .post(
    '/bookings/:code/cancel',
    describeRoute(tripDescriptions.cancel),
    jsonBody<CancelRequest>(parseCancelRequest),
    async (c) => {
      noStore(c);
      const booking = await bookingOf(c);
      await cancelByGuest(c.get('ctx'), booking, c.req.valid('json').refund);
      return c.json(await readTrip(c));
    },
  )
  .get('/bookings/:code/stay.ics', describeRoute(tripDescriptions.calendarFile), async (c) => {
    const { ctx, booking } = { ctx: c.get('ctx'), booking: await bookingOf(c) };
    if (booking.status !== 'confirmed') throw noDocument();
    const file = await renderStayCalendar(await loadEmailData(ctx, ctx.db, booking), ctx.now());
    return sendFile(c, file, { type: 'text/calendar; charset=utf-8', name: `stay-${booking.code}.ics` });
  })
  .get('/bookings/:code/receipt.pdf', describeRoute(tripDescriptions.receipt), async (c) => {
    const { ctx, booking } = { ctx: c.get('ctx'), booking: await bookingOf(c) };
    if (!booking.confirmed_at) throw noDocument();
    const file = await renderReceipt(await loadEmailData(ctx, ctx.db, booking));
    return sendFile(c, file, { type: 'application/pdf', name: `receipt-${booking.code}.pdf` });
  });

async function readTrip(c: Context<ApiEnv, '/bookings/:code'>): Promise<Trip> {
  const ctx = c.get('ctx');
  return toTrip(await loadSettled(ctx, await bookingOf(c)), ctx.now());
}

const release = (c: Context<ApiEnv>, { id }: Booking) =>
  letGo(c.get('ctx'), id, 'released', 'guest', { isGivenUp: true });

const notReleased = (status: Booking['status']): AppError =>
  new AppError(
    'conflict',
    status === 'confirmed'
      ? 'This stay is paid and confirmed. You can cancel it instead.'
      : 'There are no nights to let go.',
  );

const noDocument = (): AppError =>
  new AppError('conflict', 'This file is ready as soon as your stay is confirmed.');

function sendFile(c: Context<ApiEnv>, file: Buffer, { type, name }: { type: string; name: string }) {
  noStore(c);
  c.header('Content-Type', type);
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return c.body(new Uint8Array(file));
}

function parseCancelRequest(input: unknown): CancelRequest {
  const { refund, ...others } = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  if (!Number.isSafeInteger(refund) || (refund as number) < 0)
    fields.refund = 'Please send the refund that you were shown, in minor units';
  for (const name of Object.keys(others)) fields[name.slice(0, 60)] = 'There is no such field';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return { refund } as CancelRequest;
}
