import { bookedAccess, serve } from '../../platform/http/serve.server.ts';
import { sharedTrip } from './calls.ts';
import { sharedTripSchema } from './contract.server.ts';
import { readSharedTrip } from './shared-trip.server.ts';

export const sharedTripApi = serve(sharedTrip, bookedAccess).on('read', {
  summary: 'A stay as somebody who comes along sees it',
  details:
    'The token of the link is the only key. Dates, home, guide and house rules, who else comes, and access while it is shown: from 3 days before check-in until the end of the check-out day. Nothing of price, payments, messages, or the addresses of guests. 404 from the day after check-out, after a cancellation and a move to another home.',
  response: sharedTripSchema,
  errors: ['notFound'],
  run: ({ ctx, params }) => readSharedTrip(ctx, params.token),
});
