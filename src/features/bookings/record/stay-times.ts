import type { HomeTimes } from '../pricing/offered-extras.ts';
import type { Booking } from './bookings-store.server.ts';

/** The times of a stay: those of its home, unless hosts approved an early check-in or a late check-out. */
export const timesOfStay = (
  { early_check_in, late_check_out }: Pick<Booking, 'early_check_in' | 'late_check_out'>,
  { checkInFrom, checkOutUntil }: HomeTimes,
): HomeTimes => ({
  checkInFrom: early_check_in ?? checkInFrom,
  checkOutUntil: late_check_out ?? checkOutUntil,
});
