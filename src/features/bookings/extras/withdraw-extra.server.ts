import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { reasonError } from '../calendar/reason.ts';
import { extraWithdrawnEmail } from '../emails/extra-emails.server.ts';
import { closeOpenPayment, requireNoPayment } from '../payments/close-open-payment.server.ts';
import { endAttempt } from '../payments/end-unpaid.server.ts';
import { payRefunds } from '../payments/refunds.server.ts';
import { toActor } from '../record/actor.ts';
import { activeAttempt } from '../record/attempts-store.server.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import {
  type BookingExtra,
  bookingExtraById,
  lapsedExtras,
  updateBookingExtra,
} from '../record/extras-store.server.ts';
import { assertSameKey } from '../record/find-booking.server.ts';
import { dropExtra } from './owe-extra.server.ts';

/** Selects the orders to withdraw, which have been unpaid for a day. */
export const lapsedBy = (now: Date) => ({ orderedBefore: new Date(now.getTime() - dayMs), now });

const event = 'extra_withdrawn';

const noSuchOrder = () => new AppError('notFound', 'There is no such extra of this stay.');

/** @throws AppError `conflict` (`already_paid`, `already_decided`) for what is no open order */
function requirePending({ status }: BookingExtra): void {
  if (status === 'asked' || status === 'open') return;
  if (status === 'paid' || status === 'included')
    throw reasonError('already_paid', 'This is paid. Please write to us if you do not need it any more.');
  throw reasonError('already_decided', `This was ${status} already.`);
}

async function findOrder(tx: Tx | Ctx['db'], bookingId: string, id: string): Promise<BookingExtra> {
  const row = isUuid(id) ? await bookingExtraById(tx, id) : undefined;
  if (!row || row.booking_id !== bookingId || row.extra_id === null) throw noSuchOrder();
  return row;
}

/**
 * Takes an order back that is asked for, or open and not paid.
 * @throws AppError `notFound`; `conflict` (`already_paid`, `already_decided`, `payment_under_way`)
 */
export async function withdrawExtra(ctx: Ctx, authorized: Booking, id: string): Promise<void> {
  const { id: bookingId } = authorized;
  requirePending(await findOrder(ctx.db, bookingId, id));
  await closeOpenPayment(ctx, bookingId);
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    assertSameKey(authorized, booking);
    const row = await findOrder(tx, bookingId, id);
    requirePending(row);
    await requireNoPayment(tx, bookingId);
    await withdraw(ctx, tx, booking, row, toActor(ctx));
  });
  await payRefunds(ctx, bookingId);
}

/** Withdraws an order that was not paid or decided in time, with a mail; not while its payment is pending. */
export async function lapseExtra(ctx: Ctx, { id, booking_id }: Pick<BookingExtra, 'id' | 'booking_id'>) {
  const attempt = await activeAttempt(ctx.db, booking_id);
  if (attempt?.status === 'processing') return;
  if (attempt) await endAttempt(ctx, attempt);
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, booking_id);
    const row = await bookingExtraById(tx, id);
    const [lapsed] = await lapsedExtras(tx, lapsedBy(ctx.now()), id);
    if (!row || !lapsed || (await activeAttempt(tx, booking_id))) return;
    await withdraw(ctx, tx, booking, row, 'system');
  });
  await payRefunds(ctx, booking_id);
}

async function withdraw(ctx: Ctx, tx: Tx, booking: Booking, row: BookingExtra, actor: string): Promise<void> {
  await updateBookingExtra(tx, row.id, { status: 'withdrawn', due_cents: 0, decided_at: ctx.now() });
  await dropExtra(ctx, tx, booking, row, {
    event,
    actor,
    details: { id: row.id, label: row.label, quantity: row.quantity },
    reason: `“${row.label}” was withdrawn`,
    mails: (data, returned) => ({
      [`extra-withdrawn-${row.id}`]: extraWithdrawnEmail(data, row, {
        ...returned,
        lapsed: actor === 'system' ? row.status : null,
      }),
    }),
  });
}
