import { serve } from '../../../platform/http/serve.server.ts';
import { idempotencyKey } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { bookByPhone } from './book-by-phone.server.ts';
import { phoneBookings, phoneQuotes } from './calls.ts';
import {
  hostedQuoteRequest,
  hostedQuoteSchema,
  phoneBookingRequest,
  phoneBookingSchema,
} from './contract.server.ts';
import { previewHostedQuote } from './price-request.server.ts';

export const phoneQuotesApi = serve(phoneQuotes, adminAccess).on('preview', {
  summary: 'What a stay costs that the hosts book or offer; nothing is stored',
  details:
    'Rules for guests (the least nights, days of arrival, how long ahead) are named in overrides and do not stand in the way. Taken nights, the places of the home and nights without a price do, with a reason.',
  body: hostedQuoteRequest,
  response: hostedQuoteSchema,
  errors: ['notFound', 'conflict: dates_taken'],
  run: ({ ctx, json }) => previewHostedQuote(ctx, json),
});

export const phoneBookingsApi = serve(phoneBookings, adminAccess).on('book', {
  summary: 'Books a stay that was agreed by phone',
  details:
    'Paid elsewhere it is confirmed at once, and what is left of the total is open; with a link it is held for 24 hours and the guest gets a mail. The same Idempotency-Key books once.',
  headers: { 'Idempotency-Key': idempotencyKey('New for each booking') },
  body: phoneBookingRequest,
  response: phoneBookingSchema,
  status: 201,
  errors: ['notFound', 'conflict: dates_taken', 'conflict: price_changed', 'conflict: site_closed'],
  run: ({ ctx, json, headers }) => bookByPhone(ctx, json, headers['Idempotency-Key']),
});
