import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { formatTime } from '../../listings/property-detail.ts';
import type { Trip } from '../record/trip.schema.server.ts';

/** How many days before check-in the trip's page begins to show the form. */
const formDays = 14;

/** Whether the trip's page shows the form. */
export function isArrivalFormOpen({ status, checkin, checkout, now }: Trip): boolean {
  if (status !== 'confirmed' || now === '') return false;
  const today = todayAtProperty(new Date(now));
  return addDays(checkin, -formDays) <= today && today <= checkout;
}

/** Formats the guest's report about the arrival: `about 5:30 PM`, `2 cars`. */
export function arrivalFacts({ arrivalTime, cars, adults, children, names = [] }: ArrivalDetails): string[] {
  return [
    ...(arrivalTime ? [`about ${formatTime(arrivalTime)}`] : []),
    ...(adults === undefined ? [] : [pluralize(adults, 'adult')]),
    ...(children === undefined ? [] : [children === 1 ? '1 child' : `${children} children`]),
    ...(cars === undefined ? [] : [pluralize(cars, 'car')]),
    ...(names.length > 0 ? [names.join(', ')] : []),
  ];
}
