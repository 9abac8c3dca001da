import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { balancePaidEmail } from '../emails/balance-emails.server.ts';
import { chargeRequestedEmail } from '../emails/charge-emails.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { oweExtra, priceOfBooking } from '../extras/owe-extra.server.ts';
import { paymentProcessingError, requireNoPayment } from '../payments/close-open-payment.server.ts';
import { endAttempt } from '../payments/end-unpaid.server.ts';
import { loadSettled } from '../payments/load-settled.server.ts';
import { describeStay, openPayment } from '../payments/open-payment.server.ts';
import { settleAttempt } from '../payments/settle-booking.server.ts';
import { taxesOfExtra } from '../pricing/price-of-extras.ts';
import { bookedTaxes, toPricedRow, toPricedStay } from '../record/added-extras.ts';
import { type Attempt, activeAttempt, insertAttempt } from '../record/attempts-store.server.ts';
import { hasCardForLater } from '../record/booking.ts';
import { type Booking, bookingByCode, bookingById, lockBooking } from '../record/bookings-store.server.ts';
import { isDisputed } from '../record/disputes-store.server.ts';
import { eventDetailsOfKey } from '../record/events-store.server.ts';
import { type BookingExtra, bookingExtraById, insertBookingExtra } from '../record/extras-store.server.ts';
import { propertyTitle } from '../record/homes-store.server.ts';
import { insertPayment } from '../record/payments-store.server.ts';
import type { Charge, ChargePreview, ChargePreviewRequest, ChargeRequest } from './contract.server.ts';

/** The maximum of one charge in minor units, independent of the price of the stay. */
const maxChargeCents = 200_000;

const event = 'charged';

/** The bill of a stay before and after a charge; nothing changes. @throws AppError with a `reason` */
export async function previewCharge(
  ctx: Ctx,
  code: string,
  { amount, isTaxed }: ChargePreviewRequest,
): Promise<ChargePreview> {
  const { booking } = await chargeableBooking(ctx, code);
  requireConfirmed(booking);
  requireNotTooHigh(booking, amount);
  const taxes = await taxesOfCharge(ctx.db, booking, { amount, isTaxed });
  const due = amount + taxes;
  return { from: booking.total_cents, to: booking.total_cents + due, amount, taxes, due };
}

/** The difference that a charge makes to the taxes of the whole bill, in minor units. */
async function taxesOfCharge(
  db: Db,
  booking: Booking,
  charge: Pick<ChargeRequest, 'amount' | 'isTaxed'>,
): Promise<number> {
  const price = await priceOfBooking(db, booking);
  const stay = toPricedStay(booking);
  const taxes = bookedTaxes(price, stay);
  return taxesOfExtra(charge, { taxes, stay, lines: price.lines });
}

/**
 * Charges a guest for something beside the price of a confirmed stay, once for each key.
 * @throws AppError with a `reason` and nothing changed: `charge_too_high`, `no_card`, `disputed`, `payment_under_way`, …
 */
export async function chargeGuest(
  ctx: Ctx,
  code: string,
  request: ChargeRequest,
  key: string,
): Promise<Charge> {
  const { booking, actor } = await chargeableBooking(ctx, code);
  const charging = { request, actor, keyHash: hashToken(key).toString('hex') };
  const before = await earlierCharge(ctx.db, booking, charging);
  if (before) return repeatedCharge(ctx, before);
  try {
    return await charge(ctx, booking, charging);
  } catch (error) {
    // Another request with the same key may have charged, at any moment since.
    const same = error instanceof AppError ? await earlierCharge(ctx.db, booking, charging) : undefined;
    if (same) return repeatedCharge(ctx, same);
    throw error;
  }
}

async function charge(ctx: Ctx, booking: Booking, charging: Charging): Promise<Charge> {
  const { request } = charging;
  await requireChargeable(ctx.db, booking, request);
  await assertLedgerComplete(ctx);
  const attempt = await activeAttempt(ctx.db, booking.id);
  if (request.collect === 'card') requireNoPaymentInProgress(attempt);
  // An open payment page asks for less than is due from now on, so it is closed.
  if (attempt && attempt.status !== 'processing') await endAttempt(ctx, attempt);
  const { row, isNew } = await ctx.db.transaction().execute((tx) => apply(ctx, tx, booking.id, charging));
  return isNew ? collect(ctx, row) : repeatedCharge(ctx, row);
}

