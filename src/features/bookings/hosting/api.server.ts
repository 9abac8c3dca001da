import { type Context, Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../../platform/http/fields.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import {
  approveBooking,
  cancelHostedBooking,
  declineBooking,
  messageHostedBooking,
  readHostedBooking,
  refundHostedBooking,
  renewHostedLink,
} from './actions.server.ts';
import {
  type declineSchema,
  hostingDescriptions,
  type hostsCancelSchema,
  type hostsRefundSchema,
  type messageSchema,
} from './descriptions.server.ts';
import { exportHostedBookings, listHostedBookings, sumHostedBookings } from './list-bookings.server.ts';
import { parseDecision, parseMessage, parseRefund, type RefundRequest } from './requests.ts';

type Decline = Static<typeof declineSchema>;
type Cancel = Static<typeof hostsCancelSchema>;
type Refund = Static<typeof hostsRefundSchema>;

export const hostingApi = new Hono<ApiEnv>()
  .get('/admin/bookings', describeRoute(hostingDescriptions.list), async (c) => {
    noStore(c);
    return c.json(await listHostedBookings(c.get('ctx'), c.req.url));
  })
  .get('/admin/bookings/totals', describeRoute(hostingDescriptions.totals), async (c) => {
    noStore(c);
    return c.json(await sumHostedBookings(c.get('ctx'), c.req.url));
  })
  .get('/admin/bookings.csv', describeRoute(hostingDescriptions.csv), async (c) => {
    noStore(c);
    const csv = await exportHostedBookings(c.get('ctx'), c.req.url);
    c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
    c.header('Content-Disposition', 'attachment; filename="bookings.csv"');
    return c.body(csv);
  })
  .get('/admin/bookings/:code', describeRoute(hostingDescriptions.detail), detail)
  .post('/admin/bookings/:code/approve', describeRoute(hostingDescriptions.approve), async (c) => {
    await approveBooking(c.get('ctx'), c.req.param('code'));
    return detail(c);
  })
  .post(
    '/admin/bookings/:code/decline',
    describeRoute(hostingDescriptions.decline),
    adminOnly(),
    jsonBody<{ reason: string }, Decline>((input) => ({ reason: parseDecision(input, ['reason']).reason })),
    async (c) => {
      await declineBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json'));
      return detail(c);
    },
  )
  .post(
    '/admin/bookings/:code/cancel',
    describeRoute(hostingDescriptions.cancel),
    adminOnly(),
    jsonBody<{ refund: number; reason: string }, Cancel>((input) => {
      const { amount: refund, reason } = parseDecision(input, ['refund', 'reason'], 'refund');
      return { refund, reason };
    }),
    async (c) => {
      await cancelHostedBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json'));
      return detail(c);
    },
  )
  .post(
    '/admin/bookings/:code/refund',
    describeRoute(hostingDescriptions.refund),
    adminOnly(),
    jsonBody<RefundRequest, Refund>(parseRefund),
    async (c) => {
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      await refundHostedBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json'), key);
      return detail(c);
    },
  )
  .post('/admin/bookings/:code/renew-link', describeRoute(hostingDescriptions.renewLink), async (c) => {
    await renewHostedLink(c.get('ctx'), c.req.param('code'));
    return detail(c);
  })
  .post(
    '/admin/bookings/:code/message',
    describeRoute(hostingDescriptions.message),
    adminOnly(),
    jsonBody<{ text: string }, Static<typeof messageSchema>>(parseMessage),
    async (c) => {
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      await messageHostedBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json').text, key);
      return detail(c);
    },
  );

async function detail(c: Context<ApiEnv, '/admin/bookings/:code'>) {
  noStore(c);
  return c.json(await readHostedBooking(c.get('ctx'), c.req.param('code')));
}
