import type { Db } from '../../../db/client.server.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { networkFactor, networkPrefix } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { daysBetween } from '../../../shared/nights.ts';
import { liveBookings, liveNights } from '../record/holds-store.server.ts';
import { isOwnAddress } from './booking-limits.server.ts';

/** Limits for live holds, and, counted separately, for requests that wait for the hosts. */
const maxLive = { byClient: 6, byNetwork: 6 * networkFactor, byEmail: 3 };

interface LiveBooking {
  status: BookingStatus;
  email: string;
  checkin: string;
  checkout: string;
  browser_hash: Buffer;
}

const tooManyText: Partial<Record<BookingStatus, string>> = {
  held: 'You are holding several stays already. Please pay or let go of one of them first.',
  requested: 'You have asked for several stays already. Please wait for the hosts’ answer, or call us.',
};

/** Nights that one client address keeps unpaid, in holds and requests together; a single stay may be longer. */
const maxLiveNights = { byClient: 90, byNetwork: 90 * networkFactor };
const tooManyNights =
  'You are keeping many nights already. Please pay or let go of a stay first, or call us to book.';

/**
 * Checks the limits for live bookings, the new one included; above a limit its transaction is undone.
 * @param isAdded whether the new booking is in the database already
 * @param exceptIds the bookings that it replaces
 * @throws AppError `tooMany`
 */
export async function checkLimits(
  db: Db,
  ctx: Ctx,
  { status, email, checkin, checkout, browser_hash }: LiveBooking,
  { isAdded, exceptIds }: { isAdded: boolean; exceptIds: readonly string[] },
): Promise<void> {
  const { clientKey } = ctx;
  const of = {
    status,
    clientKey,
    networkPrefix: networkPrefix(clientKey),
    email,
    now: ctx.now(),
    exceptIds,
  };
  const added = isAdded ? 0 : 1;
  const live = await liveBookings(db, of);
  for (const name of ['byClient', 'byNetwork', 'byEmail'] as const) {
    if (live[name].count + added <= maxLive[name]) continue;
    // Strangers may hold stays with anybody's address.
    if (name !== 'byEmail' || !(await isOwnAddress(db, ctx, email, browser_hash)))
      throw tooMany(ctx, tooManyText[status] ?? '', live[name].first_expires_at);
  }
  const held = await liveNights(db, of);
  for (const name of ['byClient', 'byNetwork'] as const) {
    const { count, nights, first_expires_at } = held[name];
    const total = nights + added * daysBetween(checkin, checkout);
    if (count + added > 1 && total > maxLiveNights[name]) throw tooMany(ctx, tooManyNights, first_expires_at);
  }
}

function tooMany(ctx: Ctx, message: string, firstExpiresAt: Date | null): AppError {
  const waitMs = (firstExpiresAt?.getTime() ?? 0) - ctx.now().getTime();
  return new AppError('tooMany', message, { retryAfterSeconds: Math.max(60, Math.ceil(waitMs / 1000)) });
}
