import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { reasonError } from '../../bookings/calendar/reason.ts';
import { cancelByHosts } from '../../bookings/cancellation/cancel-booking.server.ts';
import { changeBooking } from '../../bookings/changes/change-booking.server.ts';
import { checkPromoUses } from '../../bookings/checkout/take-nights.server.ts';
import { requestApprovedEmail, requestDeclinedEmail } from '../../bookings/emails/guest-emails.server.ts';
import { bookUrl, payUrl } from '../../bookings/emails/load-email-data.server.ts';
import { messageGuest } from '../../bookings/messages/message-guest.server.ts';
import { renewLink } from '../../bookings/messages/renew-link.server.ts';
import { holdUntil, isTooLateToPay } from '../../bookings/payments/end-of-sale.server.ts';
import { orderRefund, payRefunds } from '../../bookings/payments/refunds.server.ts';
import { canBecome } from '../../bookings/record/booking.ts';
import {
  areNightsFree,
  type Booking,
  bookingByCode,
  lockBooking,
  updateBooking,
} from '../../bookings/record/bookings-store.server.ts';
import { recordEvent } from '../../bookings/record/events-store.server.ts';
import { bookingMoney, paidLeft } from '../../bookings/record/payments-store.server.ts';
import { orderedAmount } from '../../bookings/record/refunds-store.server.ts';
import { recheckFeeds } from '../../channels/import/read-feeds.server.ts';
import { requireOpenSite } from '../../opening/opening.server.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import type { HostedDetail, RefundRequest } from './contract.server.ts';
import { readBooking } from './read-booking.server.ts';

/** An approved guest reads a mail first. */
const approvedHoldMs = dayMs;

async function hostedBooking(ctx: Ctx, code: string): Promise<{ booking: Booking; actor: string }> {
  const { email } = requireAdmin(ctx);
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  return { booking, actor: email };
}

export async function readHostedBooking(ctx: Ctx, code: string): Promise<HostedDetail> {
  const { booking } = await hostedBooking(ctx, code);
  return readBooking(ctx, booking);
}

/** Approves or declines a pending booking in one transaction with its mail. */
const decidePending = (
  ctx: Ctx,
  { id }: Booking,
  to: 'held' | 'declined',
  act: (tx: Tx, booking: Booking) => Promise<void>,
): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    if (!canBecome(booking.status, to))
      throw new AppError('conflict', `Only requests can be approved or declined; this is ${booking.status}.`);
    await act(tx, booking);
  });

const soldElsewhere =
  'Another channel has closed some of these nights. Please decline the request, or free them there and approve it then.';

/** A pending booking becomes a hold with a payment link. @throws AppError `conflict` for nights that another channel has sold */
export async function approveBooking(ctx: Ctx, code: string): Promise<void> {
  const { booking, actor } = await hostedBooking(ctx, code);
  if (booking.status === 'requested') await recheckFeeds(ctx, booking.property_id);
  await decidePending(ctx, booking, 'held', async (tx, pending) => {
    const { id, checkin } = pending;
    await requireOpenSite(tx);
    const now = ctx.now();
    if (isTooLateToPay(pending, now))
      throw new AppError('conflict', 'The check-in day of this request is over. Please decline it.');
    if (!(await areNightsFree(tx, pending))) throw reasonError('dates_taken', soldElsewhere);
    const expiresAt = holdUntil(checkin, new Date(now.getTime() + approvedHoldMs));
    const approval = {
      payUrl: payUrl(ctx, pending),
      holdExpiresAt: expiresAt.toISOString(),
      dueNow: pending.due_now_cents,
    };
    await changeBooking(ctx, tx, pending, {
      status: 'held',
      set: { hold_expires_at: expiresAt },
      event: 'approved',
      actor,
      mails: (data) => ({ [`booking-approved-${id}`]: requestApprovedEmail(data, approval) }),
    });
    if (pending.promo_code_id) await checkPromoUses(tx, pending.promo_code_id);
  });
}

export async function declineBooking(ctx: Ctx, code: string, { reason }: { reason: string }): Promise<void> {
  const { booking, actor } = await hostedBooking(ctx, code);
  await decidePending(ctx, booking, 'declined', async (tx, pending) => {
    await changeBooking(ctx, tx, pending, {
      status: 'declined',
      event: 'declined',
      actor,
      details: { reason },
      mails: (data) => ({
        [`booking-declined-${pending.id}`]: requestDeclinedEmail(data, {
          reason,
          bookUrl: bookUrl(ctx, data.slug),
        }),
      }),
    });
  });
}

export async function cancelHostedBooking(
  ctx: Ctx,
  code: string,
  change: { refund: number; reason: string },
): Promise<void> {
  const { booking, actor } = await hostedBooking(ctx, code);
  await cancelByHosts(ctx, booking, { ...change, actor });
}

/** Refunds any part of what is left, once for each `key`. @throws AppError `invalid` for more, `conflict` for a used key */
export async function refundHostedBooking(
  ctx: Ctx,
  code: string,
  { amount, reason, isPaidBack }: RefundRequest,
  key: string | null,
): Promise<void> {
  const { booking, actor } = await hostedBooking(ctx, code);
  const { id } = booking;
  await assertLedgerComplete(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockBooking(tx, id);
    const cause = `hosts:${key ?? newId()}`;
    const ordered = await orderedAmount(tx, id, cause);
    if (ordered === amount) return;
    if (ordered !== null)
      throw new AppError(
        'conflict',
        'An earlier refund was made with the same Idempotency-Key. Please look at the booking before you refund again.',
      );
    if (amount > paidLeft(await bookingMoney(tx, id)))
      throw new AppError('invalid', 'That is more than what is paid and not refunded yet.', {
        fields: { amount: 'That is more than what is left' },
      });
    await recordEvent(tx, {
      booking_id: id,
      event: 'refund_ordered',
      actor,
      details: { amount, reason },
      created_at: ctx.now(),
    });
    await orderRefund(ctx, tx, locked, { kind: 'hosts', cause, reason, amount, isPaidBack });
  });
  await payRefunds(ctx, id);
}

/** Sets the code of one stay, which its guest reads in time; an empty one leaves only the home's notes. */
export async function setAccessCode(ctx: Ctx, code: string, accessCode: string): Promise<void> {
  const { booking, actor } = await hostedBooking(ctx, code);
  await ctx.db.transaction().execute(async (tx) => {
    const { access_code } = await lockBooking(tx, booking.id);
    if (access_code === accessCode) return;
    const now = ctx.now();
    await updateBooking(tx, booking.id, { access_code: accessCode, updated_at: now });
    await recordEvent(tx, {
      booking_id: booking.id,
      event: accessCode ? 'access_code_set' : 'access_code_cleared',
      actor,
      created_at: now,
    });
  });
}

/** @throws AppError as `renewLink` does */
export async function renewHostedLink(ctx: Ctx, code: string): Promise<void> {
  const { booking, actor } = await hostedBooking(ctx, code);
  await renewLink(ctx, booking, actor);
}

/** @param key of the request: repeated, it sends nothing more */
export async function messageHostedBooking(
  ctx: Ctx,
  code: string,
  text: string,
  key: string | null,
): Promise<void> {
  const { name, email } = requireAdmin(ctx);
  await messageGuest(ctx, code, text, { name, email }, key);
}
