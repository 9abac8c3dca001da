import { count, date, optional } from '../../../platform/http/fields.server.ts';
import { stayOrderErrors, toStayError } from './calendar.ts';

export const stayDates = { checkin: date('Check-in'), checkout: date('Check-out') };

export const party = { guests: count('Guests', 1), pets: optional(count('Pets', 0), 0) };

/** The rules of every body with dates of a stay. */
export const stayRules = { check: stayOrderErrors, toError: toStayError };
