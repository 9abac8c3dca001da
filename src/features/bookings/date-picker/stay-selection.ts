import { formatMoney } from '../../../shared/money.ts';
import { addDays, type DateSpan, daysBetween } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';

export type SelectableDay = PropertyCalendar['days'][number];

export type DayMap = ReadonlyMap<string, SelectableDay>;

export const toDayMap = (days: readonly SelectableDay[]): DayMap =>
  new Map(days.map((day) => [day.date, day]));

const whyText: Record<NonNullable<SelectableDay['why']>, string> = {
  booked: 'booked',
  blocked: 'not available',
  turnover: 'kept free between stays',
  too_soon: 'too soon to book',
  too_far: 'not open for booking yet',
  not_open: 'not open for booking',
};

/** The kind of a day, for its style and its legend. */
export type DayKind = 'free' | 'no-arrival' | 'check-out-only' | 'taken' | 'closed';

export function dayKind(day: SelectableDay | undefined): DayKind {
  if (!day) return 'closed';
  if (day.isFree) return day.canArrive ? 'free' : 'no-arrival';
  if (day.canDepart && day.why !== 'too_soon') return 'check-out-only';
  return day.why === 'booked' || day.why === 'blocked' || day.why === 'turnover' ? 'taken' : 'closed';
}

/** A day's price, or why its night cannot be had, as it is read out after the date. */
export function dayText(day: SelectableDay | undefined, currency: string): string {
  if (!day) return 'not open for booking yet';
  const price = `${formatMoney(day.price, currency).replace(/\.00$/, '')} a night`;
  switch (dayKind(day)) {
    case 'free':
      return price;
    case 'no-arrival':
      return `${price}, no check-in on this day`;
    case 'check-out-only':
      return `${whyText[day.why ?? 'booked']}, check-out only`;
    case 'taken':
    case 'closed':
      return whyText[day.why ?? 'booked'];
  }
}

/** A day's label without React Aria's suffix for the calendar's first and last day, whose nights may be sold. */
export const dayLabel = (label: string, day: SelectableDay | undefined): string =>
  day?.isFree ? label : label.replace(/, (?:First|Last) available date$/, '');

/** Why a day cannot be chosen now; `null` when it can. */
export type Rejection = string | null;

/** Whether a stay could be sold by what the calendar knows. */
export const isSellable = (days: DayMap, stay: DateSpan): boolean => rejectStay(days, stay) === null;

function rejectStay(days: DayMap, { checkin, checkout }: DateSpan): Rejection {
  const arrival = days.get(checkin);
  if (!arrival?.canArrive) return 'no check-in on that day';
  const nights = daysBetween(checkin, checkout);
  if (nights < 1) return 'check-out must be after check-in';
  for (let index = 0; index < nights; index += 1) {
    const night = days.get(addDays(checkin, index));
    if (!night?.isFree) return 'a night before it is taken';
  }
  if (nights < arrival.minNights)
    return `a stay from that day is at least ${pluralize(arrival.minNights, 'night')}`;
  return days.get(checkout)?.canDepart === false ? 'no check-out on this day' : null;
}

/** How many days ahead calendars go: almost as many as one response may have. */
export const calendarDays = 749;

/**
 * Finds the first day on which a stay of at least its minimum length can begin.
 * @param isCutOff whether later days are not loaded yet: a stay that is free up to the last loaded day then counts, too
 */
export function firstArrival(days: readonly SelectableDay[], isCutOff = false): string | undefined {
  const map = toDayMap(days);
  return days.find((day) => day.canArrive && canBegin(map, day, isCutOff))?.date;
}

function canBegin(days: DayMap, { date, minNights }: SelectableDay, isCutOff: boolean): boolean {
  for (let nights = 0; ; nights += 1) {
    const day = days.get(addDays(date, nights));
    if (!day) return isCutOff;
    if (nights >= Math.max(1, minNights) && day.canDepart) return true;
    if (!day.isFree) return false;
  }
}

