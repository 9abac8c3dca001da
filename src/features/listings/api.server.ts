import Type from 'typebox';
import { publicAccess, serve } from '../../platform/http/serve.server.ts';
import { anyQuery } from '../../platform/http/shapes.server.ts';
import { listAmenities, listProperties, readProperty } from './actions.server.ts';
import { amenities, properties, property } from './calls.ts';
import { amenitySchema, propertyDetailSchema, propertySchema } from './contract.server.ts';

export const propertiesApi = serve(properties, publicAccess).on('list', {
  summary: 'The homes that guests may book or look forward to',
  query: anyQuery,
  response: Type.Array(propertySchema),
  cache: 'untilContentChanges',
  run: ({ ctx }) => listProperties(ctx),
});

export const propertyApi = serve(property, publicAccess).on('read', {
  summary: 'A home with everything that its own page shows',
  query: anyQuery,
  response: propertyDetailSchema,
  errors: ['notFound'],
  cache: 'untilContentChanges',
  run: ({ ctx, params }) => readProperty(ctx, params.slug),
});

export const amenitiesApi = serve(amenities, publicAccess).on('list', {
  summary: 'What every home offers',
  query: anyQuery,
  response: Type.Array(amenitySchema),
  cache: 'untilContentChanges',
  run: ({ ctx }) => listAmenities(ctx),
});
