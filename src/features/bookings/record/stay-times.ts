import type { HomeTimes } from '../pricing/offered-extras.ts';
import type { Booking } from './bookings-store.server.ts';

/** The times of a stay: those of its home, unless hosts approved an early check-in or a late check-out. */
export const timesOfStay = (
  { early_check_in, late_check_out }: Pick<Booking, 'early_check_in' | 'late_check_out'>,
  { check_in_from, check_out_until }: HomeTimes,
): HomeTimes => ({
  check_in_from: early_check_in ?? check_in_from,
  check_out_until: late_check_out ?? check_out_until,
});
