import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { balancePaidEmail } from '../emails/balance-emails.server.ts';
import { chargedByCardEmail } from '../emails/charge-emails.server.ts';
import type { BookingEmailData } from '../emails/email-data.ts';
import { bookingConfirmedEmail, paidAfterCancelEmail } from '../emails/guest-emails.server.ts';
import { newBookingNotice } from '../emails/host-emails.server.ts';
import { bookUrl, loadEmailData } from '../emails/load-email-data.server.ts';
import { type LateReason, paidTooLateEmail, paidTooLateNotice } from '../emails/paid-too-late.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import type { Attempt } from '../record/attempts-store.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import type { BookingExtra } from '../record/extras-store.server.ts';
import type { AttemptState } from './attempt-calls.server.ts';
import type { Settlement } from './settlement.ts';

export interface SettledPayment {
  booking: Booking;
  attempt: Attempt;
  settlement: Settlement;
  /** Why the payment came too late for the stay. */
  lateReason: LateReason;
  fetched: AttemptState;
}

/** The key of the mail that confirms a booking. */
export const confirmationKey = (bookingId: string): string => `booking-confirmed-${bookingId}`;

/** Confirms a stay whose payment is in the ledger, or which costs nothing now. */
export async function confirmStay(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  card?: Pick<AttemptState, 'customerId' | 'paymentMethodId'>,
): Promise<void> {
  const { id, status: from, note } = booking;
  await changeBooking(ctx, tx, booking, {
    status: 'confirmed',
    set: withoutUndefined({
      confirmed_at: ctx.now(),
      stripe_customer_id: card?.customerId || undefined,
      stripe_payment_method_id: card?.paymentMethodId || undefined,
    }),
    event: 'confirmed',
    actor: 'card provider',
    details: { from },
    // The confirmation of a stay that begins soon includes how to get in.
    isArrivalSent: true,
    mails: (data) => ({
      [confirmationKey(id)]: bookingConfirmedEmail(data),
      [`booking-notice-${id}`]: newBookingNotice(data, { note }),
    }),
  });
}

/**
 * Mails the guest what a later payment was for, or that it came too late.
 * @param payment `extras`: the extras it paid for, in addition to the balance
 */
export async function mailPayment(
  ctx: Ctx,
  tx: Tx,
  payment: SettledPayment & { extras: readonly BookingExtra[] },
  amount: number,
): Promise<void> {
  const { booking, settlement, attempt, lateReason: reason } = payment;
  const data = await loadEmailData(ctx, tx, booking);
  if (booking.cancelled_at) {
    const refund = settlement.refund?.amount ?? 0;
    const mail = paidAfterCancelEmail(data, { amount, refund });
    return queueBookingMail(ctx, tx, booking.id, `booking-late-${attempt.id}`, mail);
  }
  if (settlement.refund?.kind === 'too_late') {
    const guest = paidTooLateEmail(data, {
      amount,
      bookUrl: bookUrl(ctx, data.slug),
      reason,
      isToCard: !attempt.takes_bank_debit,
    });
    await queueBookingMail(ctx, tx, booking.id, `booking-late-${attempt.id}`, guest);
    await queueBookingMail(
      ctx,
      tx,
      booking.id,
      `booking-late-notice-${attempt.id}`,
      paidTooLateNotice(data, { amount, reason }),
    );
    ctx.log.error({ bookingId: booking.id, status: booking.status, reason }, 'a booking was paid too late');
    return;
  }
  const retained = amount - (settlement.refund?.amount ?? 0);
  if (retained <= 0) return;
  const mail = paidEmail(data, payment, retained);
  await queueBookingMail(ctx, tx, booking.id, `booking-paid-${attempt.id}`, mail);
}

function paidEmail(
  data: BookingEmailData,
  { attempt, extras }: { attempt: Attempt; extras: readonly BookingExtra[] },
  amount: number,
): MailMessage {
  const [charge] = extras;
  if (attempt.purpose !== 'charge' || attempt.kind !== 'stored_card' || !charge)
    return balancePaidEmail(data, { amount, added: extras, isAlone: attempt.purpose === 'charge' });
  const { label, reason } = charge;
  return chargedByCardEmail(data, { label, reason, amount });
}
