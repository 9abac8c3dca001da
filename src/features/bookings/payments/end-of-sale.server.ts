import { AppError } from '../../../shared/errors.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';

/** The last moment at which a stay is sold: late in the night after its check-in day, at the homes. */
const arrivalEndsAt = (checkin: string): Date => momentAtProperty(addDays(checkin, 1), '02:00');

/** Whether a stay has begun without its guest: it is neither approved nor paid any more. */
export const isArrivalOver = ({ checkin }: { checkin: string }, now: Date): boolean =>
  now >= arrivalEndsAt(checkin);

/** The end of a hold, which does not go beyond the arrival. */
export const holdUntil = (checkin: string, until: Date): Date =>
  new Date(Math.min(until.getTime(), arrivalEndsAt(checkin).getTime()));

export const arrivalOverError = (): AppError =>
  new AppError('conflict', 'The check-in day of this stay is over. Please choose other dates, or call us.');
