import { Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { allowSlowBody, jsonBody } from '../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../platform/http/fields.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { adminOnly } from '../auth/admin-only.server.ts';
import { findCleaner, readCleaning, reportTurnover, uploadCleaningImage } from './cleaning.server.ts';
import { turnoverDescriptions } from './descriptions.server.ts';
import { changeTurnover, listTurnovers, renewCleaningLink } from './hosts.server.ts';
import { parseTurnoverChange, parseTurnoverDays, parseTurnoverReport } from './requests.ts';
import type { reportSchema, turnoverChangeSchema } from './turnover.schema.server.ts';
import type { TurnoverChange, TurnoverReport } from './turnover.ts';

export const turnoversApi = new Hono<ApiEnv>()
  .get('/admin/turnovers', describeRoute(turnoverDescriptions.list), adminOnly('from', 'to'), async (c) => {
    const ctx = c.get('ctx');
    return c.json(await listTurnovers(ctx, parseTurnoverDays(c.req.url, ctx.now())));
  })
  .post(
    '/admin/turnovers/:id',
    describeRoute(turnoverDescriptions.change),
    adminOnly(),
    jsonBody<TurnoverChange, Static<typeof turnoverChangeSchema>>(parseTurnoverChange),
    async (c) => {
      noStore(c);
      return c.json(await changeTurnover(c.get('ctx'), c.req.param('id'), c.req.valid('json')));
    },
  )
  .post('/admin/cleaners/:id/link', describeRoute(turnoverDescriptions.link), adminOnly(), async (c) => {
    noStore(c);
    return c.json(await renewCleaningLink(c.get('ctx'), c.req.param('id')));
  })
  .get('/cleaning/:token', describeRoute(turnoverDescriptions.cleaning), async (c) => {
    noStore(c);
    parseQueryParams(c.req.url);
    const cleaner = await findCleaner(c.get('ctx'), c.req.param('token'));
    return c.json(await readCleaning(c.get('ctx'), cleaner));
  })
  .post('/cleaning/:token/photos', describeRoute(turnoverDescriptions.photo), async (c) => {
    noStore(c);
    const cleaner = await findCleaner(c.get('ctx'), c.req.param('token'));
    allowSlowBody(c);
    return c.json(await uploadCleaningImage(c.get('ctx'), cleaner, c.req.raw));
  })
  .post(
    '/cleaning/:token/turnovers/:id',
    describeRoute(turnoverDescriptions.report),
    jsonBody<TurnoverReport, Static<typeof reportSchema>>(parseTurnoverReport),
    async (c) => {
      noStore(c);
      const cleaner = await findCleaner(c.get('ctx'), c.req.param('token'));
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      return c.json(
        await reportTurnover(c.get('ctx'), cleaner, { ...c.req.valid('json'), id: c.req.param('id'), key }),
      );
    },
  );
