import type { BookingStatus, BookingsTable } from '../../../db/schema/bookings.ts';

/** The statuses that may follow each status; drawn in docs/booking-states.md. */
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

/** The states in which nobody else can book the nights: those of the exclusion constraint. */
export const occupyingStatuses: readonly BookingStatus[] = ['held', 'requested', 'confirmed'];

export const canBecome = (from: BookingStatus, to: BookingStatus): boolean => transitions[from].includes(to);

export const occupiesNights = (status: BookingStatus): boolean => occupyingStatuses.includes(status);

/** Whether a card can be charged without the guest, which needs its customer, too. */
export const hasStoredCard = (
  card: Pick<BookingsTable, 'stripe_customer_id' | 'stripe_payment_method_id'>,
): boolean => card.stripe_customer_id !== null && card.stripe_payment_method_id !== null;

/** Whether hosts can correct the guest; of a booking that has ended nothing goes to them any more. */
export const isCorrectable = (booking: Pick<BookingsTable, 'status' | 'email'>): boolean =>
  occupiesNights(booking.status) && isReachable(booking);

/** Whether the guest has an e-mail address: neither a deleted account nor an offer that is not taken yet. */
export const isReachable = ({ email }: Pick<BookingsTable, 'email'>): boolean =>
  email.includes('@') && !email.endsWith('.invalid');
