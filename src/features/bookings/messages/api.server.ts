import { type Context, Hono } from 'hono';
import type { Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { parseIdempotencyKey } from '../../../platform/http/fields.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseMessageText } from '../../inbox/threads/message-text.ts';
import { browserHash } from '../checkout/browser.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { findBooking } from '../record/find-booking.server.ts';
import { readConversation, sendGuestMessage } from './actions.server.ts';
import { type guestMessageSchema, messageDescriptions } from './descriptions.server.ts';

interface GuestMessage {
  text: string;
  kind: 'message' | 'change';
}

const requestedBooking = (c: Context<ApiEnv, '/bookings/:code/messages'>): Promise<Booking> =>
  findBooking(c.get('ctx'), c.req.param('code'), {
    browserHash: browserHash(c),
    key: c.req.header('X-Booking-Key'),
  });

export const messagesApi = new Hono<ApiEnv>()
  .get('/bookings/:code/messages', describeRoute(messageDescriptions.list), async (c) => {
    noStore(c);
    return c.json(await readConversation(c.get('ctx'), await requestedBooking(c)));
  })
  .post(
    '/bookings/:code/messages',
    describeRoute(messageDescriptions.send),
    jsonBody<GuestMessage, Static<typeof guestMessageSchema>>(parse),
    async (c) => {
      noStore(c);
      const booking = await requestedBooking(c);
      const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
      await sendGuestMessage(c.get('ctx'), booking, { ...c.req.valid('json'), key });
      return c.json(await readConversation(c.get('ctx'), booking), 201);
    },
  );

function parse(input: unknown): GuestMessage {
  const { text, kind = 'message', ...others } = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  for (const name of Object.keys(others)) fields[name.slice(0, 60)] = 'There is no such field';
  if (kind !== 'message' && kind !== 'change') fields.kind = 'Must be message or change';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return { text: parseMessageText(text), kind: kind as GuestMessage['kind'] };
}
