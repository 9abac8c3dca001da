import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingExtrasTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { extraOrderedNotice } from '../emails/extra-emails.server.ts';
import { paymentProcessingError, requireNoPayment } from '../payments/close-open-payment.server.ts';
import { endAttempt } from '../payments/end-unpaid.server.ts';
import type { Extra } from '../pricing/extras-store.server.ts';
import { toPriced } from '../pricing/offered-extras.ts';
import { extraLines } from '../pricing/price-lines.ts';
import { isExtraLine, taxesOfExtra } from '../pricing/price-of-extras.ts';
import { noSuchExtra, requireInTime, requireQuantity } from '../quotes/quoted-extras.server.ts';
import { toActor } from '../record/actor.ts';
import { bookedTaxes, toPricedStay } from '../record/added-extras.ts';
import { activeAttempt } from '../record/attempts-store.server.ts';
import { type Booking, bookingById, lockBooking } from '../record/bookings-store.server.ts';
import { eventDetailsOfKey } from '../record/events-store.server.ts';
import {
  type BookingExtra,
  extrasOfBooking,
  insertBookingExtra,
  updateBookingExtra,
} from '../record/extras-store.server.ts';
import { assertSameKey } from '../record/find-booking.server.ts';
import type { Ordered, OrderRequest } from './contract.server.ts';
import { countPieces, isOpenForOrders, offeredOnTrip } from './offered.server.ts';
import { hasBalanceToCome, oweExtra, priceOfBooking } from './owe-extra.server.ts';

const message = 'Many things were ordered within an hour. Please try again later, or call us.';
const bookingLimit: Limit = { name: 'extras', points: 20, seconds: 3600, message };
const clientLimit: Limit = { name: 'extras-client', points: 60, seconds: 3600, message };

const event = 'extra_ordered';

const running = new Map<string, Promise<Ordered>>();

/**
 * Orders an extra for a confirmed stay, once for each key, also if requests with one key run concurrently.
 * @throws AppError with a `reason` and nothing changed: `not_confirmed`, `quantity`, `too_late`, `price_changed` with the
 *   new total, `payment_under_way`; `notFound`, `conflict` for a key of another order, `tooMany`
 */
export function orderExtra(
  ctx: Ctx,
  authorized: Booking,
  request: OrderRequest,
  key: string,
): Promise<Ordered> {
  const keyHash = hashToken(key).toString('hex');
  const name = `${authorized.id} ${keyHash} ${JSON.stringify(request)}`;
  const same = running.get(name);
  if (same) return same;
  const ordered = order(ctx, authorized, request, keyHash).finally(() => running.delete(name));
  running.set(name, ordered);
  return ordered;
}

async function order(
  ctx: Ctx,
  authorized: Booking,
  request: OrderRequest,
  keyHash: string,
): Promise<Ordered> {
  const { id } = authorized;
  const before = await earlierOrder(ctx.db, id, request, keyHash);
  if (before) return before;
  await ctx.consumeLimit(bookingLimit, id);
  await ctx.consumeLimit(clientLimit, ctx.clientKey);
  try {
    return await orderOnce(ctx, authorized, request, keyHash);
  } catch (error) {
    // Another process may have ordered with the same key, at any moment since.
    const same = error instanceof AppError ? await earlierOrder(ctx.db, id, request, keyHash) : undefined;
    if (same) return same;
    throw error;
  }
}

async function orderOnce(
  ctx: Ctx,
  authorized: Booking,
  request: OrderRequest,
  keyHash: string,
): Promise<Ordered> {
  const { id } = authorized;
  await assertLedgerComplete(ctx);
  const booking = await bookingById(ctx.db, id);
  const { extra } = await checkOrder(ctx, ctx.db, booking, request);
  const attempt = await activeAttempt(ctx.db, id);
  if (attempt?.status === 'processing') throw paymentProcessingError();
  // An open payment is ended first, so that nobody pays an amount that is about to change.
  if (attempt && !extra.needsApproval) await endAttempt(ctx, attempt);
  return ctx.db.transaction().execute(async (tx) => {
    const locked = await lockBooking(tx, id);
    assertSameKey(authorized, locked);
    const made = await earlierOrder(tx, id, request, keyHash);
    if (made) return made;
    const checked = await checkOrder(ctx, tx, locked, request);
    const isNeeded = !checked.extra.needsApproval;
    if (isNeeded) await requireNoPayment(tx, id);
    return isNeeded
      ? addToBill(ctx, tx, locked, { ...checked, request, keyHash })
      : notifyHosts(ctx, tx, locked, { ...checked, request, keyHash });
  });
}

/** Returns the order that this idempotency key created earlier. @throws AppError `conflict` where that was another order */
async function earlierOrder(
  db: Db,
  bookingId: string,
  { id, quantity, total }: OrderRequest,
  key: string,
): Promise<Ordered | undefined> {
  const details = await eventDetailsOfKey(db, { bookingId, event, key });
  if (!details) return undefined;
  const { extra, ordered } = details as { extra: OrderRequest; ordered: Ordered };
  if (extra.id !== id || extra.quantity !== quantity || extra.total !== total)
    throw new AppError(
      'conflict',
      'Another order was made with the same Idempotency-Key. Please look at your trip again.',
    );
  return ordered;
}

