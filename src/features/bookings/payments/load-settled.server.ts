import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { activeAttempt, claimCheck } from '../record/attempts-store.server.ts';
import { type Booking, bookingById } from '../record/bookings-store.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { settleAttempt } from './settle-booking.server.ts';

/** All readers of a booking together call the provider so often at most. */
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
  const { checked_at: checkedAt } = attempt;
  const sinceCheckMs = ctx.now().getTime() - (checkedAt?.getTime() ?? 0);
  if (sinceCheckMs < minCheckMs) {
    // A check made just before a guest comes back from paying saw nothing: no page may ask them to pay again.
    await sleep(Math.min(minCheckMs, minCheckMs - sinceCheckMs));
    attempt = await activeAttempt(ctx.db, booking.id);
  }
  if (attempt && attempt.status !== 'pending') {
    if (await claimCheck(ctx.db, attempt.id, checkedAt, ctx.now())) await trySettling(ctx, attempt.id);
    // Another reader's check began after this one came: what it saw is in the books by then.
    else await sleep(minCheckMs);
  }
  return loadRecord(ctx.db, await bookingById(ctx.db, booking.id));
}

/** Leaves the books as they are where the provider cannot be reached. */
async function trySettling(ctx: Ctx, attemptId: string): Promise<void> {
  try {
    await settleAttempt(ctx, attemptId, settleTimeoutMs);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
