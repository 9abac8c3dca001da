import { Hono } from 'hono';
import Type from 'typebox';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { readBody } from '../../platform/http/body.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { requireAdmin } from '../auth/guards.ts';
import { loadStats, recordVisit } from './visits/actions.server.ts';
import { maxDays, statsSchema } from './visits/stats.schema.server.ts';

const maxBodyBytes = 1_000;
const defaultDays = 30;

export const analyticsApi = new Hono<ApiEnv>()
  .post(
    '/visits',
    describeRoute({
      summary: 'Counts a page view for the hosts’ own numbers',
      details:
        'Pages send it by themselves. No cookie is set or read for it, robots and hosts are not counted, and a browser ' +
        'with Sec-GPC: 1 or DNT: 1 gets no visitor hash. 600 per client address in an hour.',
      body: Type.Object({}),
      status: 204,
      refusals: ['unsupportedType', 'tooLarge', 'tooMany'],
    }),
    async (c) => {
      if (!/^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
        throw new AppError('unsupportedType', 'Please send JSON (Content-Type: application/json).');
      await readBody(c.req.raw, maxBodyBytes);
      await recordVisit(c.get('ctx'), {
        userAgent: c.req.header('User-Agent') ?? '',
        doNotTrack: c.req.header('Sec-GPC') === '1' || c.req.header('DNT') === '1',
      });
      return c.body(null, 204);
    },
  )
  .get(
    '/admin/stats',
    describeRoute({
      summary: 'Visitors, page views, inquiries, purchases and revenue of each of the last days',
      query: {
        days: {
          schema: Type.Integer({ minimum: 1, maximum: maxDays }),
          description: `Days up to and with today, ${defaultDays} if left out; days are counted at the homes`,
        },
      },
      answer: statsSchema,
      refusals: ['unauthenticated', 'forbidden', 'invalid'],
    }),
    async (c) => {
      const ctx = c.get('ctx');
      requireAdmin(ctx);
      noStore(c);
      return c.json(await loadStats(ctx, parseDays(c.req.query('days'))));
    },
  );

function parseDays(text: string | undefined): number {
  if (text === undefined) return defaultDays;
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days >= 1 && days <= maxDays) return days;
  throw new AppError('invalid', `Please give days as a number from 1 to ${maxDays}.`, {
    fields: { days: `From 1 to ${maxDays}` },
  });
}
