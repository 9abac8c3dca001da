import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { OfferState } from './contract.server.ts';

interface OfferFacts {
  withdrawnAt: Date | null;
  expiresAt: Date;
  /** The booking that keeps its nights, or came of it. */
  booking: { status: BookingStatus; hold_expires_at: Date | null; email: string } | null;
}

/** @param areNightsFree but for its own booking: another channel may sell nights that it holds */
export function offerState(
  { withdrawnAt, expiresAt, booking }: OfferFacts,
  areNightsFree: boolean,
  now: Date,
): OfferState {
  if (booking?.status === 'confirmed' || booking?.status === 'cancelled') return 'booked';
  if (withdrawnAt) return 'withdrawn';
  // A guest who is paying has until the end of the hold.
  const isPaying =
    booking?.status === 'held' && (booking.hold_expires_at ?? now) > now && booking.email !== '';
  if (expiresAt <= now && !isPaying) return 'expired';
  return areNightsFree ? 'open' : 'taken';
}
