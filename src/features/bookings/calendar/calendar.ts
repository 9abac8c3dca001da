import type { Static } from 'typebox';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { type DateSpan, daysBetween } from '../../../shared/nights.ts';
import type { availabilitySchema, calendarSchema } from './calendar.schema.server.ts';

export type PropertyCalendar = Static<typeof calendarSchema>;

/** All listed homes for some dates: free ones first, by price. */
export type Availability = Static<typeof availabilitySchema>;

/** The maximum number of days in one response. */
const maxCalendarDays = 750;

const orderProblem = 'Check-out must be after check-in';

/** The error of a request with these problems; check-out on or before check-in is `too_short`, for programs. */
export function toStayError(fields: FieldErrors): AppError {
  if (fields.checkout === orderProblem)
    return new AppError('invalid', `${orderProblem}.`, { fields, extra: { reason: 'too_short' } });
  return new AppError('invalid', Object.values(fields)[0] ?? 'The request is not valid.', { fields });
}

/** Returns the messages about an invalid range of days. */
export function calendarDaysErrors({ from, to }: { from?: string; to?: string }): { to?: string } {
  if (!from || !to) return {};
  const days = daysBetween(from, to);
  if (days < 1) return { to: 'To must be after from' };
  return days > maxCalendarDays ? { to: `To cannot be more than ${maxCalendarDays} days after from` } : {};
}

/** Check-out on or before check-in. */
export const stayOrderErrors = ({ checkin, checkout }: Partial<DateSpan>): FieldErrors =>
  checkin && checkout && checkout <= checkin ? { checkout: orderProblem } : {};
