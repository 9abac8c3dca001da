import { type Context, Hono } from 'hono';
import { type ApiEnv, jsonBody, noStore } from '../../platform/http/http.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { readAvailability, readCalendar } from './calendar/actions.server.ts';
import { parseAvailabilityQuery, parseCalendarQuery } from './calendar/calendar.ts';
import { browserHash } from './checkout/browser.server.ts';
import { descriptions } from './descriptions.server.ts';
import { createQuote, readQuote } from './quotes/actions.server.ts';
import { parseQuoteRequest, type QuoteRequest } from './quotes/quote.ts';

/** Good for looking around; what is sold is decided without any cache. */
const cacheBriefly = (c: Context<ApiEnv>): void => c.header('Cache-Control', 'public, max-age=30');

export const bookingsApi = new Hono<ApiEnv>()
  .get('/properties/:slug/calendar', describeRoute(descriptions.calendar), async (c) => {
    const calendar = await readCalendar(c.get('ctx'), c.req.param('slug'), parseCalendarQuery(c.req.url));
    cacheBriefly(c);
    return c.json(calendar);
  })
  .get('/availability', describeRoute(descriptions.availability), async (c) => {
    const homes = await readAvailability(c.get('ctx'), parseAvailabilityQuery(c.req.url));
    cacheBriefly(c);
    return c.json(homes);
  })
  .post(
    '/quotes',
    describeRoute(descriptions.createQuote),
    jsonBody<QuoteRequest>(parseQuoteRequest),
    async (c) => {
      const quote = await createQuote(c.get('ctx'), c.req.valid('json'), browserHash(c));
      noStore(c);
      return c.json(quote, 201);
    },
  )
  .get('/quotes/:id', describeRoute(descriptions.quote), async (c) => {
    const quote = await readQuote(c.get('ctx'), c.req.param('id'));
    noStore(c);
    return c.json(quote);
  });

export type BookingsApi = typeof bookingsApi;
