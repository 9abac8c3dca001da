import { bookedAccess, serve } from '../../../platform/http/serve.server.ts';
import { requiredIdempotencyKey } from '../../../platform/http/shapes.server.ts';
import { success, successSchema } from '../../auth/contract.server.ts';
import { bookingKeyHeader, requestedBooking } from '../checkout/requested-booking.server.ts';
import { bookingExtra, bookingExtras } from './calls.ts';
import { bookingExtrasSchema, orderedSchema, orderRequest } from './contract.server.ts';
import { listExtras } from './offered.server.ts';
import { orderExtra } from './order-extra.server.ts';
import { withdrawExtra } from './withdraw-extra.server.ts';

export const bookingExtrasApi = serve(bookingExtras, bookedAccess)
  .on('list', {
    summary: 'What can be added to a stay, and what was',
    details: 'A stay that is not confirmed, or is over, is offered nothing.',
    headers: bookingKeyHeader,
    response: bookingExtrasSchema,
    errors: ['notFound'],
    run: async ({ c, ctx, params }) => listExtras(ctx, await requestedBooking(c, params.code)),
  })
  .on('order', {
    summary: 'Orders an extra for a confirmed stay',
    details:
      'open: the total of the booking has grown. It goes into a balance that is still to come; else it is paid by POST …/checkout within 24 hours, or it is withdrawn. asked: the hosts decide first. A second order of the same extra adds to its quantity. price_changed has the new total. The same Idempotency-Key orders once. At most 20 orders in an hour for a booking and 60 for a client address.',
    headers: {
      ...bookingKeyHeader,
      'Idempotency-Key': requiredIdempotencyKey(
        'New for each order',
        'Please send an Idempotency-Key header, new for each order.',
      ),
    },
    body: orderRequest,
    response: orderedSchema,
    status: 201,
    errors: [
      'notFound',
      'invalid: quantity',
      'invalid: too_late',
      'conflict: not_confirmed',
      'conflict: price_changed',
      'conflict: payment_under_way',
      'tooMany',
      'unavailable',
    ],
    run: async ({ c, ctx, params, json, headers }) =>
      orderExtra(ctx, await requestedBooking(c, params.code), json, headers['Idempotency-Key']),
  });

export const bookingExtraApi = serve(bookingExtra, bookedAccess).on('withdraw', {
  summary: 'Withdraws an order that is asked for, or open and not paid',
  headers: bookingKeyHeader,
  response: successSchema,
  errors: [
    'notFound',
    'conflict: already_paid',
    'conflict: already_decided',
    'conflict: payment_under_way',
    'unavailable',
  ],
  async run({ c, ctx, params }) {
    await withdrawExtra(ctx, await requestedBooking(c, params.code), params.id);
    return success;
  },
});
