import { cached } from './cached.ts';

/* Nights are dates `YYYY-MM-DD` in the home's zone. Everything here is arithmetic on their text: no clock, no time zone. */

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A visit, half-open: the night of `checkout` is not part of it. */
export interface DateSpan {
  checkin: string;
  checkout: string;
}

const daysPerEra = 146_097;
const epochOffset = 719_468;

/** Days since 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`). */
export const toDayNumber = cached((date: string): number => {
  const [year, month, day] = [Number(date.slice(0, -6)), Number(date.slice(-5, -3)), Number(date.slice(-2))];
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * daysPerEra + yearOfEra * 365 + leapDays + dayOfYear - epochOffset;
});

/** The date of a day number (`civil_from_days` of the same source). */
export const fromDayNumber = cached((dayNumber: number): string => {
  const shifted = dayNumber + epochOffset;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const pad = (part: number, length: number) => String(part).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
});

export const addDays = (date: string, days: number): string => fromDayNumber(toDayNumber(date) + days);

/** Days from one date to another; negative when `until` is the earlier one. */
export const daysBetween = (from: string, until: string): number => toDayNumber(until) - toDayNumber(from);

export const countNights = ({ checkin, checkout }: DateSpan): number => daysBetween(checkin, checkout);

export const listNights = (from: string, until: string): string[] => {
  const first = toDayNumber(from);
  return Array.from({ length: Math.max(0, toDayNumber(until) - first) }, (_, index) =>
    fromDayNumber(first + index),
  );
};

/** 1970-01-01 was a Thursday. */
export const toWeekday = (date: string): Weekday =>
  weekdays[(((toDayNumber(date) + 3) % 7) + 7) % 7] as Weekday;

/** Friday and Saturday nights cost the weekend's price. */
export const isWeekendNight = (date: string): boolean => ['fri', 'sat'].includes(toWeekday(date));
