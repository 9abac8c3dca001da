import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../platform/http.server.ts';
import { describeCall } from '../../platform/openapi.server.ts';
import { sameForEveryone } from '../../platform/shared-answers.server.ts';
import { listAmenities, listProperties, listReviews, readStay } from './actions.server.ts';
import { amenitySchema, propertySchema, reviewSchema } from './listing.schema.server.ts';
import { staySchema } from './stay.schema.server.ts';

export const listingsApi = new Hono<ApiEnv>()
  .get(
    '/properties',
    describeCall({
      summary: 'The homes that guests may book or look forward to',
      answer: Type.Array(propertySchema),
    }),
    sameForEveryone,
    async (c) => c.json(await listProperties(c.get('ctx'))),
  )
  .get(
    '/properties/:slug',
    describeCall({
      summary: 'A home with everything that its own page shows',
      answer: staySchema,
      refusals: ['notFound'],
    }),
    sameForEveryone,
    async (c) => c.json(await readStay(c.get('ctx'), c.req.param('slug'))),
  )
  .get(
    '/amenities',
    describeCall({ summary: 'What every home offers', answer: Type.Array(amenitySchema) }),
    sameForEveryone,
    async (c) => c.json(await listAmenities(c.get('ctx'))),
  )
  .get(
    '/reviews',
    describeCall({ summary: 'What guests wrote about their stays', answer: Type.Array(reviewSchema) }),
    sameForEveryone,
    async (c) => c.json(await listReviews(c.get('ctx'))),
  );

export type ListingsApi = typeof listingsApi;
