import { formatDate } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { type DateSpan, weekdays } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { currency } from '../pricing/price.ts';
import type { StayProblem } from './check-stay.ts';

/** Why a stay is not sold or changed, for programs: 409 for what others changed, 400 for what the guest can change. */
export const reasons = [
  'dates_taken',
  'price_changed',
  'not_open',
  'quote_expired',
  'calendars_unread',
  'too_short',
  'too_long',
  'arrival_day',
  'departure_day',
  'too_soon',
  'too_far',
  'too_many_guests',
  'too_many_pets',
  'promo_unknown',
  'promo_not_valid',
  'quantity',
  'too_late',
  'not_confirmed',
  'payment_under_way',
  'too_many_companions',
  'charge_too_high',
  'no_card',
  'already_paid',
  'already_decided',
  'disputed',
];
export type Reason = (typeof reasons)[number];

const conflicts: ReadonlySet<Reason> = new Set([
  'dates_taken',
  'price_changed',
  'not_open',
  'quote_expired',
  'calendars_unread',
  'not_confirmed',
  'payment_under_way',
  'too_many_companions',
  'no_card',
  'already_paid',
  'already_decided',
  'disputed',
]);

/** A problem with its reason, a sentence for the guest, and the other fields of the response's body. */
export const reasonError = (reason: Reason, message: string, extra: object = {}): AppError =>
  new AppError(conflicts.has(reason) ? 'conflict' : 'invalid', message, { extra: { reason, ...extra } });

/** The error where a stay does not cost what was shown. @param what costs it */
export const priceChanged = (what: string, total: number): AppError =>
  reasonError(
    'price_changed',
    `${what} costs ${formatMoney(total, currency)} now. Please look at it again.`,
    {
      total,
      currency,
    },
  );

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** A stay that is sold, with its total in minor units. */
export interface SoldStay extends DateSpan {
  total: number;
}

interface RejectedStay {
  title: string;
  stay: DateSpan;
  /** Stays that are sold instead, the nearest first. */
  nearest: readonly SoldStay[];
  currency: string;
}

/** Why a stay is not sold, and what is sold instead, in sentences for the guest. */
export function reasonMessage(problem: StayProblem, facts: RejectedStay): string {
  const why = problemText(problem, facts);
  const near = nearestText(facts.stay, facts.nearest, facts.currency);
  if (near) return `${why} ${near}`;
  return problem.reason === 'dates_taken' ? `${why} No stay of this length is free close to it.` : why;
}

/** The nearest stay that is sold instead, in a sentence; '' without any. */
export function nearestText(stay: DateSpan, [near]: readonly SoldStay[], currency: string): string {
  return near ? `${formatSpan(near, stay)} is free, ${wholeMoney(near.total, currency)} in all.` : '';
}

function problemText(problem: StayProblem, { title, stay }: RejectedStay): string {
  switch (problem.reason) {
    case 'not_open':
      return notOpenText[problem.why](title);
    case 'dates_taken':
      return `${title} is ${problem.isBooked ? 'booked' : 'not available'} ${takenText(problem, stay)}.`;
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

const notOpenText: Record<(StayProblem & { reason: 'not_open' })['why'], (title: string) => string> = {
  coming_soon: (title) =>
    `${title} is not open yet. Join its waitlist, and you hear first when it can be booked.`,
  inquiry: (title) =>
    `The hosts arrange every stay in ${title} themselves. Send them your dates, and they answer within 24 hours.`,
  nights: (title) => `${title} is not open for booking on these dates yet. Please ask us about them.`,
};

function takenText({ from, until }: StayProblem & { reason: 'dates_taken' }, stay: DateSpan): string {
  if (from > stay.checkin) return `from ${formatDay(from, stay)}`;
  return until < stay.checkout ? `until ${formatDay(until, stay)}` : 'on all of these nights';
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** `July 14`; with its year where it is not that of the stay. */
const formatDay = (date: string, { checkin }: DateSpan): string =>
  date.slice(0, 4) === checkin.slice(0, 4) ? dayFormat.format(new Date(date)) : formatDate(date);

/** `July 7 to 14`, `June 28 to July 5`. */
function formatSpan({ checkin, checkout }: DateSpan, stay: DateSpan): string {
  const isOneMonth = checkin.slice(0, 7) === checkout.slice(0, 7);
  if (!isOneMonth || checkin.slice(0, 4) !== stay.checkin.slice(0, 4))
    return `${formatDay(checkin, stay)} to ${formatDay(checkout, stay)}`;
  return `${formatDay(checkin, stay)} to ${Number(checkout.slice(8))}`;
}

const wholeMoney = (cents: number, currency: string): string =>
  formatMoney(cents, currency).replace(/\.00$/, '');
