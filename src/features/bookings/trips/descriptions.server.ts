import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { amountSchema } from '../calendar/calendar.schema.server.ts';
import { placedBookingSchema } from '../record/placed-booking.schema.server.ts';
import { cancellationSchema, tripSchema, tripSummarySchema } from '../record/trip.schema.server.ts';

export const cancelRequestSchema = Type.Object({ refund: amountSchema }, { additionalProperties: false });

const headers = {
  'X-Booking-Key': {
    schema: Type.String(),
    description: 'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
  },
};

export const tripDescriptions = {
  trips: {
    summary: 'The bookings of the signed-in person',
    details: 'By their address, the latest stay first.',
    answer: Type.Array(tripSummarySchema),
    refusals: ['unauthenticated'],
  },
  booking: {
    summary: 'A booking with its payments, and what may be done now',
    details:
      'For the browser that made it, the signed-in person of its address, hosts, and whoever sends its key; everybody else gets the answer for a code that does not exist. The card provider is asked for an open payment first.',
    headers,
    answer: tripSchema,
    refusals: ['notFound'],
  },
  checkout: {
    summary: 'The payment page of a booking',
    details:
      'The open one, or a new one while the nights are still this booking’s; with an open balance the balance’s page. A new page makes the hold longer, five times at most. Where another channel has sold the nights, 409 with the reason dates_taken, and nearest and otherHomes as for a quote; while its calendars have not been read for 6 hours, calendars_unread instead of a new page; where the hosts have withdrawn its offer, not_open. At most 20 bookings and payment pages in an hour for each client address and 6 for each e-mail address.',
    headers,
    answer: Type.Object({ url: Type.String() }),
    refusals: ['notFound', 'conflict', 'tooMany', 'unavailable'],
  },
  release: {
    summary: 'Gives the nights of an unpaid hold up',
    details: 'Its payment page is closed first, so that nobody can pay for nights that were let go.',
    headers,
    answer: Type.Object({ status: placedBookingSchema.properties.status }),
    refusals: ['notFound', 'conflict', 'unavailable'],
  },
  cancellation: {
    summary: 'What goes back of a stay that is cancelled now, and why',
    headers,
    answer: cancellationSchema,
    refusals: ['notFound', 'conflict'],
  },
  cancel: {
    summary: 'Cancels a stay if the refund is still the given figure',
    details:
      'Otherwise 409 with the reason price_changed and the new figure as refund. The nights are free at once.',
    headers,
    body: cancelRequestSchema,
    answer: tripSchema,
    refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'unavailable'],
  },
  calendarFile: {
    summary: 'A confirmed stay as a calendar file',
    headers,
    refusals: ['notFound', 'conflict'],
  },
  receipt: {
    summary: 'The receipt of a paid stay as a PDF',
    headers,
    refusals: ['notFound', 'conflict', 'unavailable'],
  },
} satisfies Record<string, Description>;
