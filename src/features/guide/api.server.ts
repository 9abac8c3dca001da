import { untilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { bookedAccess, publicAccess, serve } from '../../platform/http/serve.server.ts';
import { bookingKeyHeader, requestedBooking } from '../bookings/checkout/requested-booking.server.ts';
import { readGuide, readPublicSections } from './actions.server.ts';
import { bookingGuide, propertyGuide } from './calls.ts';
import { guideSchema, publicGuideSchema } from './contract.server.ts';

export const propertyGuideApi = serve(propertyGuide, publicAccess).on('read', {
  summary: 'What everybody may read about a home beside its description',
  response: publicGuideSchema,
  errors: ['notFound'],
  async run({ c, ctx, params }) {
    const sections = await readPublicSections(ctx, params.slug);
    c.header('Cache-Control', untilContentChanges);
    return { sections };
  },
});

export const bookingGuideApi = serve(bookingGuide, bookedAccess).on('read', {
  summary: 'The guide to the home of a booking',
  details:
    'Readable by everybody who may see the booking. Sections that are shown on arrival, wifi, access and accessCode only from 3 days before check-in until the end of the check-out day; a stay that is not confirmed has only the public sections.',
  headers: bookingKeyHeader,
  response: guideSchema,
  errors: ['notFound'],
  run: async ({ c, ctx, params }) => readGuide(ctx, await requestedBooking(c, params.code)),
});
