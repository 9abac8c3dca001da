import { type Context, Hono } from 'hono';
import type { Static } from 'typebox';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseIdempotencyKey } from '../../shop/checkout/checkout.ts';
import {
  approveBooking,
  cancelHostedBooking,
  declineBooking,
  listHostedBookings,
  readHostedBooking,
  refundHostedBooking,
} from './actions.server.ts';
import {
  type declineSchema,
  hostedBookingSchema,
  hostingDescriptions,
  type hostsCancelSchema,
  type hostsRefundSchema,
} from './descriptions.server.ts';

type Decline = Static<typeof declineSchema>;
type Cancel = Static<typeof hostsCancelSchema>;
type Refund = Static<typeof hostsRefundSchema>;

const maxReasonLength = 1000;

/** What hosts do with bookings; every action guards itself. */
export const hostingApi = new Hono<ApiEnv>()
  .get('/admin/bookings', describeRoute(hostingDescriptions.list), async (c) => {
    noStore(c);
    return c.json(await listHostedBookings(c.get('ctx'), statusIn(c)));
  })
  .get('/admin/bookings/:code', describeRoute(hostingDescriptions.detail), detail)
  .post('/admin/bookings/:code/approve', describeRoute(hostingDescriptions.approve), async (c) => {
    await approveBooking(c.get('ctx'), c.req.param('code'));
    return detail(c);
  })
  .post(
    '/admin/bookings/:code/decline',
    describeRoute(hostingDescriptions.decline),
    jsonBody<{ reason: string }, Decline>((input) => ({ reason: parse(input, ['reason']).reason })),
    async (c) => {
      await declineBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json'));
      return detail(c);
    },
  )
  .post(
    '/admin/bookings/:code/cancel',
    describeRoute(hostingDescriptions.cancel),
    jsonBody<{ refund: number; reason: string }, Cancel>((input) => {
      const { amount: refund, reason } = parse(input, ['refund', 'reason'], 'refund');
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
    jsonBody<{ amount: number; reason: string }, Refund>((input) => {
      const { amount, reason } = parse(input, ['amount', 'reason'], 'amount');
      const message = 'Please say how much is refunded';
      if (amount === 0) throw new AppError('invalid', message, { fields: { amount: message } });
      return { amount, reason };
    }),
    async (c) => {
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      await refundHostedBooking(c.get('ctx'), c.req.param('code'), c.req.valid('json'), key);
      return detail(c);
    },
  );

async function detail(c: Context<ApiEnv, '/admin/bookings/:code'>) {
  noStore(c);
  return c.json(await readHostedBooking(c.get('ctx'), c.req.param('code')));
}

/** @throws AppError `invalid` for an unknown filter or status */
function statusIn(c: Context<ApiEnv>): BookingStatus | null {
  const unknown = Object.keys(c.req.query()).find((name) => name !== 'status');
  const { enum: statuses } = hostedBookingSchema.properties.status;
  const status = c.req.query('status');
  if (unknown !== undefined)
    throw new AppError('invalid', 'There is no such filter.', {
      fields: { [unknown.slice(0, 60)]: 'There is no such filter' },
    });
  if (status === undefined) return null;
  const match = statuses.find((one) => one === status);
  if (!match)
    throw new AppError('invalid', 'There is no such status.', {
      fields: { status: 'There is no such status' },
    });
  return match;
}

/** @throws AppError `invalid` with `fields`, also for fields that are unknown */
function parse(input: unknown, names: string[], amountName?: string): { amount: number; reason: string } {
  const body = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  const { reason = '' } = body;
  const amount = amountName === undefined ? 0 : body[amountName];
  if (typeof reason !== 'string' || reason.length > maxReasonLength)
    fields.reason = `The reason is a text of at most ${maxReasonLength} characters`;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0)
    fields[amountName ?? 'amount'] = 'Please send an amount in minor units';
  for (const name of Object.keys(body)) {
    if (!names.includes(name)) fields[name.slice(0, 60)] = 'There is no such field';
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('invalid', message, { fields });
  return { amount: amount as number, reason: (reason as string).trim() };
}