async function chargeableBooking(ctx: Ctx, code: string): Promise<{ booking: Booking; actor: string }> {
  const { email } = requireAdmin(ctx);
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  return { booking, actor: email };
}

async function requireChargeable(
  db: Db,
  booking: Booking,
  { amount, collect }: ChargeRequest,
): Promise<void> {
  requireConfirmed(booking);
  requireNotTooHigh(booking, amount);
  if (collect !== 'card') return;
  if (!hasCardForLater(booking))
    throw reasonError(
      'no_card',
      'This guest did not agree to later charges, or no card is stored. Please send a link.',
    );
  if (await isDisputed(db, booking.id))
    throw reasonError(
      'disputed',
      'The guest’s bank disputes a payment of this stay: the card is not charged.',
    );
}

function requireConfirmed({ status }: Booking): void {
  if (status !== 'confirmed')
    throw reasonError('not_confirmed', `Only confirmed stays are charged for; this one is ${status}.`);
}

function requireNotTooHigh({ total_cents, currency }: Booking, amount: number): void {
  const maxAmount = Math.min(total_cents, maxChargeCents);
  if (amount <= maxAmount) return;
  const message = `A charge of this stay can be ${formatMoney(maxAmount, currency)} at most.`;
  throw reasonError('charge_too_high', message, { fields: { amount: message } });
}

function requireNoPaymentInProgress(attempt: Attempt | undefined): void {
  if (attempt && (attempt.status === 'processing' || attempt.kind === 'stored_card'))
    throw paymentProcessingError();
}

interface Charging {
  request: ChargeRequest;
  actor: string;
  keyHash: string;
}

/** Returns the charge that this idempotency key made earlier. @throws AppError `conflict` where that was another charge */
async function earlierCharge(
  db: Db,
  booking: Booking,
  { request, keyHash }: Charging,
): Promise<BookingExtra | undefined> {
  const details = await eventDetailsOfKey(db, { bookingId: booking.id, event, key: keyHash });
  if (!details) return undefined;
  const row = await bookingExtraById(db, String(details.charge));
  const isSame =
    row?.label === request.label &&
    row.unit_cents === request.amount &&
    row.is_taxed === request.isTaxed &&
    row.reason === request.reason &&
    row.collect === request.collect &&
    details.how === (request.how ?? '');
  if (row && isSame) return row;
  throw new AppError(
    'conflict',
    'An earlier charge was made with the same Idempotency-Key. Please look at the booking again.',
  );
}

/** Stores the charge, its line in the bill, and the payment that is made at once or has been made. */
async function apply(
  ctx: Ctx,
  tx: Tx,
  id: string,
  charging: Charging,
): Promise<{ row: BookingExtra; isNew: boolean }> {
  const { request, actor, keyHash } = charging;
  const booking = await lockBooking(tx, id);
  const before = await earlierCharge(tx, booking, charging);
  if (before) return { row: before, isNew: false };
  await requireChargeable(tx, booking, request);
  if (request.collect === 'card') await requireNoPayment(tx, id);
  const { row, taxes } = await insertCharge(ctx, tx, booking, { request, actor });
  const { label, reason, amount_cents } = row;
  const amount = amount_cents + taxes;
  const { collect } = request;
  await oweExtra(ctx, tx, booking, toPricedRow(row), {
    event,
    actor,
    details: {
      charge: row.id,
      label,
      amount: amount_cents,
      taxes,
      collect,
      how: request.how ?? '',
      reason,
      key: keyHash,
    },
    // The result of a card charge is mailed later, and a payment once it is in the ledger.
    mails: (data) =>
      collect === 'link'
        ? { [`charge-requested-${row.id}`]: chargeRequestedEmail(data, { label, reason, amount }) }
        : {},
  });
  if (collect === 'card') await insertCardAttempt(ctx, tx, booking, row);
  if (collect === 'elsewhere') await recordPaid(ctx, tx, booking, { row, amount, how: request.how ?? '' });
  return { row, isNew: true };
}

