import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseMessageText } from '../../inbox/threads/message-field.server.ts';
import { type OutgoingMessage, sendMessage } from '../../inbox/threads/messages.server.ts';
import { type Message, openBookingThread, type ThreadSummary } from '../../inbox/threads/store.server.ts';
import { tripUrl } from '../emails/load-email-data.server.ts';
import { isReachable } from '../record/booking.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { bookingByCode, sharedKey } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';

async function reachableBooking(db: Db, code: string): Promise<Booking> {
  const booking = await bookingByCode(db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  if (!isReachable(booking))
    throw new AppError(
      'conflict',
      'There is no address to write to: this guest gave none, deleted their account, or is not known yet.',
    );
  return booking;
}

/** Stores, mails and records a message once for each `key`; the caller has checked that `actor` is a host. */
export async function messageGuest(
  ctx: Ctx,
  bookingCode: string,
  input: string,
  actor: { name: string; email: string },
  key: string | null = null,
  seen?: OutgoingMessage['seen'],
): Promise<void> {
  const text = parseMessageText(input);
  const booking = await reachableBooking(ctx.db, bookingCode);
  await ctx.db.transaction().execute((tx) => sendToGuest(ctx, tx, booking, { text, actor, key, seen }));
}

/** @returns as `sendMessage` */
async function sendToGuest(
  ctx: Ctx,
  tx: Tx,
  { id, code }: Booking,
  reply: OutgoingMessage,
): Promise<Message | undefined> {
  // A correction of the guest's address either waits for this mail, and redirects it, or is read here.
  await sharedKey(tx, id);
  const booking = await reachableBooking(tx, code);
  await openBookingThread(tx, id, ctx.now());
  const link = { label: 'Open your booking', url: tripUrl(ctx, booking) };
  const sent = await sendMessage(ctx, tx, id, { ...reply, link });
  if (!sent) return undefined;
  const event = { booking_id: id, event: 'message_sent', actor: reply.actor.email, created_at: ctx.now() };
  await recordEvent(tx, { ...event, details: { text: reply.text } });
  return sent;
}

/**
 * Sends a host's mailed reply to the guest, in the transaction that reads the mail.
 * @throws AppError `conflict` for a guest without an address
 */
export async function passToGuest(
  ctx: Ctx,
  tx: Tx,
  thread: ThreadSummary,
  reply: OutgoingMessage,
): Promise<Message | undefined> {
  if (!thread.bookingCode) return sendMessage(ctx, tx, thread.id, reply);
  return sendToGuest(ctx, tx, await reachableBooking(tx, thread.bookingCode), reply);
}
