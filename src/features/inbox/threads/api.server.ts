import { Hono } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { readResponseTime } from './response-time.server.ts';

/** How fast the hosts answer, for everybody. */
export const responseTimeApi = new Hono<ApiEnv>().get(
  '/response-time',
  describeRoute({
    summary: 'Within how many hours the hosts usually answer',
    details:
      'The median of the last 90 days, from five answers on; guests who still wait for longer than a day count, too. null where that is not within the promised 24 hours.',
    answer: Type.Object({ hours: Type.Union([Type.Integer({ minimum: 1, maximum: 23 }), Type.Null()]) }),
  }),
  async (c) => {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await readResponseTime(c.get('ctx')));
  },
);
