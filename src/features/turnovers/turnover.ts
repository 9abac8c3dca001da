import type { TurnoverStatus } from '../../db/schema/turnovers.ts';
import { pluralize } from '../../shared/text/text.ts';
import { formatTime } from '../listings/property-detail.ts';

export const turnoverStatuses = ['todo', 'done', 'problem'] as const satisfies readonly TurnoverStatus[];

/** What a cleaner may report. */
export const reportedStatuses = ['done', 'problem'] as const;

export const turnoverLimits = { note: 2000, report: 4000, photos: 6 } as const;

/** Days from today on that a cleaner sees. */
export const cleaningDays = 30;

/** Days that an unfinished turnover stays on the cleaner's page after its departure, if the next guests come sooner or not at all. */
export const overdueDays = 7;

/** Before a check-in: a home that is not ready by then is a task of the hosts. */
export const readyHours = 2;

/** What cleaners are told of a turnover, on their page, in the calendar and by mail. */
export interface TurnoverPlan {
  /** The home's title. */
  home: string;
  departsOn: string;
  /** `null`: nobody yet. */
  arrivesOn: string | null;
  isSameDay: boolean;
  /** A clock time, such as `10:00`. */
  outBy: string;
  /** A clock time, such as `16:00`. */
  nextGuestsFrom: string;
  /** Of the next stay; `null`: unknown. */
  guests: number | null;
  pets: number | null;
  /** The hosts'. */
  note: string;
}

export interface CleanerTurnover extends TurnoverPlan {
  id: string;
  address: string;
  /** Sanitized HTML. */
  checkList: string;
  /** How to get in; empty on every day but that of the departure and of the arrival. */
  access: string;
  status: TurnoverStatus;
  report: string;
  photos: string[];
  /** ISO 8601. */
  doneAt: string | null;
  /** From the day of the departure on, until it is done. */
  canReport: boolean;
}

export interface CleaningPage {
  /** The cleaner's. */
  name: string;
  today: string;
  turnovers: CleanerTurnover[];
}

export interface TurnoverReport {
  status: (typeof reportedStatuses)[number];
  report?: string;
  photos?: string[];
}

/** A turnover right after a report of its cleaner. */
export interface ReportedTurnover {
  id: string;
  status: TurnoverStatus;
  report: string;
  photos: string[];
  doneAt: string | null;
}

/** A turnover on the hosts' screens. */
export interface HostTurnover {
  id: string;
  property: string;
  home: string;
  departsOn: string;
  arrivesOn: string | null;
  isSameDay: boolean;
  outBy: string;
  nextGuestsFrom: string;
  guests: number | null;
  pets: number | null;
  cleanerId: string | null;
  cleaner: string | null;
  status: TurnoverStatus;
  note: string;
  report: string;
  photos: string[];
  doneAt: string | null;
}

export interface HostCleaner {
  id: string;
  name: string;
  email: string;
  phone: string;
  isActive: boolean;
}

export interface TurnoverList {
  today: string;
  turnovers: HostTurnover[];
  cleaners: HostCleaner[];
}

export interface TurnoverChange {
  cleaner_id?: string | null;
  note?: string;
  status?: TurnoverStatus;
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

/** `2027-07-09` as `Friday, July 9`. */
export const formatDay = (date: string): string => dayFormat.format(new Date(date));

/** `4 guests, 1 pet`; of another channel's guests the number is not known. */
export function formatNextGuests({ guests, pets }: Pick<TurnoverPlan, 'guests' | 'pets'>): string {
  if (guests === null) return 'How many is not known';
  return `${pluralize(guests, 'guest')}, ${pets ? pluralize(pets, 'pet') : 'no pets'}`;
}

/** `Out by 10 AM, next guests 4 PM the same day`. */
export function formatHours({
  outBy,
  nextGuestsFrom,
  arrivesOn,
  isSameDay,
}: Omit<TurnoverPlan, 'home' | 'note'>): string {
  const out = `Out by ${formatTime(outBy)}`;
  if (arrivesOn === null) return `${out}, nobody has booked after them yet`;
  const day = isSameDay ? 'the same day' : `on ${formatDay(arrivesOn)}`;
  return `${out}, next guests ${formatTime(nextGuestsFrom)} ${day}`;
}
