import type { BookingStatus, BookingsTable } from '../../../db/schema/bookings.ts';

/** What can become of a booking; drawn in docs/booking-states.md. */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  held: ['confirmed', 'expired', 'released'],
  // Approved, a request becomes a hold that waits for its payment.
  requested: ['held', 'declined', 'expired'],
  confirmed: ['cancelled'],
  // Paid too late, while the nights were still free.
  expired: ['confirmed'],
  released: ['confirmed'],
  declined: [],
  cancelled: [],
};

/** The states that a booking may begin in; `confirmed` is for one by phone that was paid elsewhere. */
export const initialStatuses: readonly BookingStatus[] = ['held', 'requested', 'confirmed'];

/** The states in which a booking keeps its nights from everyone else: those of the exclusion constraint. */
export const occupyingStatuses: readonly BookingStatus[] = ['held', 'requested', 'confirmed'];

export const canBecome = (from: BookingStatus, to: BookingStatus): boolean => transitions[from].includes(to);

export const occupiesNights = (status: BookingStatus): boolean => occupyingStatuses.includes(status);

/** A card needs its customer to be charged without the guest. */
export const hasStoredCard = (
  card: Pick<BookingsTable, 'stripe_customer_id' | 'stripe_payment_method_id'>,
): boolean => card.stripe_customer_id !== null && card.stripe_payment_method_id !== null;

/** A guest who deleted their account has no address any more, and one who has not taken an offer yet has none so far. */
export const isReachable = ({ email }: Pick<BookingsTable, 'email'>): boolean =>
  email.includes('@') && !email.endsWith('.invalid');
