import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../../platform/http/fields.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { bookByPhone } from './book-by-phone.server.ts';
import { phoneDescriptions } from './descriptions.server.ts';
import {
  type HostedQuoteRequest,
  type PhoneBookingRequest,
  parseHostedQuoteRequest,
  parsePhoneBookingRequest,
} from './phone-booking.ts';
import { previewHostedQuote } from './price-request.server.ts';

export const phoneApi = new Hono<ApiEnv>()
  .post(
    '/admin/quotes/preview',
    describeRoute(phoneDescriptions.preview),
    adminOnly(),
    jsonBody<HostedQuoteRequest>(parseHostedQuoteRequest),
    async (c) => {
      noStore(c);
      return c.json(await previewHostedQuote(c.get('ctx'), c.req.valid('json')));
    },
  )
  .post(
    '/admin/bookings',
    describeRoute(phoneDescriptions.book),
    adminOnly(),
    jsonBody<PhoneBookingRequest>(parsePhoneBookingRequest),
    async (c) => {
      noStore(c);
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      return c.json(await bookByPhone(c.get('ctx'), c.req.valid('json'), key), 201);
    },
  );
