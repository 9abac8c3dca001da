import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { reasonError } from '../calendar/reason.ts';
import { type BookingChange, changeBooking } from '../changes/change-booking.server.ts';
import { extraApprovedEmail, extraDeclinedEmail } from '../emails/extra-emails.server.ts';
import { payRefunds } from '../payments/refunds.server.ts';
import { extraAmounts, lineOfExtra, toPricedRow, toPricedStay } from '../record/added-extras.ts';
import { type Booking, bookingByCode, lockBooking } from '../record/bookings-store.server.ts';
import { type BookingExtra, bookingExtraById, updateBookingExtra } from '../record/extras-store.server.ts';
import { dropExtra, hasBalanceToCome, oweExtra, priceOfBooking } from './owe-extra.server.ts';
import { withAmount } from './repriced-extras.server.ts';

/**
 * Approves an extra that a guest requested; its price is owed from now on.
 * @throws AppError `notFound`, `conflict` (`already_decided`)
 */
export const approveExtra = (ctx: Ctx, code: string, id: string): Promise<void> =>
  decide(ctx, code, id, async (tx, booking, row, actor) => {
    const price = await priceOfBooking(tx, booking);
    const change = {
      event: 'extra_approved',
      actor,
      details: { id, label: row.label, quantity: row.quantity },
    };
    // The extra was paid before a move, after which its new day was requested.
    if (lineOfExtra(row, price.lines)) {
      await updateBookingExtra(tx, id, { status: 'paid', decided_at: ctx.now() });
      // The triggers have given it its new time.
      await changeBooking(ctx, tx, await lockBooking(tx, booking.id), {
        ...change,
        mails: approvedMail(row, 0),
      });
      return;
    }
    const stay = toPricedStay(booking);
    const isInBalance = await hasBalanceToCome(ctx, tx, booking);
    const { amount, total } = extraAmounts(withAmount(row, stay), { price, stay });
    const due = isInBalance ? 0 : total;
    await updateBookingExtra(tx, id, {
      status: 'open',
      collect: isInBalance ? 'balance' : 'link',
      amount_cents: amount,
      due_cents: due,
      decided_at: ctx.now(),
    });
    await oweExtra(ctx, tx, booking, toPricedRow(row), { ...change, mails: approvedMail(row, due) });
  });

/** An extra that a move requests again is approved again, with another mail. */
const approvedMail =
  (row: BookingExtra, due: number): NonNullable<BookingChange['mails']> =>
  (data) => ({
    [`extra-approved-${row.id}-${data.checkin}-${data.checkout}`]: extraApprovedEmail(data, row, {
      due: Math.min(due, data.due),
      dueOn: data.dueOn,
    }),
  });

/**
 * Declines an extra that a guest requested, and refunds what was paid for it.
 * @throws AppError `notFound`, `conflict` (`already_decided`)
 */
export const declineExtra = (ctx: Ctx, code: string, id: string, reason: string): Promise<void> =>
  decide(ctx, code, id, async (tx, booking, row, actor) => {
    await updateBookingExtra(tx, id, { status: 'declined', reason, decided_at: ctx.now() });
    await dropExtra(ctx, tx, booking, row, {
      event: 'extra_declined',
      actor,
      details: { id, label: row.label, quantity: row.quantity, reason },
      reason: `“${row.label}” is not possible`,
      mails: (data, returned) => ({
        [`extra-declined-${id}-${data.checkin}-${data.checkout}`]: extraDeclinedEmail(data, row, {
          ...returned,
          reason,
        }),
      }),
    });
  });

/** Decides an order once, in one transaction with its mail. */
async function decide(
  ctx: Ctx,
  code: string,
  id: string,
  act: (tx: Tx, booking: Booking, row: BookingExtra, actor: string) => Promise<void>,
): Promise<void> {
  const { email } = requireAdmin(ctx);
  const unlocked = await bookingByCode(ctx.db, readCode(code));
  if (!unlocked) throw new AppError('notFound', 'There is no booking with this code.');
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, unlocked.id);
    const row = isUuid(id) ? await bookingExtraById(tx, id) : undefined;
    if (row?.booking_id !== booking.id || row.extra_id === null)
      throw new AppError('notFound', 'There is no such extra of this stay.');
    if (row.status !== 'asked')
      throw reasonError('already_decided', `“${row.label}” was decided already: it is ${row.status}.`);
    if (booking.status !== 'confirmed')
      throw reasonError('not_confirmed', `This stay is ${booking.status}, so nothing is added to it.`);
    await act(tx, booking, row, email);
  });
  await payRefunds(ctx, unlocked.id);
}