/** The first day on which one of these homes can be booked; today where none can. */
export const earliestArrival = (calendars: readonly PropertyCalendar[], today: string): string =>
  calendars.flatMap(({ days }) => firstArrival(days) ?? []).sort()[0] ?? today;

/** Whether a day can be pressed: it begins a stay, or with an anchor ends one or begins another. */
export function rejectDay(
  days: DayMap,
  date: string,
  { anchor, stay }: { anchor: string | null; stay: DateSpan | null },
): Rejection {
  const day = days.get(date);
  if (anchor === null) {
    if (stay && date >= stay.checkin && date <= stay.checkout) return null;
    if (day?.canArrive) return null;
    return day?.isFree ? 'no check-in on this day' : dayText(day, 'usd');
  }
  if (date === anchor) return null;
  const [checkin, checkout] = date < anchor ? [date, anchor] : [anchor, date];
  const rejection = rejectStay(days, { checkin, checkout });
  if (rejection === null) return null;
  const isTooShort = date > anchor && rejection.startsWith('a stay from');
  if (day?.canArrive && !isTooShort) return null;
  return isTooShort || day?.isFree ? rejection : dayText(day, 'usd');
}

/** Returns what two pressed days select: a stay, the beginning of another one, or nothing. */
export function chooseStay(
  days: DayMap,
  { anchor, pressed }: { anchor: string; pressed: string },
): { stay: DateSpan } | { anchor: string } | null {
  if (anchor === pressed) return null;
  const [checkin, checkout] = pressed < anchor ? [pressed, anchor] : [anchor, pressed];
  if (isSellable(days, { checkin, checkout })) return { stay: { checkin, checkout } };
  return days.get(pressed)?.canArrive ? { anchor: pressed } : null;
}

/** Nights of a home that this browser holds. */
export interface BrowserHold extends DateSpan {
  property: { slug: string };
}

/** A home with its nights. */
export interface HomeCalendar {
  slug: string;
  calendar: PropertyCalendar;
}

/** A home's calendar for a browser that holds some of its nights: it can choose them again, and nobody else can. */
export function withOwnHolds(
  { slug, calendar }: HomeCalendar,
  holds: readonly BrowserHold[],
): PropertyCalendar {
  const own = holds.filter(({ property }) => property.slug === slug);
  return own.length === 0
    ? calendar
    : { ...calendar, days: calendar.days.map((day) => own.reduce(holdDay, day)) };
}

function holdDay(day: SelectableDay, { checkin, checkout }: BrowserHold): SelectableDay {
  const isNight = day.date >= checkin && day.date < checkout;
  return {
    ...day,
    why: isNight ? undefined : day.why,
    isFree: day.isFree || isNight,
    canArrive: day.canArrive || day.date === checkin,
    canDepart: day.canDepart || day.date === checkout,
  };
}

/** Merges the calendars of several homes: a day is that of the cheapest free home, with the arrivals and departures of all. */
export function mergeCalendars(calendars: readonly PropertyCalendar[]): PropertyCalendar | null {
  const [first, ...others] = calendars;
  if (!first) return null;
  if (others.length === 0) return first;
  const checked = calendars.map(({ calendarsCheckedAt }) => calendarsCheckedAt);
  const maps = others.map(({ days }) => toDayMap(days));
  return {
    ...first,
    calendarsCheckedAt: checked.includes(null) ? null : (checked.sort()[0] ?? null),
    days: first.days.map((day) =>
      maps.reduce((best, map) => mergeDays(best, map.get(day.date) ?? best), day),
    ),
  };
}

function mergeDays(a: SelectableDay, b: SelectableDay): SelectableDay {
  const [better, other] = b.isFree && (!a.isFree || b.price < a.price) ? [b, a] : [a, b];
  return {
    ...better,
    canArrive: a.canArrive || b.canArrive,
    canDepart: a.canDepart || b.canDepart,
    minNights: Math.min(better.canArrive ? better.minNights : 365, other.canArrive ? other.minNights : 365),
  };
}
