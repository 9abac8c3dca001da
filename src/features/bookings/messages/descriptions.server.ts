import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { maxMessageLength } from '../../inbox/threads/thread.ts';
import { momentSchema } from '../calendar/calendar.schema.server.ts';

const kind = Type.Enum(['message', 'change']);

export const guestMessageSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: maxMessageLength }), kind: Type.Optional(kind) },
  { additionalProperties: false },
);

export const conversationSchema = Type.Object({
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.Enum(['guest', 'hosts']),
      kind,
      text: Type.String(),
      at: momentSchema,
    }),
  ),
});

const bookingKey = {
  'X-Booking-Key': {
    schema: Type.String(),
    description: 'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
  },
};

export const messageDescriptions = {
  list: {
    summary: 'What the guest and the hosts wrote about a booking',
    details: 'In order; for whoever may see the booking.',
    headers: bookingKey,
    answer: conversationSchema,
    refusals: ['notFound'],
  },
  send: {
    summary: 'Sends the hosts a message, or asks for a change of the stay',
    details:
      'For whoever may see the booking, while its can has message, or askForChange for the kind change. At most 10 for a booking and 30 for a client address within an hour. The same Idempotency-Key sends once.',
    headers: {
      ...bookingKey,
      'Idempotency-Key': { schema: Type.String(), description: 'New for each message' },
    },
    body: guestMessageSchema,
    status: 201,
    answer: conversationSchema,
    refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'tooMany'],
  },
} satisfies Record<string, Description>;
