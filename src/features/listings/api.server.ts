import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../platform/http.server.ts';
import { describeRoute } from '../../platform/openapi.server.ts';
import { cacheUntilContentChanges } from '../../platform/shared-answers.server.ts';
import { listAmenities, listProperties, listReviews, readStay } from './actions.server.ts';
import { amenitySchema, propertySchema, reviewSchema } from './listing.schema.server.ts';
import { propertyDetailSchema } from './stay.schema.server.ts';

export const listingsApi = new Hono<ApiEnv>()
  .get(
    '/properties',
    describeRoute({
      summary: 'The homes that guests may book or look forward to',
      answer: Type.Array(propertySchema),
    }),
    cacheUntilContentChanges,
    async (c) => c.json(await listProperties(c.get('ctx'))),
  )
  .get(
    '/properties/:slug',
    describeRoute({
      summary: 'A home with everything that its own page shows',
      answer: propertyDetailSchema,
      refusals: ['notFound'],
    }),
    cacheUntilContentChanges,
    async (c) => c.json(await readStay(c.get('ctx'), c.req.param('slug'))),
  )
  .get(
    '/amenities',
    describeRoute({ summary: 'What every home offers', answer: Type.Array(amenitySchema) }),
    cacheUntilContentChanges,
    async (c) => c.json(await listAmenities(c.get('ctx'))),
  )
  .get(
    '/reviews',
    describeRoute({ summary: 'What guests wrote about their stays', answer: Type.Array(reviewSchema) }),
    cacheUntilContentChanges,
    async (c) => c.json(await listReviews(c.get('ctx'))),
  );

export type ListingsApi = typeof listingsApi;
