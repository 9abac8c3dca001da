import { Hono } from 'hono';
import type { Static } from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { changeRates, previewRateChange, undoRateChange } from './actions.server.ts';
import { rateDescriptions } from './descriptions.server.ts';
import { parseRateChange, type RateChange } from './rate-change.ts';

const rateChange = jsonBody<RateChange, Static<typeof rateDescriptions.change.body>>(parseRateChange);

export const rateChangesApi = new Hono<ApiEnv>()
  .post('/admin/rates/preview', describeRoute(rateDescriptions.preview), adminOnly(), rateChange, async (c) =>
    c.json(await previewRateChange(c.get('ctx'), c.req.valid('json'))),
  )
  .put('/admin/rates/range', describeRoute(rateDescriptions.change), adminOnly(), rateChange, async (c) =>
    c.json(await changeRates(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/admin/rates/changes/:id/undo', describeRoute(rateDescriptions.undo), adminOnly(), async (c) =>
    c.json(await undoRateChange(c.get('ctx'), c.req.param('id'))),
  );
