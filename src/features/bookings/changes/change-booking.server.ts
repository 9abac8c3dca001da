import type { Updateable } from 'kysely';
import type { Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { type BookingEmailData, hasAccess } from '../emails/email-data.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { canBecome, isReachable, occupiesNights } from '../record/booking.ts';
import { type Booking, updateBooking, writeStatus } from '../record/bookings-store.server.ts';
import { revokeCompanions } from '../record/companions-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';

export interface BookingChange {
  /** The new status: one of the transitions in docs/booking-states.md. */
  status?: BookingsTable['status'];
  /** Other columns that change with it. */
  set?: Omit<Updateable<BookingsTable>, 'status' | 'updated_at'>;
  /** The name of the event in the booking's history. */
  event: string;
  /** The address of a host, `guest`, `system` or `card provider`. */
  actor: string;
  details?: object;
  /** The mails about the change, by their keys; each key is queued once. @param data of the changed booking */
  mails?: (data: BookingEmailData & { slug: string }) => Record<string, MailMessage>;
  /** Whether these mails say how to get in, where that is due: then no arrival mail follows. */
  isArrivalSent?: boolean;
}

/**
 * Changes a booking with its event and its mails; nothing else changes the status of one, but holds that give way to a new one
 * (`record/holds-store`).
 * @param booking locked by the transaction
 * @returns it as it is then
 * @throws Error for a transition that is not drawn: its caller did not check the status
 */
export async function changeBooking(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { status, set, event, actor, details, mails, isArrivalSent = false }: BookingChange,
): Promise<Booking> {
  const { id } = booking;
  if (status !== undefined && !canBecome(booking.status, status))
    throw new Error(`booking ${booking.code} is ${booking.status} and cannot become ${status}`);
  const now = ctx.now();
  let changed = booking;
  if (status !== undefined) {
    // A stay that ends early has no check-out to wait for: the data of a deleted account are anonymized today.
    const isOver = booking.anonymize_on !== null && !occupiesNights(status);
    const anonymize = isOver ? { anonymize_on: todayAtProperty(now) } : {};
    changed = await writeStatus(tx, id, { ...set, ...anonymize, status, updated_at: now });
  } else if (set) changed = await updateBooking(tx, id, { ...set, updated_at: now });
  // A companion's link is only for this stay in this home.
  if (status === 'cancelled' || changed.property_id !== booking.property_id)
    await revokeCompanions(tx, id, now);
  await recordEvent(tx, { booking_id: id, event, actor, details, created_at: now });
  if (!mails) return changed;
  const data = await loadEmailData(ctx, tx, changed);
  if (isArrivalSent && hasAccess(data) && isReachable(changed))
    changed = await updateBooking(tx, id, { arrival_sent_at: now, updated_at: now });
  for (const [key, mail] of Object.entries(mails(data))) await queueBookingMail(ctx, tx, id, key, mail);
  return changed;
}
