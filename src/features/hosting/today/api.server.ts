import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminErrors } from '../../admin/admin-route.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { readToday } from './actions.server.ts';
import { todaySchema } from './today.schema.server.ts';

export const todayApi = new Hono<ApiEnv>().get(
  '/admin/today',
  describeRoute({
    summary: 'What hosts need to know now',
    details:
      'Days are those of the homes’ zone. Stays that other channels sold are among arrivals, departures and in house, without a code.',
    answer: todaySchema,
    refusals: adminErrors,
  }),
  adminOnly(),
  async (c) => {
    noStore(c);
    return c.json(await readToday(c.get('ctx')));
  },
);
