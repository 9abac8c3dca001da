import { csvResponse, csvSchema, serve } from '../../../platform/http/serve.server.ts';
import { idempotencyKey } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import {
  approveBooking,
  cancelHostedBooking,
  declineBooking,
  messageHostedBooking,
  readHostedBooking,
  refundHostedBooking,
  renewHostedLink,
  setAccessCode,
} from './actions.server.ts';
import { hostedBooking, hostedBookings } from './calls.ts';
import {
  accessCodeRequest,
  bookingFilter,
  bookingListQuery,
  bookingListSchema,
  bookingTotalsSchema,
  declineRequest,
  hostedDetailSchema,
  hostsCancelRequest,
  messageRequest,
  refundRequest,
} from './contract.server.ts';
import { exportHostedBookings, listHostedBookings, sumHostedBookings } from './list-bookings.server.ts';

export const hostedBookingsApi = serve(hostedBookings, adminAccess)
  .on('list', {
    summary: 'Bookings that fit, page by page, with the totals of all of them where they are at most 1,000',
    query: bookingListQuery,
    response: bookingListSchema,
    run: ({ ctx, query }) => listHostedBookings(ctx, query),
  })
  .on('totals', {
    summary: 'The totals of all bookings that fit, however many',
    query: bookingFilter,
    response: bookingTotalsSchema,
    run: ({ ctx, query }) => sumHostedBookings(ctx, query),
  })
  .on('csv', {
    summary: 'The same bookings as CSV (RFC 4180, UTF-8), amounts in whole units of the currency',
    details:
      'Texts that a spreadsheet would take for a formula begin with an apostrophe. At most 20,000 rows.',
    query: bookingFilter,
    response: csvSchema,
    run: async ({ ctx, query }) => csvResponse('bookings.csv', await exportHostedBookings(ctx, query)),
  });

const errors = ['notFound', 'conflict', 'unavailable'] as const;

export const hostedBookingApi = serve(hostedBooking, adminAccess)
  .on('read', {
    summary: 'A booking with its whole history, and what the policy would refund now',
    response: hostedDetailSchema,
    errors: ['notFound'],
    run: ({ ctx, params }) => readHostedBooking(ctx, params.code),
  })
  .on('approve', {
    summary: 'Approves a request',
    details:
      'Its nights are held for 24 hours more, and the guest gets a payment link. The home’s other calendars are read first: 409 dates_taken where one has closed some of them.',
    response: hostedDetailSchema,
    errors: ['notFound', 'conflict: dates_taken', 'conflict: site_closed'],
    async run({ ctx, params: { code } }) {
      await approveBooking(ctx, code);
      return readHostedBooking(ctx, code);
    },
  })
  .on('decline', {
    summary: 'Declines a request',
    body: declineRequest,
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params: { code }, json }) {
      await declineBooking(ctx, code, json);
      return readHostedBooking(ctx, code);
    },
  })
  .on('cancel', {
    summary: 'Cancels a confirmed stay with any refund up to what is paid',
    body: hostsCancelRequest,
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params: { code }, json }) {
      await cancelHostedBooking(ctx, code, json);
      return readHostedBooking(ctx, code);
    },
  })
  .on('refund', {
    summary: 'Refunds any part of what is left, with a reason',
    details: 'The same Idempotency-Key refunds once.',
    headers: { 'Idempotency-Key': idempotencyKey('New for each refund') },
    body: refundRequest,
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params: { code }, json, headers }) {
      await refundHostedBooking(ctx, code, json, headers['Idempotency-Key']);
      return readHostedBooking(ctx, code);
    },
  })
  .on('message', {
    summary: 'Mails the guest; their answer goes to the hosts',
    details: 'Recorded in the history. The same Idempotency-Key sends once.',
    headers: { 'Idempotency-Key': idempotencyKey('New for each message') },
    body: messageRequest,
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params: { code }, json, headers }) {
      await messageHostedBooking(ctx, code, json.text, headers['Idempotency-Key']);
      return readHostedBooking(ctx, code);
    },
  })
  .on('setAccessCode', {
    summary: 'Sets the code that opens the door for one stay',
    details:
      'The guest reads it beside the notes of the home, from 3 days before check-in until the end of the check-out day; it is not in the history.',
    body: accessCodeRequest,
    response: hostedDetailSchema,
    errors: ['notFound'],
    async run({ ctx, params: { code }, json }) {
      await setAccessCode(ctx, code, json.accessCode);
      return readHostedBooking(ctx, code);
    },
  })
  .on('renewLink', {
    summary: 'Renews a guest’s link after a leak',
    details:
      'The links and the addresses for answers that were mailed before, and the browsers that followed such a link, lose the booking; the guest is mailed the new link. 409 for a guest without an address.',
    response: hostedDetailSchema,
    errors,
    async run({ ctx, params: { code } }) {
      await renewHostedLink(ctx, code);
      return readHostedBooking(ctx, code);
    },
  });
