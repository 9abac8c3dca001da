import { cached } from '../../../shared/cached.ts';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { addDays, daysBetween } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import type { CalendarProperty, HostDay } from './host-calendar.ts';

/** The kinds of entries, the strongest first: of two on the same night the stronger is shown. */
const kinds = ['booking', 'hold', 'request', 'feedReservation', 'block', 'feedBlock'] as const;
export type Kind = (typeof kinds)[number];

/** Taken nights, both inclusive. */
export interface CalendarEntry {
  id: string;
  kind: Kind;
  first: string;
  last: string;
  /** The text that is written on a bar. */
  text: string;
  /** The text for screen readers, which contains that of the bar. */
  description: string;
  code?: string;
  note?: string;
}

const bookingKinds = new Map<string, { kind: Kind; word: string }>([
  ['held', { kind: 'hold', word: 'Hold' }],
  ['requested', { kind: 'request', word: 'Request' }],
]);
const channelNames = { airbnb: 'Airbnb', vrbo: 'Vrbo', booking_com: 'Booking.com', other: 'Other channel' };

/** Cached, as a thousand cells name the same sixty days. */
const formatDay = cached(formatDate);

/** `July 9, 2027 to July 11, 2027`, both inclusive. */
export const formatNights = (first: string, last: string): string =>
  first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;

/** Everything that takes nights of a home. */
export function toEntries({ bookings, blocks, feedEvents }: CalendarProperty): CalendarEntry[] {
  const entries: CalendarEntry[] = [];
  for (const { code, status, name, checkin, checkout, guests, holdExpiresAt } of bookings) {
    const { kind, word } = bookingKinds.get(status) ?? { kind: 'booking', word: 'Booking' };
    const until = holdExpiresAt ? `, until ${formatDateTime(holdExpiresAt)}` : '';
    const text = `${name} · ${code}`;
    entries.push({
      id: code,
      code,
      kind,
      first: checkin,
      last: addDays(checkout, -1),
      text: kind === 'booking' ? text : `${word}: ${text}`,
      description: `${word}: ${text}, ${pluralize(guests, 'guest')}, ${formatDay(checkin)} to ${formatDay(checkout)}${until}`,
    });
  }
  for (const { id, first_night, last_night, note } of blocks) {
    const text = note ? `Closed: ${note}` : 'Closed';
    entries.push({
      id,
      kind: 'block',
      first: first_night,
      last: last_night,
      text,
      note,
      description: `${text}, ${formatNights(first_night, last_night)}`,
    });
  }
  for (const { id, kind, channel, feed, checkin, checkout } of feedEvents) {
    const isStay = kind === 'reservation';
    const text = `${channelNames[channel]}${isStay ? '' : ': closed'}`;
    entries.push({
      // An event may close several ranges.
      id: `${id} ${checkin}`,
      kind: isStay ? 'feedReservation' : 'feedBlock',
      first: checkin,
      last: addDays(checkout, -1),
      text,
      description: `${isStay ? 'Reservation' : 'Closed'} on ${feed || channelNames[channel]}, ${formatDay(checkin)} to ${formatDay(checkout)}`,
    });
  }
  const strength = ({ kind }: CalendarEntry) => kinds.indexOf(kind);
  return entries.sort((a, b) => strength(a) - strength(b) || (a.first < b.first ? -1 : 1));
}

export const overlaps = (entry: CalendarEntry, first: string, last: string): boolean =>
  entry.first <= last && first <= entry.last;

/** A run of days with one entry, or a single day without any. */
export interface Segment {
  first: string;
  last: string;
  length: number;
  entry: CalendarEntry | null;
  /** The other entries on some of these nights. */
  others: CalendarEntry[];
  day: HostDay;
}

/** Cuts the days of a row into bars and free nights. */
export function toSegments(days: readonly HostDay[], entries: readonly CalendarEntry[]): Segment[] {
  const segments: Segment[] = [];
  for (const day of days) {
    const present = entries.filter((entry) => overlaps(entry, day.date, day.date));
    const entry = present[0] ?? null;
    const last = segments.at(-1);
    const more = present.slice(1);
    if (entry && last?.entry === entry) {
      last.last = day.date;
      last.length += 1;
      last.others.push(...more.filter((one) => !last.others.includes(one)));
    } else segments.push({ first: day.date, last: day.date, length: 1, entry, others: more, day });
  }
  return segments;
}

/** A booking under another channel's reservation: two guests for one night. */
export const isConflict = ({ entry, others }: Segment): boolean =>
  entry !== null && entry.kind !== 'block' && others.some(({ kind }) => kind === 'feedReservation');

const whyTexts: Record<NonNullable<HostDay['why']>, string> = {
  booked: 'booked',
  blocked: 'closed',
  turnover: 'kept free between stays',
  too_soon: 'no longer on sale',
  too_far: 'not on sale yet',
  not_open: 'not sold by the night',
};

/** Why a night without an entry is not for sale, in a word or two. */
const whyText = ({ why }: HostDay): string => (why ? whyTexts[why] : 'free');

/** `$250 3+`: its price, and its fewest nights. */
export const formatNight = ({ price, minNights }: HostDay, currency: string, separator = ' '): string =>
  `${shortPrice(price, currency)}${minNights > 1 ? `${separator}${minNights}+` : ''}`;

/** The label of a day for screen readers, which contains its visible text. */
export function describeSegment(segment: Segment, currency: string): string {
  const { entry, day, first, last, others } = segment;
  if (entry) {
    const also = others.map(({ description }) => `. Also: ${description}`).join('');
    return `${entry.description}${also}${isConflict(segment) ? '. Conflict!' : ''}`;
  }
  const season = day.season ? `, ${day.season}` : '';
  const price = day.price > 0 ? `, ${formatNight(day, currency)}` : '';
  return `${formatNights(first, last)}, ${whyText(day)}${price}${day.price > 0 && day.minNights > 1 ? ' nights' : ''}${season}`;
}

/** A price without cents where it has none, for narrow cells. */
export const shortPrice = (cents: number, currency: string): string =>
  formatMoney(cents, currency).replace(/\.00$/, '');

export const nightsIn = (first: string, last: string): number => daysBetween(first, last) + 1;
