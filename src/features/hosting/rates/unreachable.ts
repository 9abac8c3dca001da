import type { CalendarDay } from '../../bookings/calendar/availability.ts';

/** Why no stay can take a free night. */
type UnreachableReason = 'arrival_days' | 'min_nights';

/** `arrival_days`: no day of arrival is early enough; `min_nights`: the minimum stay is longer than the free nights. */
export function unreachableNights(
  days: readonly CalendarDay[],
  maxNights: number | null,
): Map<string, UnreachableReason> {
  const unreachable = new Map<string, UnreachableReason>();
  const max = maxNights ?? days.length;
  for (let start = 0; start < days.length; start += 1) {
    let end = start;
    while (days[end]?.isFree) end += 1;
    let reachedUntil = start;
    let lastArrival = Number.NEGATIVE_INFINITY;
    for (let index = start; index < end; index += 1) {
      const { date, canArrive, minNights } = days[index] as CalendarDay;
      const room = Math.min(max, end - index);
      if (canArrive) lastArrival = index;
      if (canArrive && minNights <= room) reachedUntil = index + room;
      if (index >= reachedUntil)
        unreachable.set(date, index - lastArrival < max ? 'min_nights' : 'arrival_days');
    }
    start = end;
  }
  return unreachable;
}
