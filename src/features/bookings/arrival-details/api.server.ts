import { Hono } from 'hono';
import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { type Description, describeRoute } from '../../../platform/openapi/document.server.ts';
import { browserHash } from '../checkout/browser.server.ts';
import { loadSettled } from '../payments/load-settled.server.ts';
import { arrivalDetailsSchema } from '../record/arrival-details.schema.server.ts';
import { findBooking } from '../record/find-booking.server.ts';
import { toTrip } from '../record/to-trip.server.ts';
import { tripSchema } from '../record/trip.schema.server.ts';
import { saveArrivalDetails } from './actions.server.ts';
import { parseArrivalDetails } from './parse-details.server.ts';

const description: Description = {
  summary: 'Says when a guest arrives, and who comes',
  details:
    'Each time the whole of it. From the confirmation to the check-out day; 409 before, after it and once cancelled. 400 with the reason too_many_people where adults and children are more than the guests of the booking: ask for a change first. 30 in an hour for a booking.',
  headers: {
    'X-Booking-Key': {
      schema: { type: 'string' },
      description:
        'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
    },
  },
  body: arrivalDetailsSchema,
  answer: tripSchema,
  refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'tooMany'],
};

export const arrivalDetailsApi = new Hono<ApiEnv>().post(
  '/bookings/:code/arrival-details',
  describeRoute(description),
  jsonBody<ArrivalDetails>(parseArrivalDetails),
  async (c) => {
    noStore(c);
    const ctx = c.get('ctx');
    const proof = { browserHash: browserHash(c), key: c.req.header('X-Booking-Key') };
    const booking = await findBooking(ctx, c.req.param('code'), proof);
    await saveArrivalDetails(ctx, booking, c.req.valid('json'));
    const saved = await findBooking(ctx, c.req.param('code'), proof);
    return c.json(toTrip(await loadSettled(ctx, saved), ctx.now()));
  },
);
