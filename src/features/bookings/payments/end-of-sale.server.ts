import { minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';

/** A payment page is open for 31 minutes (the provider's minimum is 30), and its hold ends five minutes later. */
export const pageLifetimeMs = 31 * minuteMs;
export const holdMarginMs = 5 * minuteMs;

/** How long a hold lasts whose payment page is opened now. */
export const pageHoldMs = pageLifetimeMs + holdMarginMs;

/** A stay is sold until 02:00 of the night after its check-in day, at the homes. */
const arrivalEndsAt = (checkin: string): Date => momentAtProperty(addDays(checkin, 1), '02:00');

/** Whether it is too late to confirm a stay. */
export const isArrivalOver = ({ checkin }: { checkin: string }, now: Date): boolean =>
  now >= arrivalEndsAt(checkin);

/** Whether the hold of a payment page that is opened now would last longer than its stay is sold. */
export const isTooLateToPay = (stay: { checkin: string }, now: Date): boolean =>
  isArrivalOver(stay, new Date(now.getTime() + pageHoldMs));

/** Limits the end of a hold to the time until which its payment page can be opened; an open page makes it longer. */
export const holdUntil = (checkin: string, until: Date): Date =>
  new Date(Math.min(until.getTime(), arrivalEndsAt(checkin).getTime() - pageHoldMs));

export const arrivalOverError = (): AppError =>
  new AppError('conflict', 'The check-in day of this stay is over. Please choose other dates, or call us.');