interface Checked {
  extra: Extra;
  /** How the order is paid, once it is owed. */
  collect: 'balance' | 'link';
  /** The order of the same extra to which more pieces are added. */
  pending: BookingExtra | undefined;
}

/** @throws AppError with a `reason` for what cannot be ordered so now */
async function checkOrder(
  ctx: Ctx,
  db: Db,
  booking: Booking,
  { id, quantity, total }: OrderRequest,
): Promise<Checked> {
  if (!isOpenForOrders(booking, ctx.now()))
    throw reasonError(
      'not_confirmed',
      'Something can be added to a stay from its confirmation until its check-out.',
    );
  const extra = (await offeredOnTrip(db, booking.property_id)).find((offered) => offered.id === id);
  if (!extra) throw noSuchExtra();
  const stay = toPricedStay(booking);
  requireInTime(extra, stay, todayAtProperty(ctx.now()));
  const rows = await extrasOfBooking(db, booking.id);
  requireQuantity(extra, countPieces(rows, id) + quantity);
  const price = await priceOfBooking(db, booking);
  const [line] = extraLines([toPriced(extra, quantity)], stay).filter(isExtraLine);
  const now = line
    ? line.amount + taxesOfExtra(line, { taxes: bookedTaxes(price, stay), stay, lines: price.lines })
    : 0;
  if (now !== total)
    throw reasonError(
      'price_changed',
      `“${extra.label}” costs ${formatMoney(now, booking.currency)} with taxes now.`,
      {
        total: now,
      },
    );
  const isInBalance = !extra.needsApproval && (await hasBalanceToCome(ctx, db, booking));
  const collect = isInBalance ? 'balance' : 'link';
  return { extra, collect, pending: rows.find((row) => isSameOrder(row, extra, collect)) };
}

/** Whether pieces ordered now are priced, paid and withdrawn together with those of a row; paid ones never are. */
const isSameOrder = (row: BookingExtra, extra: Extra, collect: Checked['collect']): boolean =>
  row.extra_id === extra.id &&
  row.status === (extra.needsApproval ? 'asked' : 'open') &&
  row.paid_at === null &&
  row.collect === collect &&
  row.unit_cents === extra.unitCents &&
  row.kind === extra.kind &&
  row.is_taxed === extra.isTaxed;

interface Ordering extends Checked {
  request: OrderRequest;
  keyHash: string;
}

/** The row of an order, with the pieces of the one that it adds to. */
function toRow(ctx: Ctx, booking: Booking, { extra, collect, pending, request }: Ordering) {
  const quantity = (pending?.quantity ?? 0) + request.quantity;
  const priced = toPriced(extra, quantity);
  const [line] = extraLines([priced], toPricedStay(booking));
  return {
    id: pending?.id ?? newId(),
    booking_id: booking.id,
    extra_id: extra.id,
    label: extra.label,
    quantity,
    amount_cents: line?.amount ?? 0,
    by: toActor(ctx),
    kind: extra.kind,
    unit_cents: extra.unitCents,
    is_taxed: extra.isTaxed,
    moment: extra.moment,
    clock_time: extra.clock_time,
    collect,
    created_at: ctx.now(),
  };
}

const toDetails = (request: OrderRequest, keyHash: string, label: string, ordered: Ordered) => ({
  key: keyHash,
  extra: { id: request.id, quantity: request.quantity, total: request.total },
  label,
  quantity: request.quantity,
  ordered,
});

/** The hosts decide; it is paid after that. */
async function notifyHosts(ctx: Ctx, tx: Tx, booking: Booking, ordering: Ordering): Promise<Ordered> {
  const row = { ...toRow(ctx, booking, ordering), status: 'asked' as const };
  await saveOrder(tx, row, ordering.pending);
  const ordered: Ordered = { id: row.id, status: 'asked', due: 0 };
  await changeBooking(ctx, tx, booking, {
    event,
    actor: toActor(ctx),
    details: toDetails(ordering.request, ordering.keyHash, row.label, ordered),
    mails: (data) => ({ [`extra-asked-${ordering.keyHash}`]: extraOrderedNotice(data, row) }),
  });
  return ordered;
}

/** The price is owed from now on: with a balance that is still to come, else at once. */
async function addToBill(ctx: Ctx, tx: Tx, booking: Booking, ordering: Ordering): Promise<Ordered> {
  const { extra, request, keyHash, pending, collect } = ordering;
  const row = { ...toRow(ctx, booking, ordering), status: 'open' as const };
  const due = collect === 'balance' ? 0 : request.total;
  await saveOrder(tx, { ...row, due_cents: (pending?.due_cents ?? 0) + due }, pending);
  const ordered: Ordered = { id: row.id, status: 'open', due };
  await oweExtra(
    ctx,
    tx,
    booking,
    { ...toPriced(extra, row.quantity), addedId: row.id },
    {
      event,
      actor: toActor(ctx),
      details: toDetails(request, keyHash, row.label, ordered),
      mails: (data) => ({ [`extra-ordered-${keyHash}`]: extraOrderedNotice(data, row) }),
    },
  );
  return ordered;
}

const saveOrder = (
  tx: Tx,
  { id, ...row }: Insertable<BookingExtrasTable> & { id: string },
  pending?: BookingExtra,
) => (pending ? updateBookingExtra(tx, id, row) : insertBookingExtra(tx, { id, ...row }));
