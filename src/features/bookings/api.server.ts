import { type Context, Hono } from 'hono';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { jsonBody } from '../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../platform/http/fields.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { readAvailability, readCalendar } from './calendar/actions.server.ts';
import { availabilityQuery, calendarQuery } from './calendar/stay-fields.server.ts';
import { bindBrowser, browserHash } from './checkout/browser.server.ts';
import { bookingRequest } from './checkout/contract.server.ts';
import { placeHold } from './checkout/place-hold.server.ts';
import { descriptions } from './descriptions.server.ts';
import { createQuote, readQuote } from './quotes/actions.server.ts';
import { quoteRequest } from './quotes/contract.server.ts';

/** Good for looking around; what is sold is decided without any cache. */
const cacheBriefly = (c: Context<ApiEnv>): void => c.header('Cache-Control', 'public, max-age=30');

export const bookingsApi = new Hono<ApiEnv>()
  .get('/properties/:slug/calendar', describeRoute(descriptions.calendar), async (c) => {
    const calendar = await readCalendar(c.get('ctx'), c.req.param('slug'), calendarQuery.parse(c.req.url));
    cacheBriefly(c);
    return c.json(calendar);
  })
  .get('/availability', describeRoute(descriptions.availability), async (c) => {
    const homes = await readAvailability(c.get('ctx'), availabilityQuery.parse(c.req.url));
    cacheBriefly(c);
    return c.json(homes);
  })
  .post('/quotes', describeRoute(descriptions.createQuote), jsonBody(quoteRequest.parse), async (c) => {
    const quote = await createQuote(c.get('ctx'), c.req.valid('json'), {
      browserHash: browserHash(c),
    });
    noStore(c);
    return c.json(quote, 201);
  })
  .get('/quotes/:id', describeRoute(descriptions.quote), async (c) => {
    const quote = await readQuote(c.get('ctx'), c.req.param('id'));
    noStore(c);
    return c.json(quote);
  })
  .post('/bookings', describeRoute(descriptions.createBooking), jsonBody(bookingRequest.parse), async (c) => {
    const key = parseIdempotencyKey(c.req.header('Idempotency-Key')) ?? missingKey();
    const placed = await placeHold(c.get('ctx'), c.req.valid('json'), { key, browserHash: bindBrowser(c) });
    noStore(c);
    return c.json(placed, 201);
  });

function missingKey(): never {
  throw new AppError('invalid', 'Please send an Idempotency-Key header, new for each booking.', {
    fields: { 'Idempotency-Key': 'Is required' },
  });
}
