import { Hono } from 'hono';
import type { Static } from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { hostsOnly } from '../host-calendar/hosts-only.server.ts';
import { changeRates, previewRateChange, undoRateChange } from './actions.server.ts';
import { rateDescriptions } from './descriptions.server.ts';
import { parseRateChange, type RateChange } from './rate-change.ts';

const rateChange = jsonBody<RateChange, Static<typeof rateDescriptions.change.body>>(parseRateChange);

/** Prices and rules of many nights at once; every action guards itself, too. */
export const rateChangesApi = new Hono<ApiEnv>()
  .post('/admin/rates/preview', describeRoute(rateDescriptions.preview), hostsOnly(), rateChange, async (c) =>
    c.json(await previewRateChange(c.get('ctx'), c.req.valid('json'))),
  )
  .put('/admin/rates/range', describeRoute(rateDescriptions.change), hostsOnly(), rateChange, async (c) =>
    c.json(await changeRates(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/admin/rates/changes/:id/undo', describeRoute(rateDescriptions.undo), hostsOnly(), async (c) =>
    c.json(await undoRateChange(c.get('ctx'), c.req.param('id'))),
  );
