import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { accessDays } from './access-days.ts';
import type { Booking } from './bookings-store.server.ts';
import type { BookedProperty } from './homes-store.server.ts';

/** The end of the check-out day at the homes: codes change, and the next guests come. */
export const accessEndsAt = (checkout: string): Date => momentAtProperty(addDays(checkout, 1), '00:00');

/** How to get in, with the code of this stay where hosts set one; empty: they have said nothing. */
export const accessText = (
  { access_code }: Pick<Booking, 'access_code'>,
  { access_notes }: Pick<BookedProperty, 'access_notes'>,
): string => [access_code && `Your access code: ${access_code}`, access_notes].filter(Boolean).join('\n\n');

type Arrival = Pick<Booking, 'property_id' | 'checkin'>;

/** Whether two stays begin on one day in one home: what a mail said of getting in holds for both. */
export const isSameArrival = (one: Arrival, other: Arrival): boolean =>
  one.property_id === other.property_id && one.checkin === other.checkin;

/** Whether a page, file or mail may show the address and how to get in. */
export const isAccessDue = (
  { status, checkin, checkout }: Pick<Booking, 'status' | 'checkin' | 'checkout'>,
  now: Date,
): boolean =>
  status === 'confirmed' &&
  todayAtProperty(now) >= addDays(checkin, -accessDays) &&
  now < accessEndsAt(checkout);

/** Whether a mail that waited may show them of a stay as it is now. @param writtenFor left out by an older release */
export const isAccessDueInMail = (
  booking: Pick<Booking, 'status' | 'checkout'> & Arrival,
  writtenFor: Arrival | undefined,
  now: Date,
): boolean => isAccessDue(booking, now) && (!writtenFor || isSameArrival(booking, writtenFor));
