import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { reasonError } from '../calendar/reason.ts';
import { chargeWithdrawnEmail } from '../emails/charge-emails.server.ts';
import { dropExtra } from '../extras/owe-extra.server.ts';
import { closeOpenPayment, requireNoPayment } from '../payments/close-open-payment.server.ts';
import { payRefunds } from '../payments/refunds.server.ts';
import { type Booking, bookingByCode, lockBooking } from '../record/bookings-store.server.ts';
import { type BookingExtra, bookingExtraById, updateBookingExtra } from '../record/extras-store.server.ts';
import type { Charge } from './contract.server.ts';

const noSuchCharge = (): AppError => new AppError('notFound', 'There is no such charge of this booking.');

/**
 * Withdraws an unpaid charge from the bill.
 * @throws AppError `notFound`; `conflict` with a `reason`: `already_paid`, `already_decided`, `payment_under_way`
 */
export async function voidCharge(ctx: Ctx, code: string, id: string): Promise<Charge> {
  const { email: actor } = requireAdmin(ctx);
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking || !isUuid(id)) throw noSuchCharge();
  requireUnpaid(booking, await bookingExtraById(ctx.db, id));
  await closeOpenPayment(ctx, booking.id);
  await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockBooking(tx, booking.id);
    const row = requireUnpaid(locked, await bookingExtraById(tx, id));
    await requireNoPayment(tx, locked.id);
    const { label, reason, amount_cents, due_cents: amount } = row;
    await updateBookingExtra(tx, id, { status: 'withdrawn', due_cents: 0, decided_at: ctx.now() });
    await dropExtra(ctx, tx, locked, row, {
      event: 'charge_voided',
      actor,
      details: { charge: id, label, amount: amount_cents },
      reason: `“${label}” was taken back`,
      mails: (data) => ({
        [`charge-voided-${id}`]: chargeWithdrawnEmail(data, { label, reason, amount }),
      }),
    });
  });
  await payRefunds(ctx, booking.id);
  return { id, status: 'withdrawn', due: 0 };
}

function requireUnpaid({ id }: Booking, row: BookingExtra | undefined): BookingExtra {
  // Only guests withdraw what they ordered.
  if (row?.booking_id !== id || row.extra_id !== null) throw noSuchCharge();
  if (row.status === 'paid')
    throw reasonError('already_paid', 'This charge is paid. You can refund it instead.');
  if (row.status !== 'open') throw reasonError('already_decided', 'This charge was taken back before.');
  return row;
}
