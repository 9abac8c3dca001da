import { serve } from '../../platform/http/serve.server.ts';
import { adminAccess } from '../auth/access.server.ts';
import { readFeedList, renewExportLink } from './actions.server.ts';
import { exportLink, feeds } from './calls.ts';
import { exportLinkSchema, feedListQuery, feedListSchema } from './contract.server.ts';

export const feedsApi = serve(feeds, adminAccess).on('list', {
  summary: 'Calendar feeds with their state, and the secret links that other channels read',
  details: 'Of every home, or with page of 24 listed ones.',
  query: feedListQuery,
  response: feedListSchema,
  run: ({ ctx, query }) => readFeedList(ctx, query),
});

export const exportLinkApi = serve(exportLink, adminAccess).on('renew', {
  summary: 'Replaces a secret link that has leaked',
  details: 'The old address answers 404 from now on: give the channel the new one.',
  response: exportLinkSchema,
  errors: ['notFound'],
  run: ({ ctx, params }) => renewExportLink(ctx, params.id),
});
