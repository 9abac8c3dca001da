import { count, date, described, optional, wholeNumberText } from '../../../platform/http/fields.server.ts';
import { type Parsed, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { calendarDaysErrors, stayOrderErrors, toStayError } from './calendar.ts';

export const stayDates = { checkin: date('Check-in'), checkout: date('Check-out') };

export const party = { guests: count('Guests', 1), pets: optional(count('Pets', 0), 0) };

/** A range of nights, both inclusive. */
export const nightSpan = { first_night: date('First night'), last_night: date('Last night') };

/** A range of days, the last one excluded. */
export const calendarDays = {
  from: described('The first day', date('From')),
  to: described('The day after the last one, at most 750 days later', date('To')),
};

export const calendarQuery = query(calendarDays, { check: calendarDaysErrors, toError: toStayError });

const maxCount = 999;
const maxFlexDays = 7;

/** The guests' search; `flexDays` also finds stays that begin so many days earlier or later. */
export const availabilityQuery = query(
  {
    checkin: described('The first night', date('Check-in')),
    checkout: described('The day of departure', date('Check-out')),
    guests: described(
      'How many people sleep there',
      wholeNumberText('Guests must be a whole number, 1 or more', 1, maxCount),
    ),
    pets: described(
      'How many pets come along; 0 when left out',
      optional(wholeNumberText('Pets must be a whole number, 0 or more', 0, maxCount), 0),
    ),
    flexDays: described(
      'Also stays that begin so many days earlier or later, 0 to 7',
      optional(wholeNumberText(`Flexible days must be from 0 to ${maxFlexDays}`, 0, maxFlexDays), 0),
    ),
  },
  { check: stayOrderErrors, toError: toStayError },
);
export type AvailabilityQuery = Parsed<typeof availabilityQuery>;
export type SentAvailabilityQuery = Sent<typeof availabilityQuery>;
export type CalendarQuery = Sent<typeof calendarQuery>;

/** The rules of every body with dates of a stay. */
export const stayRules = { check: stayOrderErrors, toError: toStayError };
