import { formatDate } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { pluralize } from '../../shared/text/text.ts';
import type { StayProblem } from './calendar/availability.ts';
import { weekdays } from './calendar/nights.ts';

/** Why a stay is not sold, for programs: 409 for what others changed, 400 for what the guest can change. */
export const reasons = [
  ...(['dates_taken', 'price_changed', 'not_open', 'quote_expired', 'calendars_unread'] as const),
  ...(['too_short', 'too_long', 'arrival_day', 'departure_day', 'too_soon', 'too_far'] as const),
  ...(['too_many_guests', 'too_many_pets', 'promo_unknown', 'promo_not_valid'] as const),
];
export type Reason = (typeof reasons)[number];

const conflicts: ReadonlySet<Reason> = new Set([
  ...(['dates_taken', 'price_changed', 'not_open', 'quote_expired', 'calendars_unread'] as const),
]);

/** A problem with its reason, a sentence for the guest, and what else the body of the answer says. */
export const reasonError = (reason: Reason, message: string, extra: object = {}): AppError =>
  new AppError(conflicts.has(reason) ? 'conflict' : 'invalid', message, { extra: { reason, ...extra } });

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Why a stay is not sold, in a sentence for the guest. */
export function reasonMessage(problem: StayProblem): string {
  switch (problem.reason) {
    case 'not_open':
      return 'This home cannot be booked online at the moment. Please send us an inquiry.';
    case 'dates_taken':
      return 'Some of these nights are taken. Please choose other dates.';
    case 'too_soon':
      return `The first check-in that can be booked is ${formatDate(problem.date)}.`;
    case 'too_far':
      return `Stays can be booked up to a check-out on ${formatDate(problem.date)}.`;
    case 'too_short':
      return problem.nights === 1
        ? 'Check-out must be after check-in.'
        : `A stay that begins on this day is at least ${problem.nights} nights.`;
    case 'too_long':
      return `A stay in this home is at most ${pluralize(problem.nights, 'night')}.`;
    case 'arrival_day': {
      const names = problem.days.map((day) => dayNames[weekdays.indexOf(day)] ?? day);
      return `Stays on these dates begin on a ${listed(names)}.`;
    }
    case 'too_many_guests':
      return `This home takes at most ${pluralize(problem.max, 'guest')}.`;
    case 'too_many_pets':
      return problem.max === 0
        ? 'Pets cannot stay in this home.'
        : `This home takes at most ${pluralize(problem.max, 'pet')}.`;
  }
}
