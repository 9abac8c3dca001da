import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { deleteQueuedMail } from '../../../platform/mail/mailer.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { requeueMessages } from '../../inbox/threads/messages.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { addressChangedEmail, guestCorrectedEmail } from '../emails/corrected-emails.server.ts';
import { accessUrl } from '../emails/load-email-data.server.ts';
import { closeAttempt } from '../payments/end-unpaid.server.ts';
import { activeAttempt } from '../record/attempts-store.server.ts';
import { isCorrectable, isReachable } from '../record/booking.ts';
import { bookingKey } from '../record/booking-key.server.ts';
import { type Booking, bookingByCode, lockBooking } from '../record/bookings-store.server.ts';
import { revokeCompanions } from '../record/companions-store.server.ts';
import { renewAccess } from '../record/renew-access.server.ts';
import type { GuestCorrection } from './contract.server.ts';

const addressLimit: Limit = {
  name: 'guest-address',
  points: 5,
  seconds: 86_400,
  message:
    'The e-mail address of this booking was changed five times within a day. Please try again tomorrow.',
};

/**
 * Corrects the guest of a booking. Another e-mail address ends the access of everybody who had it: earlier links, browsers and
 * reply addresses. The mail to the new address has a new link, and messages that were not delivered go there, too.
 * @throws AppError `conflict` (`not_confirmed` for a booking that has ended), `tooMany`, `unavailable`
 */
export async function correctGuest(ctx: Ctx, code: string, correction: GuestCorrection): Promise<void> {
  const { email: actor } = requireAdmin(ctx);
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  requireCorrectable(booking);
  if (isOtherAddress(booking, correction)) {
    await ctx.consumeLimit(addressLimit, booking.id);
    // The open payment page names the former address.
    const attempt = await activeAttempt(ctx.db, booking.id);
    if (attempt?.kind === 'page') await closeAttempt(ctx, attempt);
  }
  await ctx.db.transaction().execute((tx) => apply(ctx, tx, booking.id, { correction, actor }));
}

const isOtherAddress = (booking: Booking, { email }: GuestCorrection): boolean =>
  email !== undefined && email !== booking.email;

function requireCorrectable(booking: Booking): void {
  if (isCorrectable(booking)) return;
  throw reasonError('not_confirmed', `The guest of this booking cannot be changed: ${whyNot(booking)}.`);
}

const whyNot = (booking: Booking): string =>
  isReachable(booking)
    ? `it is ${booking.status}`
    : 'nobody has taken the offer yet, or the guest deleted their account';

async function apply(
  ctx: Ctx,
  tx: Tx,
  id: string,
  { correction, actor }: { correction: GuestCorrection; actor: string },
): Promise<void> {
  const before = await lockBooking(tx, id);
  requireCorrectable(before);
  const { note, ...guest } = correction;
  const fields = (['name', 'email', 'phone'] as const).filter(
    (field) => guest[field] !== undefined && guest[field] !== before[field],
  );
  if (fields.length === 0) return;
  const change = { event: 'guest_corrected', actor, details: { fields } };
  if (!isOtherAddress(before, correction)) {
    await changeBooking(ctx, tx, before, { ...change, set: guest });
    return;
  }
  const attempt = await activeAttempt(tx, id);
  if (attempt?.kind === 'page' && attempt.status !== 'processing')
    throw new AppError(
      'conflict',
      'The guest is just opening the payment page. Please try again in a minute.',
    );
  const mails = await deleteQueuedMail(tx, { to: before.email, about: before.code });
  const booking = await renewAccess(ctx, tx, before);
  await revokeCompanions(tx, id, ctx.now());
  const changeId = newId();
  await changeBooking(ctx, tx, booking, {
    ...change,
    // The former guest's account may have been deleted.
    set: { ...guest, anonymize_on: null },
    mails: (data) => ({
      [`guest-corrected-${changeId}`]: guestCorrectedEmail(
        { ...data, tripUrl: accessUrl(ctx, booking) },
        { note, isConfirmed: booking.status === 'confirmed' },
      ),
      [`address-changed-${changeId}`]: addressChangedEmail(data, before.email),
    }),
    isArrivalSent: true,
  });
  const keys = {
    // A message may have been queued before the link was renewed earlier.
    before: Array.from({ length: before.key_version + 1 }, (_, version) => bookingKey(ctx, id, version)),
    now: bookingKey(ctx, id, booking.key_version),
  };
  await requeueMessages(ctx, tx, id, { mails, keys });
}
