import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { requireUser } from '../../auth/guards.ts';
import { chargeable } from '../pricing/min-charge.ts';
import { type BookingSummary, bookingsOfEmail, liveHoldsOfBrowser } from '../record/bookings-store.server.ts';
import { holdExpiry } from '../record/to-trip.server.ts';
import type { TripSummary } from '../record/trip.schema.server.ts';
import type { LiveHolds } from './contract.server.ts';

const toSummary = (row: BookingSummary, today: string): TripSummary => ({
  code: row.code,
  status: row.status,
  property: { slug: row.slug, title: row.title },
  checkin: row.checkin,
  checkout: row.checkout,
  guests: row.guests,
  pets: row.pets,
  total: row.total,
  currency: row.currency,
  isPast: row.checkout < today,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  holdExpiresAt: holdExpiry(row.status, row.holdExpiresAt),
});

/** @throws AppError `unauthenticated` */
export async function listTrips(ctx: Ctx): Promise<TripSummary[]> {
  const { email } = requireUser(ctx);
  const today = todayAtProperty(ctx.now());
  return (await bookingsOfEmail(ctx.db, email)).map((row) => toSummary(row, today));
}

/** The unpaid stays whose nights a browser holds; none for one that has never made a hold. */
export async function listHolds(ctx: Ctx, browserHash: Buffer | null): Promise<LiveHolds> {
  const now = ctx.now();
  const holds = browserHash ? await liveHoldsOfBrowser(ctx.db, browserHash, now) : [];
  const today = todayAtProperty(now);
  return {
    holds: holds.map((row) => ({ ...toSummary(row, today), dueNow: chargeable(row.dueNow) })),
    now: now.toISOString(),
  };
}
