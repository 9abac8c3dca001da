import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';

/** A stay is sold until 02:00 of the night after its check-in day, at the homes. */
const arrivalEndsAt = (checkin: string): Date => momentAtProperty(addDays(checkin, 1), '02:00');

/** Whether it is too late to confirm a stay. */
export const isArrivalOver = ({ checkin }: { checkin: string }, now: Date): boolean =>
  now >= arrivalEndsAt(checkin);

/** Limits the end of a hold to the time until which its stay is sold. */
export const holdUntil = (checkin: string, until: Date): Date =>
  new Date(Math.min(until.getTime(), arrivalEndsAt(checkin).getTime()));

export const arrivalOverError = (): AppError =>
  new AppError('conflict', 'The check-in day of this stay is over. Please choose other dates, or call us.');