/** Adds what the hosts were paid to the ledger, once the bill has its line, and mails the receipt. */
async function recordPaid(
  ctx: Ctx,
  tx: Tx,
  { id, currency }: Booking,
  { row, amount, how }: { row: BookingExtra; amount: number; how: string },
): Promise<void> {
  await insertPayment(tx, {
    booking_id: id,
    kind: 'charge',
    amount_cents: amount,
    currency,
    method: 'elsewhere',
    reason: how,
    stripe_id: null,
    created_at: ctx.now(),
  });
  const data = await loadEmailData(ctx, tx, await lockBooking(tx, id));
  await queueBookingMail(
    ctx,
    tx,
    id,
    `charge-${row.id}`,
    balancePaidEmail(data, { amount, added: [row], isAlone: true }),
  );
}

async function insertCharge(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { request, actor }: Pick<Charging, 'request' | 'actor'>,
): Promise<{ row: BookingExtra; taxes: number }> {
  const { label, amount, isTaxed, reason, collect } = request;
  const now = ctx.now();
  const isPaid = collect === 'elsewhere';
  const taxes = await taxesOfCharge(tx, booking, request);
  const id = newId();
  await insertBookingExtra(tx, {
    id,
    booking_id: booking.id,
    label,
    quantity: 1,
    amount_cents: amount,
    status: isPaid ? 'paid' : 'open',
    reason,
    by: actor,
    kind: 'per_stay',
    unit_cents: amount,
    is_taxed: isTaxed,
    collect,
    due_cents: isPaid ? 0 : amount + taxes,
    created_at: now,
    paid_at: isPaid ? now : null,
  });
  return { row: (await bookingExtraById(tx, id)) as BookingExtra, taxes };
}

/** Its id and the idempotency key of the call are those of the charge, so that the card is charged once after any failure. */
async function insertCardAttempt(ctx: Ctx, tx: Tx, booking: Booking, row: BookingExtra): Promise<void> {
  const now = ctx.now();
  await insertAttempt(tx, {
    id: row.id,
    booking_id: booking.id,
    purpose: 'charge',
    kind: 'stored_card',
    status: 'pending',
    amount_cents: row.due_cents,
    currency: booking.currency,
    created_at: now,
    expires_at: new Date(now.getTime() + dayMs),
    description: `${row.label}: ${describeStay(await propertyTitle(tx, booking.property_id), booking)}`,
  });
}

/** Charges the card; the job retries the charge while the provider cannot be reached. */
async function collect(ctx: Ctx, row: BookingExtra): Promise<Charge> {
  if (row.collect === 'card' && row.status === 'open')
    await settleAttempt(ctx, row.id).catch((error) => logUnsettled(ctx, row.id, error));
  return toCharge(ctx, row);
}

function logUnsettled(ctx: Ctx, charge: string, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  ctx.log.warn({ err: error, charge }, 'a charge of a stored card is not settled yet');
}

/** Returns what an earlier request with the same key charged, after giving its call of the provider one second. */
async function repeatedCharge(ctx: Ctx, row: BookingExtra): Promise<Charge> {
  if (row.status === 'open') await loadSettled(ctx, await bookingById(ctx.db, row.booking_id));
  return toCharge(ctx, row);
}

/** The charge as it is now; one that is to be paid with its payment page, where the provider can be reached. */
async function toCharge(ctx: Ctx, { id, booking_id }: BookingExtra): Promise<Charge> {
  const row = (await bookingExtraById(ctx.db, id)) as BookingExtra;
  const status = row.status as Charge['status'];
  if (status !== 'open') return { id, status, due: 0 };
  const due = row.due_cents;
  const attempt = await activeAttempt(ctx.db, booking_id);
  // The card may have been charged, so no payment page is opened for the charge.
  if (attempt && attempt.kind === 'stored_card') return { id, status, due };
  const { code } = await bookingById(ctx.db, booking_id);
  try {
    return { id, status, due, checkoutUrl: await openPayment(ctx, booking_id) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ err: error, code }, 'the payment page of a charge is not open yet');
    return { id, status, due };
  }
}
