import { addDays, type DateSpan } from '../../../shared/nights.ts';
import type { Extra } from './extras-store.server.ts';
import type { PricedExtra } from './price.ts';

/** The pages on which a guest may add an extra: the booking form, or the page of the trip. */
type Surface = 'booking' | 'trip';

/** Extras that need an approval can only be ordered for a booked stay. */
export const isOfferedOn = ({ offered, needsApproval }: Extra, surface: Surface): boolean =>
  (offered === 'both' || offered === surface) && !(surface === 'booking' && needsApproval);

/** The last day on which an extra can be ordered. */
export const lastOrderDay = ({ moment, last_days }: Extra, { checkin, checkout }: DateSpan): string =>
  addDays(moment === 'late_check_out' ? checkout : checkin, -last_days);

export const toPriced = ({ id, label, kind, unitCents, isTaxed }: Extra, quantity: number): PricedExtra => ({
  label,
  quantity,
  charged: kind,
  unitCents,
  isTaxed,
  extraId: id,
});

/** An early check-in is at most so many hours before the home's. */
const maxHoursEarly = 4;

const toMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Clock times, such as `16:00`. */
export interface HomeTimes {
  checkInFrom: string;
  checkOutUntil: string;
}

/** Whether the new time of a moment fits a home: a late check-out between its times, an early check-in up to 4 hours before. */
export function momentFits(
  { moment, clock_time }: Pick<Extra, 'moment' | 'clock_time'>,
  { checkInFrom, checkOutUntil }: HomeTimes,
): boolean {
  if (moment === 'none') return true;
  if (!clock_time) return false;
  if (moment === 'late_check_out') return clock_time > checkOutUntil && clock_time <= checkInFrom;
  const hoursEarly = (toMinutes(checkInFrom) - toMinutes(clock_time)) / 60;
  return hoursEarly > 0 && hoursEarly <= maxHoursEarly;
}
