import { minuteMs } from '../../shared/durations.ts';
import { pluralize } from '../../shared/text/text.ts';
import { formatTime } from '../listings/property-detail.ts';

export const turnoverLimits = { note: 2000, report: 4000, photos: 6 } as const;

/** The maximum number of days in a list of the hosts. */
export const maxListDays = 92;

/** The number of days from today on that a cleaner sees. */
export const cleaningDays = 30;

/**
 * The number of days for which the cleaner's page shows an unfinished turnover after its departure. It stays longer only
 * until the next guests arrive.
 */
export const overdueDays = 7;

/** A cleaner may undo "Done" for this long. */
export const undoMs = 10 * minuteMs;

/** Changes within this time are mailed together. */
export const collectMs = 8 * minuteMs;

/** A home that is not ready becomes a task of the hosts this long before the check-in. */
export const readyHours = 2;

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

/** `2027-07-09` as `Friday, July 9`. */
export const formatDay = (date: string): string => dayFormat.format(new Date(date));

/** `4 guests, 1 pet`; the number of guests of another channel is unknown. */
export function formatNextGuests({ guests, pets }: { guests: number | null; pets: number | null }): string {
  if (guests === null) return 'How many is not known';
  return `${pluralize(guests, 'guest')}, ${pets ? pluralize(pets, 'pet') : 'no pets'}`;
}

interface TurnoverHours {
  /** A clock time, such as `10:00`. */
  outBy: string;
  nextGuestsFrom: string;
  /** `null`: no stay after this one has been booked yet. */
  arrivesOn: string | null;
  isSameDay: boolean;
}

/** `Out by 10 AM, next guests 4 PM the same day`. */
export function formatHours({ outBy, nextGuestsFrom, arrivesOn, isSameDay }: TurnoverHours): string {
  const out = `Out by ${formatTime(outBy)}`;
  if (arrivesOn === null) return `${out}, nobody has booked after them yet`;
  const day = isSameDay ? 'the same day' : `on ${formatDay(arrivesOn)}`;
  return `${out}, next guests ${formatTime(nextGuestsFrom)} ${day}`;
}
