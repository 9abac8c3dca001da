import { bookedAccess, serve } from '../../../platform/http/serve.server.ts';
import { idempotencyKey } from '../../../platform/http/shapes.server.ts';
import { browserHash } from '../checkout/browser.server.ts';
import { readConversation, sendGuestMessage } from '../messages/actions.server.ts';
import { conversationSchema, guestMessage } from '../messages/contract.server.ts';
import { bookingKeyHeader } from '../record/booking-key-header.server.ts';
import { findBooking } from '../record/find-booking.server.ts';
import { tripMessages } from './calls.ts';

export const tripMessagesApi = serve(tripMessages, bookedAccess)
  .on('list', {
    summary: 'What the guest and the hosts wrote about a booking',
    details: 'In order; for whoever may see the booking.',
    headers: bookingKeyHeader,
    response: conversationSchema,
    errors: ['notFound'],
    async run({ ctx, params, headers, c }) {
      const proof = { browserHash: browserHash(c), key: headers['X-Booking-Key'] };
      return readConversation(ctx, await findBooking(ctx, params.code, proof));
    },
  })
  .on('send', {
    summary: 'Sends the hosts a message, or asks for a change of the stay',
    details:
      'For whoever may see the booking, while its can has message, or askForChange for the kind change. At most 10 for a booking and 30 for a client address within an hour. The same Idempotency-Key sends once.',
    headers: { ...bookingKeyHeader, 'Idempotency-Key': idempotencyKey('New for each message') },
    body: guestMessage,
    response: conversationSchema,
    status: 201,
    errors: ['notFound', 'conflict', 'tooMany'],
    async run({ ctx, params, json, headers, c }) {
      const proof = { browserHash: browserHash(c), key: headers['X-Booking-Key'] };
      const booking = await findBooking(ctx, params.code, proof);
      await sendGuestMessage(ctx, booking, { ...json, key: headers['Idempotency-Key'] });
      return readConversation(ctx, booking);
    },
  });
