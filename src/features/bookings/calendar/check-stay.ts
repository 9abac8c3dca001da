import type { Weekday } from '../../../shared/nights.ts';
import { countNights, type DateSpan, fromDayNumber, toDayNumber } from '../../../shared/nights.ts';
import { type CalendarRules, canArriveOn, type NightReader, nightReader } from './night-reader.ts';

interface Span {
  from: string;
  until: string;
}

export type StayProblem =
  | { reason: 'not_open'; why: 'coming_soon' | 'inquiry' | 'nights' }
  /** `from` is the first night that is taken, `until` the next one of the stay that is free, or its check-out. */
  | ({ reason: 'dates_taken'; isBooked: boolean } & Span)
  | { reason: 'too_soon' | 'too_far'; date: string }
  | { reason: 'too_short' | 'too_long'; nights: number }
  | { reason: 'arrival_day'; days: readonly Weekday[] }
  | { reason: 'too_many_guests' | 'too_many_pets'; max: number };

export interface Party {
  guests: number;
  pets: number;
}

/** Longer stays are rejected before their nights are checked, in every home. */
export const maxStayNights = 730;

/** The first reason why a stay is not sold, or `null`; `checkout` may be any date. */
export function checkStay(rules: CalendarRules, stay: DateSpan & Party): StayProblem | null {
  const { property, today } = rules;
  if (property.is_coming_soon) return { reason: 'not_open', why: 'coming_soon' };
  if (property.booking_mode === 'inquiry') return { reason: 'not_open', why: 'inquiry' };
  if (stay.guests > property.guests) return { reason: 'too_many_guests', max: property.guests };
  if (stay.pets > property.max_pets) return { reason: 'too_many_pets', max: property.max_pets };
  const todayNumber = toDayNumber(today);
  const checkin = toDayNumber(stay.checkin);
  const earliest = todayNumber + property.lead_days;
  const latest = todayNumber + property.horizon_days;
  if (checkin < earliest) return { reason: 'too_soon', date: fromDayNumber(earliest) };
  if (checkin > latest) return { reason: 'too_far', date: fromDayNumber(latest + 1) };
  const length = countNights(stay);
  if (length < 1) return { reason: 'too_short', nights: 1 };
  const maxNights = property.max_nights ?? maxStayNights;
  if (length > maxNights) return { reason: 'too_long', nights: maxNights };
  if (checkin + length - 1 > latest) return { reason: 'too_far', date: fromDayNumber(latest + 1) };
  return checkNights(nightReader(rules, stay.checkin, stay.checkout), checkin, length);
}

function checkNights(nights: NightReader, checkin: number, length: number): StayProblem | null {
  for (let night = checkin; night < checkin + length; night += 1) {
    const why = nights.why(night);
    if (why === 'not_open') return { reason: 'not_open', why: 'nights' };
    if (why) return takenFrom(nights, night, checkin + length);
  }
  const arrival = nights.rules(checkin);
  if (length < arrival.minNights) return { reason: 'too_short', nights: arrival.minNights };
  if (!canArriveOn(arrival, checkin)) return { reason: 'arrival_day', days: arrival.arrivalDays };
  return null;
}

/** Whether `checkNights` finds nothing, without a reason: nearest stays are sought among hundreds. */
export function areNightsSold(nights: NightReader, checkin: number, length: number): boolean {
  for (let night = checkin; night < checkin + length; night += 1) if (!nights.isFree(night)) return false;
  return checkNights(nights, checkin, length) === null;
}

function takenFrom(nights: NightReader, first: number, end: number): StayProblem {
  const isBooked = nights.why(first) !== 'blocked';
  let next = first + 1;
  while (next < end && nights.why(next) !== undefined) next += 1;
  return { reason: 'dates_taken', isBooked, from: fromDayNumber(first), until: fromDayNumber(next) };
}

/** How many days ahead hosts can book; guests are limited by the horizons of the homes. */
const maxAheadDays = 1095;

/** The first reason why not even the hosts can place a stay; `earliest` is the first check-in that makes sense. */
export function checkHostedStay(
  rules: CalendarRules,
  stay: DateSpan & Party,
  earliest: string,
): StayProblem | null {
  const { property, today } = rules;
  if (property.is_coming_soon) return { reason: 'not_open', why: 'coming_soon' };
  if (stay.guests > property.guests) return { reason: 'too_many_guests', max: property.guests };
  if (stay.pets > property.max_pets) return { reason: 'too_many_pets', max: property.max_pets };
  const length = countNights(stay);
  const latest = toDayNumber(today) + maxAheadDays;
  if (stay.checkin < earliest) return { reason: 'too_soon', date: earliest };
  if (toDayNumber(stay.checkin) > latest) return { reason: 'too_far', date: fromDayNumber(latest + 1) };
  if (length < 1) return { reason: 'too_short', nights: 1 };
  if (length > maxStayNights) return { reason: 'too_long', nights: maxStayNights };
  const open = {
    ...property,
    booking_mode: 'instant' as const,
    lead_days: 0,
    horizon_days: maxAheadDays * 2,
  };
  const nights = nightReader({ ...rules, property: open }, stay.checkin, stay.checkout);
  const first = toDayNumber(stay.checkin);
  for (let night = first; night < first + length; night += 1) {
    const why = nights.why(night);
    if (why === 'not_open') return { reason: 'not_open', why: 'nights' };
    if (why !== undefined && why !== 'too_soon') return takenFrom(nights, night, first + length);
  }
  return null;
}
