import { todayAtProperty } from '../../../shared/dates.ts';
import type { Trip } from '../record/trip.schema.server.ts';

/** Whether the day of check-out has passed at the home. */
export const isOver = ({ now, checkout }: Trip): boolean =>
  now !== '' && todayAtProperty(new Date(now)) > checkout;

/** The phase of a stay, which orders its page: first what it costs, then how to get in, then the rest. */
export type TripPhase = 'before' | 'arrival' | 'after' | 'cancelled';

export function tripPhase(trip: Trip): TripPhase {
  if (isOver(trip)) return 'after';
  return trip.address || trip.access || trip.wifi ? 'arrival' : 'before';
}
