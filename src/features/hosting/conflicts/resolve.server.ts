import type { Ctx } from '../../../platform/context.server.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { reasonError } from '../../bookings/calendar/reason.ts';
import { cancelByHosts } from '../../bookings/cancellation/cancel-booking.server.ts';
import { bookingCancelledEmail } from '../../bookings/emails/guest-emails.server.ts';
import { loadEmailData } from '../../bookings/emails/load-email-data.server.ts';
import { queueBookingMail } from '../../bookings/emails/queue-booking-mail.server.ts';
import { moveBooking } from '../../bookings/moving/move-booking.server.ts';
import { previewMove, previewMoveEmail } from '../../bookings/moving/preview-move.server.ts';
import { type Booking, lockBooking } from '../../bookings/record/bookings-store.server.ts';
import { recordEvent } from '../../bookings/record/events-store.server.ts';
import { bookingMoney, isPaidByCard, refundable } from '../../bookings/record/payments-store.server.ts';
import { findConflict, listConflicts } from './actions.server.ts';
import type { ConflictChoice, ConflictList, MailPreview } from './contract.server.ts';
import { type OtherStay, otherDatesEmail } from './emails.server.ts';
import { findConflicts } from './find-conflicts.server.ts';
import { type ConflictRow, markOffered } from './store.server.ts';

/** The mail that a choice sends; nothing changes. @throws AppError as `resolveConflict` does */
export async function previewChoice(ctx: Ctx, id: string, choice: ConflictChoice): Promise<MailPreview> {
  const { booking } = await findConflict(ctx, id);
  const { to, subject, content } = await toMail(ctx, booking, choice);
  return { to: to.address, subject, text: toPlainText(content) };
}

async function toMail(ctx: Ctx, booking: Booking, choice: ConflictChoice): Promise<MailMessage> {
  switch (choice.choice) {
    case 'move':
      return previewMoveEmail(ctx, booking.code, toMove(booking, choice));
    case 'dates':
      return datesEmail(ctx, booking, choice);
    case 'refund': {
      await requireRefund(ctx, booking, choice.refund);
      const data = await loadEmailData(ctx, ctx.db, booking);
      const isToCard = await isPaidByCard(ctx.db, booking.id);
      const { refund, note: reason } = choice;
      return bookingCancelledEmail(data, { refund, by: 'hosts', reason, isToCard });
    }
  }
}

/**
 * Does what the hosts chose, and sends its mail.
 * @returns the conflicts that are left
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`, `conflict` with a `reason`, `unavailable`
 */
export async function resolveConflict(ctx: Ctx, id: string, choice: ConflictChoice): Promise<ConflictList> {
  const { email: actor } = requireAdmin(ctx);
  const { conflict, booking } = await findConflict(ctx, id);
  if (choice.choice === 'move') await moveBooking(ctx, booking.code, toMove(booking, choice));
  if (choice.choice === 'dates') await offerDates(ctx, conflict, { booking, choice, actor });
  if (choice.choice === 'refund') {
    await requireRefund(ctx, booking, choice.refund);
    await cancelByHosts(ctx, booking, { refund: choice.refund, reason: choice.note ?? '', actor });
  }
  await findConflicts(ctx);
  return listConflicts(ctx);
}

type ChoiceNamed<Name> = Extract<ConflictChoice, { choice: Name }>;

const toMove = ({ checkin, checkout }: Booking, { property, total, note }: ChoiceNamed<'move'>) => ({
  checkin,
  checkout,
  property,
  total,
  note,
  keepPrice: true,
});

/** @throws AppError `conflict` with `price_changed` when more or less is paid now */
async function requireRefund(ctx: Ctx, booking: Booking, refund: number): Promise<void> {
  const left = refundable(await bookingMoney(ctx.db, booking.id));
  if (refund === left) return;
  const { currency } = booking;
  const message = `The refund is ${formatMoney(left, currency)} now. Please look at it again.`;
  throw reasonError('price_changed', message, { refund: left, currency });
}

interface OfferedDates {
  booking: Booking;
  choice: ChoiceNamed<'dates'>;
  actor: string;
}

/** @throws AppError `conflict` where other dates were offered concurrently */
async function offerDates(
  ctx: Ctx,
  { id, offeredAt: storedAt }: ConflictRow,
  offered: OfferedDates,
): Promise<void> {
  const { booking, choice, actor } = offered;
  const { offeredAt } = choice;
  const listedAt = offeredAt ? new Date(offeredAt) : null;
  const seenAt = offeredAt === undefined ? storedAt : listedAt;
  const mail = await datesEmail(ctx, booking, choice);
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await markOffered(tx, id, { seenAt, now })))
      throw new AppError(
        'conflict',
        'Other dates have been offered by now, or the conflict is over. Nothing more was sent.',
      );
    const { status, quote_id } = await lockBooking(tx, booking.id);
    if (status !== 'confirmed' || quote_id !== booking.quote_id)
      throw new AppError('conflict', 'This stay was changed a moment ago. Please look at it again.');
    await recordEvent(tx, {
      booking_id: booking.id,
      event: 'other_dates_offered',
      actor,
      created_at: now,
      details: { stays: choice.stays },
    });
    await queueBookingMail(ctx, tx, booking.id, `other-dates-${newId()}`, mail);
  });
}

/** @throws AppError `conflict` with `dates_taken` if one of the stays is no longer free */
async function datesEmail(
  ctx: Ctx,
  booking: Booking,
  { stays, note = '' }: ChoiceNamed<'dates'>,
): Promise<MailMessage> {
  const data = await loadEmailData(ctx, ctx.db, booking);
  const priced = await Promise.all(
    stays.map(async (dates): Promise<OtherStay> => {
      const { to } = await previewMove(ctx, booking.code, { ...dates, keepPrice: true });
      return { propertyTitle: to.property.title, ...dates, total: to.total };
    }),
  );
  return otherDatesEmail(data, { note, stays: priced });
}
