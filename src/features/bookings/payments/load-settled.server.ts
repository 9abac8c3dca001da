import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { activeAttempt } from '../record/attempts-store.server.ts';
import { type Booking, bookingById } from '../record/bookings-store.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { settleAttempt } from './settle-booking.server.ts';

/** A page that is reloaded calls the provider so often at most. */
const minCheckMs = 1_000;
const settleTimeoutMs = 5_000;

/**
 * The record of a booking, after a payment that may have come was settled; while the provider is down, as our books have it.
 * @param booking as it is stored now
 */
export async function loadSettled(ctx: Ctx, booking: Booking): Promise<BookingRecord> {
  const record = await loadRecord(ctx.db, booking);
  let { attempt } = record;
  if (!attempt) return record;
  const sinceCheckMs = ctx.now().getTime() - (attempt.checked_at?.getTime() ?? 0);
  if (sinceCheckMs < minCheckMs) {
    // A check made just before a guest comes back from paying saw nothing: no page may ask them to pay again.
    await sleep(Math.min(minCheckMs, minCheckMs - sinceCheckMs));
    attempt = await activeAttempt(ctx.db, booking.id);
  }
  if (attempt && attempt.status !== 'pending') {
    await settleAttempt(ctx, attempt.id, settleTimeoutMs).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  return loadRecord(ctx.db, await bookingById(ctx.db, booking.id));
}
