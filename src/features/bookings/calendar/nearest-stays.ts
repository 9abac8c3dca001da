import { countNights, type DateSpan, fromDayNumber, toDayNumber } from '../../../shared/nights.ts';
import { areNightsSold, maxStayNights, type Party } from './check-stay.ts';
import { type CalendarRules, nightReader } from './night-reader.ts';

/** The stays of the same length that are sold and begin nearest, without the given one; of two as near the earlier first. */
export function nearestStays(
  rules: CalendarRules,
  stay: DateSpan & Party,
  { limit, withinDays }: { limit: number; withinDays: number },
): DateSpan[] {
  const { property, today } = rules;
  const length = Math.max(1, countNights(stay));
  const isTooLarge = stay.guests > property.guests || stay.pets > property.max_pets;
  if (withinDays < 1 || isTooLarge || length > (property.max_nights ?? maxStayNights)) return [];
  const [checkin, first] = [toDayNumber(stay.checkin), toDayNumber(today)];
  const nights = nightReader(
    rules,
    fromDayNumber(checkin - withinDays),
    fromDayNumber(checkin + withinDays + length),
  );
  const nearest: DateSpan[] = [];
  for (let distance = 1; distance <= withinDays && nearest.length < limit; distance += 1) {
    for (const start of [checkin - distance, checkin + distance]) {
      if (start < first || nearest.length >= limit || !areNightsSold(nights, start, length)) continue;
      nearest.push({ checkin: fromDayNumber(start), checkout: fromDayNumber(start + length) });
    }
  }
  return nearest;
}
