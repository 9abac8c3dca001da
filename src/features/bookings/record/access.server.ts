import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { accessCodeLabel, accessDays } from './access-days.ts';
import type { Booking } from './bookings-store.server.ts';
import type { BookedProperty } from './homes-store.server.ts';

/** The end of the check-out day at the homes: codes change, and the next guests come. */
export const accessEndsAt = (checkout: string): Date => momentAtProperty(addDays(checkout, 1), '00:00');

/** The access code and notes of a stay; empty where hosts set neither. */
export const accessText = (
  { access_code }: Pick<Booking, 'access_code'>,
  { accessNotes }: Pick<BookedProperty, 'accessNotes'>,
): string => [access_code && accessCodeLabel + access_code, accessNotes].filter(Boolean).join('\n\n');

export const toWifi = (home: Pick<BookedProperty, 'wifiName' | 'wifiPassword'>) => ({
  name: home.wifiName,
  password: home.wifiPassword,
});

type ArrivingBooking = Pick<Booking, 'property_id' | 'checkin'>;

/** Whether two stays begin on the same day in the same home, so that the same access details hold for both. */
export const isSameArrival = (one: ArrivingBooking, other: ArrivingBooking): boolean =>
  one.property_id === other.property_id && one.checkin === other.checkin;

/** Whether a page, file or mail may show the address and how to get in. */
export const isAccessDue = (
  { status, checkin, checkout }: Pick<Booking, 'status' | 'checkin' | 'checkout'>,
  now: Date,
): boolean =>
  status === 'confirmed' &&
  todayAtProperty(now) >= addDays(checkin, -accessDays) &&
  now < accessEndsAt(checkout);

/**
 * Whether a mail may still show the access at its delivery.
 * @param writtenFor the arrival when it was queued; older releases omit it
 */
export const isAccessDueInMail = (
  booking: Pick<Booking, 'status' | 'checkout'> & ArrivingBooking,
  writtenFor: ArrivingBooking | undefined,
  now: Date,
): boolean => isAccessDue(booking, now) && (!writtenFor || isSameArrival(booking, writtenFor));
