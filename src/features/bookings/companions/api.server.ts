import { bookedAccess, serve } from '../../../platform/http/serve.server.ts';
import { idempotencyKey } from '../../../platform/http/shapes.server.ts';
import { success, successSchema } from '../../auth/contract.server.ts';
import { bookingKeyHeader, requestedBooking } from '../checkout/requested-booking.server.ts';
import { companion, companions } from './calls.ts';
import { companionRequest, sharedLinkSchema } from './contract.server.ts';
import { endSharedLink, shareStay } from './share-stay.server.ts';

export const companionsApi = serve(companions, bookedAccess).on('add', {
  summary: 'Makes a link to a stay for somebody who comes along',
  details:
    'It opens dates, home, guide, house rules and access while they are shown, and nothing of price, messages or other people’s addresses. It ends after the check-out day, with a cancellation or a move to another home, with another e-mail address of the guest, or at once. At most 15 at a time, and 20 in a day for a booking. The same Idempotency-Key makes one link for a name: each response has another URL, and only the last one opens it.',
  headers: { ...bookingKeyHeader, 'Idempotency-Key': idempotencyKey('New for each link') },
  body: companionRequest,
  response: sharedLinkSchema,
  status: 201,
  errors: ['notFound', 'conflict', 'conflict: not_confirmed', 'conflict: too_many_companions', 'tooMany'],
  run: async ({ c, ctx, params, headers, json }) =>
    shareStay(ctx, await requestedBooking(c, params.code), {
      name: json.name,
      key: headers['Idempotency-Key'],
    }),
});

export const companionApi = serve(companion, bookedAccess).on('remove', {
  summary: 'Ends the link of somebody who comes along, at once',
  headers: bookingKeyHeader,
  response: successSchema,
  errors: ['notFound'],
  async run({ c, ctx, params }) {
    await endSharedLink(ctx, await requestedBooking(c, params.code), params.id);
    return success;
  },
});
