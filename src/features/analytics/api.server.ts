import Type from 'typebox';
import { jsonRequired, readBody } from '../../platform/http/body.server.ts';
import { publicAccess, serve } from '../../platform/http/serve.server.ts';
import { anyQuery } from '../../platform/http/shapes.server.ts';
import { AppError } from '../../shared/errors.ts';
import { adminAccess } from '../auth/access.server.ts';
import { stats } from './calls.ts';
import { statsQuery, statsSchema } from './contract.server.ts';
import { loadStats, recordVisit } from './visits/actions.server.ts';
import { visits } from './visits/calls.ts';

const maxBodyBytes = 1_000;

export const visitsApi = serve(visits, publicAccess).on('count', {
  summary: 'Counts a page view for the hosts’ own numbers',
  details:
    'Pages send it by themselves. No cookie is set or read for it, robots and hosts are not counted, and a browser with Sec-GPC: 1 or DNT: 1 gets no visitor hash. 600 per client address in an hour.',
  query: anyQuery,
  rawBody: { type: 'application/json', schema: Type.Object({}) },
  status: 204,
  errors: ['invalid', 'unsupportedType', 'tooLarge', 'tooMany'],
  async run({ ctx, c }) {
    // The body must be JSON, so that no page elsewhere can send it; its content is not read.
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
      throw new AppError('unsupportedType', jsonRequired);
    await readBody(c.req.raw, maxBodyBytes);
    await recordVisit(ctx, {
      userAgent: c.req.header('User-Agent') ?? '',
      doNotTrack: c.req.header('Sec-GPC') === '1' || c.req.header('DNT') === '1',
    });
  },
});

export const statsApi = serve(stats, adminAccess).on('read', {
  summary: 'Visitors, page views, inquiries, purchases and revenue of each of the last days',
  query: statsQuery,
  response: statsSchema,
  run: ({ ctx, query }) => loadStats(ctx, query.days),
});
