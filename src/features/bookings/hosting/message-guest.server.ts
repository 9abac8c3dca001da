import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hasEvent, recordEvent } from '../checkout/store.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { messageEmail } from '../emails/message-email.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { type Booking, lockBooking } from '../payments/store.server.ts';

/** A guest who deleted their account has no address any more, and one who has not taken an offer yet has none so far. */
export const isReachable = ({ email }: Pick<Booking, 'email'>): boolean =>
  email.includes('@') && !email.endsWith('.invalid');

/**
 * Mails a guest in the hosts' words and records it in the history of the booking; the guest's answer goes to the hosts.
 * @param message with the host's address as `actor`; `key` of the request: repeated, it sends nothing more
 * @throws AppError `conflict` for a guest without an address
 */
export const messageGuest = (
  ctx: Ctx,
  { id }: Booking,
  message: { text: string; actor: string; key: string | null },
): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    if (!isReachable(booking))
      throw new AppError(
        'conflict',
        'There is no address to write to: this guest deleted their account, or is not known yet.',
      );
    const { text, actor, key = null } = message;
    const request = key ?? newId();
    const event = { booking_id: id, event: 'message_sent' };
    if (await hasEvent(tx, { ...event, details: { request } })) return;
    await recordEvent(tx, { ...event, actor, details: { text, request }, created_at: ctx.now() });
    const mail = messageEmail(await loadEmailData(ctx, tx, booking), { text });
    await queueBookingMail(ctx, tx, id, `booking-message-${id}-${request}`, mail);
  });
