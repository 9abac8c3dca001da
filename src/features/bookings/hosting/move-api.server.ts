import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { type MoveRequest, parseMoveRequest } from '../moving/move.ts';
import { moveBooking } from '../moving/move-booking.server.ts';
import { previewMove } from '../moving/preview-move.server.ts';
import { readHostedBooking } from './actions.server.ts';
import { movingDescriptions } from './move-descriptions.server.ts';

export const movingApi = new Hono<ApiEnv>()
  .post(
    '/admin/bookings/:code/move/preview',
    describeRoute(movingDescriptions.preview),
    adminOnly(),
    jsonBody<MoveRequest>(parseMoveRequest),
    async (c) => {
      noStore(c);
      return c.json(await previewMove(c.get('ctx'), c.req.param('code'), c.req.valid('json')));
    },
  )
  .post(
    '/admin/bookings/:code/move',
    describeRoute(movingDescriptions.move),
    adminOnly(),
    jsonBody<MoveRequest>(parseMoveRequest),
    async (c) => {
      noStore(c);
      await moveBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json'));
      return c.json(await readHostedBooking(c.get('ctx'), c.req.param('code')));
    },
  );
