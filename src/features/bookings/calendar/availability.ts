import { fromDayNumber, toDayNumber } from '../../../shared/nights.ts';
import { type CalendarRules, canArriveOn, nightReader, type Why } from './night-reader.ts';

/** A day of the calendar; its night is the one that begins on it. */
export interface CalendarDay {
  date: string;
  isFree: boolean;
  canArrive: boolean;
  canDepart: boolean;
  /** The minimum length of a stay that arrives on this day. */
  minNights: number;
  price: number;
  why?: Why;
}

/** A stay is sold exactly when its nights are free, its first and last day fit, and its length is within the limits. */
export function calendarDays(rules: CalendarRules, from: string, to: string): CalendarDay[] {
  const [first, end] = [toDayNumber(from), toDayNumber(to)];
  const nights = nightReader(rules, fromDayNumber(first - 1), to);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => {
    const dayNumber = first + index;
    const night = nights.rules(dayNumber);
    const why = nights.why(dayNumber);
    return {
      date: fromDayNumber(dayNumber),
      isFree: why === undefined,
      canArrive: why === undefined && canArriveOn(night, dayNumber),
      canDepart: nights.why(dayNumber - 1) === undefined,
      minNights: night.minNights,
      price: night.price,
      why,
    };
  });
}
