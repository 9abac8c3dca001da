import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { balanceAnnouncedEmail } from '../emails/balance-emails.server.ts';
import { announceDays, hasStoredCard } from '../record/booking.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { bookingMoney, chargeableBalance } from '../record/payments-store.server.ts';

/**
 * Announces a balance that became due, or nearly, while a payment of the stay was disputed: it is charged `announceDays` from now.
 * @param booking locked by the transaction, and no longer disputed
 */
export async function announceLateBalance(ctx: Ctx, tx: Tx, booking: Booking): Promise<void> {
  const now = ctx.now();
  const on = addDays(todayAtProperty(now), announceDays);
  if (booking.status !== 'confirmed' || booking.balance_due_on === null || booking.balance_due_on >= on)
    return;
  const amount = chargeableBalance(await bookingMoney(tx, booking.id));
  if (amount <= 0) return;
  await changeBooking(ctx, tx, booking, {
    set: { balance_due_on: on, balance_announced_at: now },
    event: 'balance_announced',
    actor: 'system',
    mails: (data) => ({
      [`balance-announced-${booking.id}-${on}`]: balanceAnnouncedEmail(data, {
        amount,
        on,
        hasCard: hasStoredCard(booking),
      }),
    }),
  });
}
