import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { movePreview, moveRequest } from '../../bookings/moving/contract.server.ts';
import { moveBooking } from '../../bookings/moving/move-booking.server.ts';
import { previewMove } from '../../bookings/moving/preview-move.server.ts';
import { readHostedBooking } from '../bookings/actions.server.ts';
import { hostedDetailSchema } from '../bookings/contract.server.ts';
import { moving } from './move-calls.ts';

export const movingApi = serve(moving, adminAccess)
  .on('preview', {
    summary: 'What moving a stay to other dates or another home costs or gives back',
    details:
      'Nothing changes. Rules for guests are named in overrides and do not stand in the way; nights that are taken do: 409 dates_taken with the nearest free stays.',
    body: moveRequest,
    response: movePreview,
    errors: ['notFound', 'conflict: dates_taken', 'unavailable'],
    run: ({ ctx, params, json }) => previewMove(ctx, params.code, json),
  })
  .on('move', {
    summary: 'Moves a confirmed stay to other dates or another home',
    details:
      'What is too much is refunded at once; what is open is due on the day of a deposit’s balance, or the guest gets a payment link. 409 dates_taken with the nearest free stays, price_changed where total is not the price any more. Repeated, it changes nothing.',
    body: moveRequest,
    response: hostedDetailSchema,
    errors: ['notFound', 'conflict: dates_taken', 'conflict: price_changed', 'unavailable'],
    async run({ ctx, params, json }) {
      await moveBooking(ctx, params.code, json);
      return readHostedBooking(ctx, params.code);
    },
  });
