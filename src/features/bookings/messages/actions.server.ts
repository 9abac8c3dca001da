import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { messageNotice } from '../../inbox/threads/message-email.server.ts';
import { receiveMessage, wasSent } from '../../inbox/threads/messages.server.ts';
import { listMessages, openBookingThread, threadById } from '../../inbox/threads/store.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { loadSettledForGuest } from '../payments/load-settled.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { requireSameKey } from '../record/find-booking.server.ts';
import { toTrip } from '../record/to-trip.server.ts';
import type { SentConversation as Conversation } from './contract.server.ts';

const hourSeconds = 3_600;
const later = 'Please try again later, or call us.';

const bookingLimit: Limit = {
  name: 'booking-message',
  points: 10,
  seconds: hourSeconds,
  message: `You have sent many messages within an hour. ${later}`,
};
const clientLimit: Limit = {
  name: 'message-client',
  points: 30,
  seconds: hourSeconds,
  message: `Many messages came from your network within an hour. ${later}`,
};

/** What the guest and the hosts wrote about a booking, in order; automatic mails are left out. */
export async function readConversation({ db }: Ctx, { id }: Booking): Promise<Conversation> {
  const messages = await listMessages(db, id);
  return {
    messages: messages
      .filter(({ direction }) => direction === 'in' || direction === 'out')
      .map(({ id: messageId, direction, kind, text, at }) => ({
        id: messageId,
        from: direction === 'out' ? 'hosts' : 'guest',
        kind,
        text,
        at: at.toISOString(),
      })),
  };
}

interface WrittenMessage {
  text: string;
  kind: 'message' | 'change';
  /** A repeated key sends nothing more. */
  key: string | null;
}

/** Stores what a guest writes, and queues one mail to the hosts. @throws AppError `conflict`, `tooMany` */
export async function sendGuestMessage(
  ctx: Ctx,
  booking: Booking,
  { text, kind, key }: WrittenMessage,
): Promise<void> {
  if (await wasSent(ctx.db, booking.id, { text, key })) return;
  const { can } = toTrip(await loadSettledForGuest(ctx, booking), ctx.now());
  if (!can.includes(kind === 'change' ? 'askForChange' : 'message')) throw await cannotWrite(ctx, kind);
  await ctx.consumeLimit(bookingLimit, booking.id);
  await ctx.consumeLimit(clientLimit, ctx.clientKey);
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    await requireSameKey(tx, booking);
    await openBookingThread(tx, booking.id, now);
    const stored = await receiveMessage(ctx, tx, booking.id, {
      author: booking.name,
      authorEmail: booking.email,
      text,
      kind,
      idempotencyKey: key || undefined,
    });
    // Another request with the same key was faster.
    if (!stored) return void (await wasSent(tx, booking.id, { text, key }));
    const thread = await threadById(tx, booking.id);
    if (!thread) return;
    const event = kind === 'change' ? 'change_asked' : 'message_received';
    await recordEvent(tx, {
      booking_id: booking.id,
      event,
      actor: 'guest',
      details: { text },
      created_at: now,
    });
    const hosts = { business: await businessContact(tx), settings: ctx.settings };
    const mail = messageNotice(thread, { text, isChange: kind === 'change' }, hosts);
    await ctx.mail.queue(tx, `notice-${stored.id}`, mail);
  });
}

async function cannotWrite({ db }: Ctx, kind: WrittenMessage['kind']): Promise<AppError> {
  const { phone, email } = await businessContact(db);
  const what =
    kind === 'change' ? 'A change of this stay cannot be asked for here' : 'This booking takes no messages';
  return new AppError('conflict', `${what}. Please call ${phone} or write to ${email}.`);
}
