import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { balanceUnpaidEmail } from '../emails/balance-emails.server.ts';
import { balanceUnpaidNotice } from '../emails/payment-notices.server.ts';
import type { Attempt } from '../record/attempts-store.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';

/** Days from each declined charge to the next one. */
const retryAfterDays = [1, 2];

/** A balance that could not be charged. */
interface Unpaid {
  amount: number;
  /** A part of the keys of its mails. */
  id: string;
  /** Whether a stored card was declined, or none is stored. */
  hasCard: boolean;
}

/** Records that the stored card was declined, and mails guest and hosts; the stay is not cancelled. */
export const recordDecline = (ctx: Ctx, tx: Tx, booking: Booking, attempt: Attempt): Promise<void> =>
  recordUnpaid(ctx, tx, booking, { amount: attempt.amount_cents, id: attempt.id, hasCard: true });

/** Records a balance that is due and not paid, and mails guest and hosts. */
export async function recordUnpaid(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { amount, id, hasCard }: Unpaid,
): Promise<void> {
  const now = ctx.now();
  const waitDays = retryAfterDays[booking.balance_declines];
  const nextAt = waitDays === undefined ? null : new Date(now.getTime() + waitDays * dayMs);
  const facts = { amount, nextAttemptOn: nextAt ? todayAtProperty(nextAt) : null, hasCard };
  await changeBooking(ctx, tx, booking, {
    set: { balance_declines: booking.balance_declines + 1, next_charge_at: nextAt },
    event: hasCard ? 'balance_declined' : 'balance_requested',
    actor: hasCard ? 'card provider' : 'system',
    details: { amount },
    mails: (data) => ({
      [`balance-declined-${id}`]: balanceUnpaidEmail(data, { ...facts, payUrl: data.tripUrl }),
      [`balance-declined-notice-${id}`]: balanceUnpaidNotice(data, facts),
    }),
  });
}
