import { Hono } from 'hono';
import Type from 'typebox';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { listAmenities, listProperties, readStay } from './actions.server.ts';
import { amenitySchema, propertyDetailSchema, propertySchema } from './property.schema.server.ts';

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
  );
