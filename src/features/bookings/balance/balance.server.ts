import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { balanceAnnouncedEmail } from '../emails/balance-emails.server.ts';
import { adoptPayments } from '../payments/adopt-payments.server.ts';
import { recordUnpaid } from '../payments/balance-decline.server.ts';
import { closeAttempt } from '../payments/end-unpaid.server.ts';
import { describeStay } from '../payments/open-payment.server.ts';
import { settleAttempt } from '../payments/settle-booking.server.ts';
import {
  type Attempt,
  activeAttempt,
  attemptById,
  insertAttempt,
  setAttemptStatus,
} from '../record/attempts-store.server.ts';
import { announceDays, hasStoredCard } from '../record/booking.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { isDisputed } from '../record/disputes-store.server.ts';
import { bookingExtraById } from '../record/extras-store.server.ts';
import { propertyTitle } from '../record/homes-store.server.ts';
import { bookingMoney, chargeableBalance } from '../record/payments-store.server.ts';

/** The hour, in the home's time zone, at which a balance is charged on its due date. */
const chargeTime = '10:00';
/** The number of attempts after which a card is not tried again. */
export const maxDeclines = 3;

type Balance = Pick<Booking, 'balance_due_on' | 'balance_declines' | 'next_charge_at'>;

/** Whether the balance is due to be charged or requested by mail. */
export function isBalanceDue(
  { balance_due_on, balance_declines, next_charge_at }: Balance,
  now: Date,
): boolean {
  if (balance_due_on === null) return false;
  if (momentAtProperty(balance_due_on, chargeTime) > now || balance_declines >= maxDeclines) return false;
  return balance_declines === 0 || (next_charge_at !== null && next_charge_at <= now);
}

/** Charges a due balance to the stored card; without a card the guest is mailed a link. @throws AppError `unavailable` */
export const collectBalance = (ctx: Ctx, booking: Booking): Promise<void> =>
  hasStoredCard(booking) ? chargeBalance(ctx, booking.id) : requestBalance(ctx, booking.id);

/**
 * Computes the part of the balance that a card may be charged for. It returns null while a bank disputes a payment of the stay,
 * or has taken one back: then the hosts decide.
 */
async function collectable(tx: Tx, booking: Booking): Promise<number | null> {
  if (booking.status !== 'confirmed' || (await isDisputed(tx, booking.id))) return null;
  return chargeableBalance(await bookingMoney(tx, booking.id));
}

/** Mails a payment link for a balance that no card is stored for; an open page or a payment on its way is left alone. */
const requestBalance = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const amount = await collectable(tx, booking);
    if (booking.status !== 'confirmed' || !amount || amount <= 0 || !isBalanceDue(booking, ctx.now())) return;
    if ((await activeAttempt(tx, bookingId))?.status === 'processing') return;
    await recordUnpaid(ctx, tx, booking, { amount, id: newId(), hasCard: false });
  });

/** Charges the stored card once; an open payment page is closed first. @throws AppError `unavailable` */
async function chargeBalance(ctx: Ctx, bookingId: string): Promise<void> {
  await adoptPayments(ctx, bookingId);
  const open = await activeAttempt(ctx.db, bookingId);
  if (open && !(await dropOutdated(ctx, open))) await closeAttempt(ctx, open);
  const attempt = await startCharge(ctx, bookingId);
  if (attempt) await settleAttempt(ctx, attempt.id);
}

/** Resumes a charge whose result is unknown, unless it has been paid in another way. @throws AppError `unavailable` */
export async function resumeCharge(ctx: Ctx, attempt: Attempt): Promise<void> {
  await adoptPayments(ctx, attempt.booking_id);
  if (!(await dropOutdated(ctx, attempt))) await settleAttempt(ctx, attempt.id);
}

/** Ends a charge of more than is due for which the provider has no payment. @returns whether it ended */
const dropOutdated = (ctx: Ctx, { id, booking_id }: Attempt): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, booking_id);
    const attempt = await attemptById(tx, id);
    if (!attempt || !isUnknownCharge(attempt)) return false;
    if (attempt.amount_cents <= (await chargeableNow(tx, booking, attempt))) return false;
    await setAttemptStatus(tx, id, 'failed');
    return true;
  });

/** Returns the amount that is still due for an attempt's purpose: the balance, or one charge by hosts. */
async function chargeableNow(tx: Tx, booking: Booking, { id, purpose }: Attempt): Promise<number> {
  const balance = (await collectable(tx, booking)) ?? 0;
  if (purpose !== 'charge') return balance;
  const row = await bookingExtraById(tx, id);
  const isOpen = row?.status === 'open' && booking.status === 'confirmed';
  return isOpen && !(await isDisputed(tx, booking.id)) ? row.due_cents : 0;
}

/** Whether a charge of the stored card is pending with an unknown result. */
export const isUnknownCharge = ({ kind, status, stripe_id }: Attempt): boolean =>
  kind === 'stored_card' && status === 'pending' && stripe_id === null;

const startCharge = (ctx: Ctx, bookingId: string): Promise<Attempt | null> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const active = await activeAttempt(tx, bookingId);
    if (active) return active.kind === 'stored_card' ? active : null;
    const now = ctx.now();
    const amount = await collectable(tx, booking);
    if (booking.status !== 'confirmed' || !amount || amount <= 0) return null;
    if (!hasStoredCard(booking) || !isBalanceDue(booking, now)) return null;
    return insertAttempt(tx, {
      id: newId(),
      booking_id: bookingId,
      purpose: 'balance',
      kind: 'stored_card',
      status: 'pending',
      amount_cents: amount,
      currency: booking.currency,
      created_at: now,
      expires_at: new Date(now.getTime() + dayMs),
      description: describeStay(await propertyTitle(tx, booking.property_id), booking),
    });
  });

/** Announces a balance to the guest `announceDays` before it is charged, once. */
export const announceBalance = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const now = ctx.now();
    const amount = await collectable(tx, booking);
    const { balance_due_on: on, balance_announced_at } = booking;
    if (booking.status !== 'confirmed' || !amount || amount <= 0 || on === null || balance_announced_at)
      return;
    if (todayAtProperty(now) < addDays(on, -announceDays) || momentAtProperty(on, chargeTime) <= now) return;
    const charge = { amount, on, hasCard: hasStoredCard(booking) };
    await changeBooking(ctx, tx, booking, {
      set: { balance_announced_at: now },
      event: 'balance_announced',
      actor: 'system',
      mails: (data) => ({
        [`balance-announced-${bookingId}-${on}`]: balanceAnnouncedEmail(data, charge),
      }),
    });
  });
