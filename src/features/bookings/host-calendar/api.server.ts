import { Hono } from 'hono';
import type { Static } from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { readHostCalendar } from './actions.server.ts';
import { closeNights, openNights, parseNewBlock } from './blocks.server.ts';
import { hostCalendarDescriptions } from './descriptions.server.ts';
import { type NewBlock, parseHostCalendarQuery } from './host-calendar.ts';

type BlockBody = Static<typeof hostCalendarDescriptions.createBlock.body>;

export const hostCalendarApi = new Hono<ApiEnv>()
  .get(
    '/admin/calendar',
    describeRoute(hostCalendarDescriptions.calendar),
    adminOnly('from', 'to', 'page', 'property'),
    async (c) => c.json(await readHostCalendar(c.get('ctx'), parseHostCalendarQuery(c.req.url))),
  )
  .post(
    '/admin/blocks',
    describeRoute(hostCalendarDescriptions.createBlock),
    adminOnly(),
    jsonBody<NewBlock, BlockBody>(parseNewBlock),
    async (c) => c.json(await closeNights(c.get('ctx'), c.req.valid('json')), 201),
  )
  .delete('/admin/blocks/:id', describeRoute(hostCalendarDescriptions.deleteBlock), adminOnly(), async (c) =>
    c.json(await openNights(c.get('ctx'), c.req.param('id'))),
  );
