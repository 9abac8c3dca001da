import { Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { jsonBody } from '../../platform/http/body.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { adminOnly } from '../auth/admin-only.server.ts';
import { requireAdmin } from '../auth/guards.ts';
import {
  listRuleDates,
  previewMessage,
  readBookingMessages,
  readForecast,
  sendNow,
  skipMessage,
} from './actions.server.ts';
import {
  type draftRuleSchema,
  messageDescriptions,
  type previewRequestSchema,
} from './descriptions.server.ts';
import { parseDays } from './forecast.ts';
import { type DraftRule, type PreviewRequest, parseDraftRule, parsePreviewRequest } from './parse-rule.ts';

export const scheduledMessagesApi = new Hono<ApiEnv>()
  .get('/admin/messages/forecast', describeRoute(messageDescriptions.forecast), async (c) => {
    noStore(c);
    const ctx = c.get('ctx');
    requireAdmin(ctx);
    return c.json(await readForecast(ctx, parseDays(c.req.url, todayAtProperty(ctx.now()))));
  })
  .get(
    '/admin/bookings/:code/scheduled-messages',
    describeRoute(messageDescriptions.ofBooking),
    adminOnly(),
    async (c) => c.json(await readBookingMessages(c.get('ctx'), c.req.param('code'))),
  )
  .post('/admin/messages/:id/send', describeRoute(messageDescriptions.send), adminOnly(), async (c) =>
    c.json(await sendNow(c.get('ctx'), c.req.param('id'))),
  )
  .post('/admin/messages/:id/skip', describeRoute(messageDescriptions.skip), adminOnly(), async (c) =>
    c.json(await skipMessage(c.get('ctx'), c.req.param('id'))),
  )
  .post(
    '/admin/message-rules/preview',
    describeRoute(messageDescriptions.preview),
    adminOnly(),
    jsonBody<PreviewRequest, Static<typeof previewRequestSchema>>(parsePreviewRequest),
    async (c) => c.json(await previewMessage(c.get('ctx'), c.req.valid('json'))),
  )
  .post(
    '/admin/message-rules/dates',
    describeRoute(messageDescriptions.dates),
    adminOnly(),
    jsonBody<DraftRule, Static<typeof draftRuleSchema>>(parseDraftRule),
    async (c) => c.json(await listRuleDates(c.get('ctx'), c.req.valid('json'))),
  );
