import type { Static } from 'typebox';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isNight } from '../../../shared/forms/formats.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { type DateSpan, daysBetween } from '../../../shared/nights.ts';
import type { Stay } from '../pricing/price.ts';
import type { availabilitySchema, calendarSchema } from './calendar.schema.server.ts';

export type PropertyCalendar = Static<typeof calendarSchema>;

/** Every listed home for some dates: the free ones first, the cheapest of them first. */
export type Availability = Static<typeof availabilitySchema>;

/** The most days that one answer shows. */
const maxCalendarDays = 750;

const wholeNumber = /^\d{1,3}$/;

const orderProblem = 'Check-out must be after check-in';

/** The error of a request with these problems; check-out on or before check-in is `too_short`, for programs. */
export function toStayError(fields: FieldErrors): AppError {
  if (fields.checkout === orderProblem)
    return new AppError('invalid', `${orderProblem}.`, { fields, extra: { reason: 'too_short' } });
  return new AppError('invalid', Object.values(fields)[0] ?? 'The request is not valid.', { fields });
}

export function parseCalendarQuery(url: string): { from: string; to: string } {
  const { from = '', to = '' } = parseQueryParams(url, ['from', 'to']);
  const fields: FieldErrors = {};
  if (!isNight(from)) fields.from = 'From must be a valid date';
  if (!isNight(to)) fields.to = 'To must be a valid date';
  if (Object.keys(fields).length > 0) throw toStayError(fields);
  const days = daysBetween(from, to);
  if (days < 1) throw toStayError({ to: 'To must be after from' });
  if (days > maxCalendarDays)
    throw toStayError({ to: `To cannot be more than ${maxCalendarDays} days after from` });
  return { from, to };
}

/** What guests look for; `flexDays` also finds stays that begin so many days earlier or later. */
export type AvailabilityQuery = Stay & { flexDays: number };

const maxFlexDays = 7;

export function parseAvailabilityQuery(url: string): AvailabilityQuery {
  const query = parseQueryParams(url, ['checkin', 'checkout', 'guests', 'pets', 'flexDays']);
  const { checkin = '', checkout = '', guests = '', pets = '0', flexDays = '0' } = query;
  const fields = stayErrors({ checkin, checkout, guests: toNumber(guests), pets: toNumber(pets) });
  const flex = toNumber(flexDays);
  if (!(flex <= maxFlexDays)) fields.flexDays = `Flexible days must be from 0 to ${maxFlexDays}`;
  if (Object.keys(fields).length > 0) throw toStayError(fields);
  return { checkin, checkout, guests: Number(guests), pets: Number(pets), flexDays: flex };
}

const toNumber = (text: string): number => (wholeNumber.test(text) ? Number(text) : Number.NaN);

/** Check-out on or before check-in. */
export const stayOrderErrors = ({ checkin, checkout }: Partial<DateSpan>): FieldErrors =>
  checkin && checkout && checkout <= checkin ? { checkout: orderProblem } : {};

/** What is no stay at all; whether a home takes it is another matter. */
export function stayErrors(stay: { [Name in keyof Stay]: unknown }): FieldErrors {
  const fields: FieldErrors = {};
  if (!isNight(stay.checkin)) fields.checkin = 'Check-in must be a valid date';
  if (!isNight(stay.checkout)) fields.checkout = 'Check-out must be a valid date';
  else if (isNight(stay.checkin) && stay.checkout <= stay.checkin) fields.checkout = orderProblem;
  if (!isCount(stay.guests, 1)) fields.guests = 'Guests must be a whole number, 1 or more';
  if (!isCount(stay.pets, 0)) fields.pets = 'Pets must be a whole number, 0 or more';
  return fields;
}

const isCount = (value: unknown, minimum: number): boolean =>
  Number.isInteger(value) && (value as number) >= minimum && (value as number) <= 999;
