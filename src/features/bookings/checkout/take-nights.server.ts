import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import { retried } from '../../../db/retried.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireOpenSite } from '../../opening/opening.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { countPromoUses, lockPromo } from '../pricing/store.server.ts';
import {
  areNightsFree,
  type Booking,
  bookingById,
  bookingByIdempotencyKey,
  insertBooking,
} from '../record/bookings-store.server.ts';
import { insertIncludedExtras } from '../record/extras-store.server.ts';

/** Thrown inside the transaction to undo it when the nights are gone. */
export class NightsTaken extends Error {}

/** Runs one transaction that takes nights, again after a deadlock. @returns `null` where they are gone, or another request has used the key */
export async function takeNights<Result>(
  { db }: Ctx,
  take: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await retried(() => db.transaction().execute(take));
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    // 23P01: hosts closed one of the nights at this moment.
    const isSameKey = code === '23505' && constraint === 'bookings_idempotency_key_key';
    if (error instanceof NightsTaken || code === '23P01' || isSameKey) return null;
    throw error;
  }
}

/**
 * Adds a booking with the extras of its price; no other function adds one. Its nights must be free, and its promotion must have
 * a use left. The site must be open unless the booking is confirmed already.
 * @throws NightsTaken, AppError with a `reason`: its transaction is undone
 */
export async function addBooking(tx: Tx, row: Insertable<BookingsTable> & { id: string }): Promise<Booking> {
  if (row.status !== 'confirmed') await requireOpenSite(tx);
  if (!(await insertBooking(tx, row))) throw new NightsTaken();
  const booking = await bookingById(tx, row.id);
  if (!(await areNightsFree(tx, booking))) throw new NightsTaken();
  if (booking.promo_code_id) await checkPromoUses(tx, booking.promo_code_id);
  await insertIncludedExtras(tx, booking);
  return booking;
}

/** Returns the booking that this idempotency key created earlier. @throws AppError `conflict` if it is not the same */
export async function bookingOfKey(
  { db }: Ctx,
  key: string | null,
  isSame: (booking: Booking) => boolean | Promise<boolean>,
): Promise<Booking | null> {
  const booking = key === null ? undefined : await bookingByIdempotencyKey(db, key);
  if (!booking || (await isSame(booking))) return booking ?? null;
  throw new AppError('conflict', 'This Idempotency-Key was used for another booking. Please use a new one.');
}

/** Checks the uses of a promotion, the new booking among them. @throws AppError `promo_not_valid` above its limit */
export async function checkPromoUses(tx: Tx, id: string): Promise<void> {
  const { maxUses, uses } = await lockPromo(tx, id);
  if (maxUses !== null && uses > maxUses) throw promoUsedUp();
}

/** Checks the uses of a promotion before the booking is made, without the lock that `checkPromoUses` takes. */
export async function checkPromoLeft(db: Db, id: string, exceptIds: readonly string[]): Promise<void> {
  const { maxUses, uses } = await countPromoUses(db, id, exceptIds);
  if (maxUses !== null && uses >= maxUses) throw promoUsedUp();
}

const promoUsedUp = () =>
  reasonError('promo_not_valid', 'This promotion code has been used up in the meantime.');
