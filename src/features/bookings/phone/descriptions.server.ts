import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import {
  hostedQuoteRequestSchema,
  hostedQuoteSchema,
  phoneBookingRequestSchema,
  phoneBookingSchema,
} from './phone.schema.server.ts';

const refusals = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'notFound',
  'conflict',
] satisfies Description['refusals'];

export const phoneDescriptions = {
  preview: {
    summary: 'What a stay costs that the hosts book or offer; nothing is stored',
    details:
      'Rules for guests (the least nights, days of arrival, how long ahead) are named in overrides and do not stand in the way. Taken nights, the places of the home and nights without a price do, with a reason.',
    body: hostedQuoteRequestSchema,
    answer: hostedQuoteSchema,
    refusals,
  },
  book: {
    summary: 'Books a stay that was agreed by phone',
    details:
      'Paid elsewhere it is confirmed at once, and what is left of the total is open; with a link it is held for 24 hours and the guest gets a mail. The same Idempotency-Key books once.',
    headers: { 'Idempotency-Key': { schema: Type.String(), description: 'New for each booking' } },
    body: phoneBookingRequestSchema,
    answer: phoneBookingSchema,
    status: 201,
    refusals,
  },
} satisfies Record<string, Description>;
