import { bookedAccess, serve } from '../../../platform/http/serve.server.ts';
import { bookingKeyHeader, requestedBooking } from '../checkout/requested-booking.server.ts';
import { loadSettledForGuest } from '../payments/load-settled.server.ts';
import { arrivalDetails } from '../record/arrival-details.server.ts';
import { toTrip } from '../record/to-trip.server.ts';
import { tripSchema } from '../record/trip.schema.server.ts';
import { saveArrivalDetails } from './actions.server.ts';
import { arrivalCalls } from './calls.ts';

export const arrivalDetailsApi = serve(arrivalCalls, bookedAccess).on('save', {
  summary: 'Says when a guest arrives, and who comes',
  details:
    'Each time the whole of it. From the confirmation to the check-out day; 409 before, after it and once cancelled. too_many_people where adults and children are more than the guests of the booking: ask for a change first. 30 in an hour for a booking.',
  headers: bookingKeyHeader,
  body: arrivalDetails,
  response: tripSchema,
  errors: ['invalid: too_many_people', 'notFound', 'conflict', 'tooMany'],
  async run({ c, ctx, params, json }) {
    await saveArrivalDetails(ctx, await requestedBooking(c, params.code), json);
    const saved = await requestedBooking(c, params.code);
    return toTrip(await loadSettledForGuest(ctx, saved), ctx.now());
  },
});
