import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { recordEvent } from '../checkout/store.server.ts';
import { balanceDeclinedEmail } from '../emails/guest-emails.server.ts';
import { balanceDeclinedNotice } from '../emails/host-emails.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { type Attempt, type Booking, updateBooking } from './store.server.ts';

/** After the first refusal the card is tried again one day later, and two days after that. */
const retryAfterDays = [1, 2];

/** Records that the stored card was declined, and tells guest and hosts; nothing is cancelled by itself. */
export async function recordDecline(ctx: Ctx, tx: Tx, booking: Booking, attempt: Attempt): Promise<void> {
  const now = ctx.now();
  const waitDays = retryAfterDays[booking.balance_declines];
  const nextAt = waitDays === undefined ? null : new Date(now.getTime() + waitDays * dayMs);
  await updateBooking(tx, booking.id, {
    ...{ balance_declines: booking.balance_declines + 1, next_charge_at: nextAt, updated_at: now },
  });
  const amount = attempt.amount_cents;
  await recordEvent(tx, {
    ...{ booking_id: booking.id, event: 'balance_declined', actor: 'card provider' },
    ...{ details: { amount }, created_at: now },
  });
  const data = await loadEmailData(ctx, tx, booking);
  const nextAttemptOn = nextAt ? todayAtProperty(nextAt) : null;
  const guest = balanceDeclinedEmail(data, { amount, payUrl: data.tripUrl, nextAttemptOn });
  await ctx.mail.queue(tx, `balance-declined-${attempt.id}`, guest);
  const hosts = balanceDeclinedNotice(data, { amount, nextAttemptOn });
  await ctx.mail.queue(tx, `balance-declined-notice-${attempt.id}`, hosts);
}
