import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { cardDeclinedNotice, chargeDeclinedEmail } from '../emails/charge-emails.server.ts';
import { chargeable } from '../pricing/min-charge.ts';
import type { Attempt } from '../record/attempts-store.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { type BookingExtra, bookingExtraById, markPaid } from '../record/extras-store.server.ts';
import { bookingMoney } from '../record/payments-store.server.ts';

/** Whether an open extra is due separately, and not with a balance that is still to come. */
const isDueAlone = ({ due_cents }: BookingExtra): boolean => due_cents > 0;

/**
 * Marks the extras that a payment was for as paid; the payment is in the ledger already.
 * @param rows the extras that were open before it: a trigger marks all as paid once nothing is open
 * @returns the extras that it was for
 */
export async function payExtras(
  tx: Tx,
  attempt: Attempt,
  rows: readonly BookingExtra[],
  now: Date,
): Promise<BookingExtra[]> {
  if (rows.length === 0) return [];
  const { open } = await bookingMoney(tx, attempt.booking_id);
  const paid = attempt.purpose === 'charge' ? paidCharges(rows, attempt) : paidWithBalance(rows, open);
  await markPaid(tx, paid, now);
  return paid;
}

/** Returns the charges that an attempt paid: by stored card the one with its id, on a page the oldest up to its amount. */
function paidCharges(rows: readonly BookingExtra[], { id, kind, amount_cents }: Attempt): BookingExtra[] {
  if (kind === 'stored_card') return rows.filter((row) => row.id === id);
  let left = amount_cents;
  return rows.filter(isDueAlone).filter((row) => {
    left -= row.due_cents;
    return left >= 0;
  });
}

/** Finds paid extras: those of a balance that is paid, and those due separately, oldest first, as far as the payment reaches. */
function paidWithBalance(rows: readonly BookingExtra[], open: number): BookingExtra[] {
  const alone = rows.filter(isDueAlone);
  let unpaid = alone.reduce((sum, row) => sum + row.due_cents, 0);
  const isBalancePaid = chargeable(open - unpaid) <= 0;
  const paid = alone.filter((row) => {
    const isPaid = unpaid > open;
    if (isPaid) unpaid -= row.due_cents;
    return isPaid;
  });
  return isBalancePaid ? [...paid, ...rows.filter((row) => !isDueAlone(row))] : paid;
}

/**
 * Records a declined card for a charge by hosts: the charge stays open, the guest gets its link, and the hosts are
 * notified.
 */
export async function recordDeclinedCharge(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { id, amount_cents: amount }: Attempt,
): Promise<void> {
  const row = await bookingExtraById(tx, id);
  if (!row) return;
  const charge = { label: row.label, reason: row.reason, amount };
  await changeBooking(ctx, tx, booking, {
    event: 'charge_declined',
    actor: 'card provider',
    details: { charge: id, label: row.label, amount },
    mails: (data) => ({
      [`charge-declined-${id}`]: chargeDeclinedEmail(data, charge),
      [`charge-declined-notice-${id}`]: cardDeclinedNotice(data, charge),
    }),
  });
}
