import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { activeAttempt, claimCheck } from '../record/attempts-store.server.ts';
import { type Booking, bookingById } from '../record/bookings-store.server.ts';
import { assertSameKey } from '../record/find-booking.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { settleAttempt } from './settle-booking.server.ts';

/** The least time between two checks of a booking at the provider, by all readers together. */
const minCheckMs = 1_000;
const settleTimeoutMs = 5_000;

/** Checks that this process makes now, by attempt: their other readers wait for the result, however slow the provider is. */
const runningChecks = new Map<string, Promise<void>>();

/**
 * Settles the open payment of a booking, then loads its record; while the provider is down, the record as it is stored.
 * @param booking as it is stored now
 */
export async function loadSettled(ctx: Ctx, booking: Booking): Promise<BookingRecord> {
  const record = await loadRecord(ctx.db, booking);
  let { attempt } = record;
  if (!attempt) return record;
  const { checked_at } = attempt;
  const sinceCheckMs = ctx.now().getTime() - (checked_at?.getTime() ?? 0);
  if (sinceCheckMs < minCheckMs) {
    // The last check may have come just before the payment: wait for the next one, so that no guest pays twice.
    await sleep(Math.min(minCheckMs, minCheckMs - sinceCheckMs));
    attempt = await activeAttempt(ctx.db, booking.id);
  }
  if (attempt && attempt.status !== 'pending') {
    if (await claimCheck(ctx.db, attempt.id, checked_at, ctx.now())) await check(ctx, attempt.id);
    else await waitForCheck(attempt.id);
  }
  return loadRecord(ctx.db, await bookingById(ctx.db, booking.id));
}

/** Loads the record for a guest, whose access may have ended since. @throws AppError `notFound` */
export async function loadSettledForGuest(ctx: Ctx, authorized: Booking): Promise<BookingRecord> {
  const record = await loadSettled(ctx, authorized);
  assertSameKey(authorized, record.booking);
  return record;
}

async function check(ctx: Ctx, attemptId: string): Promise<void> {
  const running = trySettling(ctx, attemptId);
  runningChecks.set(attemptId, running);
  try {
    await running;
  } finally {
    if (runningChecks.get(attemptId) === running) runningChecks.delete(attemptId);
  }
}

/** Waits for the check of another reader: of this process until it ends, of another process for a second. */
async function waitForCheck(attemptId: string): Promise<void> {
  if (!runningChecks.has(attemptId)) await sleep(minCheckMs);
  await runningChecks.get(attemptId)?.catch(() => {});
}

/** The stored state is returned when the provider cannot be reached. */
async function trySettling(ctx: Ctx, attemptId: string): Promise<void> {
  try {
    await settleAttempt(ctx, attemptId, settleTimeoutMs);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
