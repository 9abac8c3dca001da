import { Hono } from 'hono';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { browserHash } from '../bookings/checkout/browser.server.ts';
import { findBooking } from '../bookings/record/find-booking.server.ts';
import { readGuide, readPublicSections } from './actions.server.ts';
import { guideSchema, publicGuideSchema } from './guide.schema.server.ts';

export const guideApi = new Hono<ApiEnv>()
  .get(
    '/properties/:slug/guide',
    describeRoute({
      summary: 'What everybody may read about a home beside its description',
      answer: publicGuideSchema,
      refusals: ['notFound'],
    }),
    cacheUntilContentChanges,
    async (c) => c.json({ sections: await readPublicSections(c.get('ctx'), c.req.param('slug')) }),
  )
  .get(
    '/bookings/:code/guide',
    describeRoute({
      summary: 'The guide to the home of a booking',
      details:
        'For whoever may see the booking. Sections that are shown on arrival, wifi, access and accessCode only from 3 days before check-in until the end of the check-out day; a stay that is not confirmed gets the public sections alone.',
      headers: {
        'X-Booking-Key': {
          schema: { type: 'string' },
          description:
            'The key of the booking; not needed in the browser that made it, nor by its signed-in guest',
        },
      },
      answer: guideSchema,
      refusals: ['notFound'],
    }),
    async (c) => {
      noStore(c);
      const ctx = c.get('ctx');
      const proof = { browserHash: browserHash(c), key: c.req.header('X-Booking-Key') };
      return c.json(await readGuide(ctx, await findBooking(ctx, c.req.param('code'), proof)));
    },
  );
