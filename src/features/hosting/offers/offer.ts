import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { OfferState } from './contract.server.ts';

interface OfferFacts {
  withdrawn_at: Date | null;
  expires_at: Date;
  /** The booking that keeps its nights, or came of it. */
  booking: { status: BookingStatus; hold_expires_at: Date | null; email: string } | null;
}

/** @param areNightsFree but for its own booking: another channel may sell nights that it holds */
export function offerState(
  { withdrawn_at, expires_at, booking }: OfferFacts,
  areNightsFree: boolean,
  now: Date,
): OfferState {
  if (booking?.status === 'confirmed' || booking?.status === 'cancelled') return 'booked';
  if (withdrawn_at) return 'withdrawn';
  // A guest who is paying has until the end of the hold.
  const isPaying =
    booking?.status === 'held' && (booking.hold_expires_at ?? now) > now && booking.email !== '';
  if (expires_at <= now && !isPaying) return 'expired';
  return areNightsFree ? 'open' : 'taken';
}
