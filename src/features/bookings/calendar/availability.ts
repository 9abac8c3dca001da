import type { Selectable } from 'kysely';
import type { PropertiesTable } from '../../../db/schema/content.ts';
import type { OccupiedKind, Weekday } from '../../../db/schema/lodging.ts';
import { type NightRules, nightRules, type PropertyNightRules, type Rate } from '../pricing/night-rules.ts';
import { countNights, type DateSpan, fromDayNumber, toDayNumber, toWeekday } from './nights.ts';

type SaleRules = PropertyNightRules &
  Pick<
    Selectable<PropertiesTable>,
    | 'booking_mode'
    | 'is_coming_soon'
    | 'max_nights'
    | 'turnover_nights'
    | 'lead_days'
    | 'horizon_days'
    | 'guests'
    | 'max_pets'
  >;

/** Nights that somebody or something takes, half-open. */
export interface Occupied {
  kind: OccupiedKind;
  from: string;
  until: string;
}

export interface CalendarRules {
  property: SaleRules;
  /** The strongest first. */
  rates: readonly Rate[];
  occupied: readonly Occupied[];
  /** At the homes. */
  today: string;
}

/** Why a night is not for sale. */
type Why = 'booked' | 'blocked' | 'turnover' | 'too_soon' | 'too_far' | 'not_open';

/** A day of the calendar; its night is the one that begins on it. */
export interface CalendarDay {
  date: string;
  isFree: boolean;
  canArrive: boolean;
  canDepart: boolean;
  /** Of a stay that arrives here. */
  minNights: number;
  price: number;
  why?: Why;
}

/** How strongly nights are taken: a booked night is never told as mere turnover. */
const strength: Partial<Record<Why, number>> = { booked: 3, blocked: 2, turnover: 1 };

const whyOccupied: Record<OccupiedKind, Why> = {
  booking: 'booked',
  feed_reservation: 'booked',
  block: 'blocked',
  feed_block: 'blocked',
};

/** Reads a home's nights by their day numbers; nights before `from` or after `until` are known to nobody. */
interface NightReader {
  rules(dayNumber: number): NightRules;
  /** Why the night is not for sale; `undefined` when it is. */
  why(dayNumber: number): Why | undefined;
}

/** Looks nights up in constant time, from `from` to the day before `until`. */
function nightReader(
  { property, rates, occupied, today }: CalendarRules,
  from: string,
  until: string,
): NightReader {
  const first = toDayNumber(from);
  const taken: (Why | undefined)[] = new Array(Math.max(0, toDayNumber(until) - first));
  const rules: (NightRules | undefined)[] = new Array(taken.length);
  const take = (start: number, end: number, why: Why) => {
    for (let index = Math.max(0, start - first); index < Math.min(taken.length, end - first); index += 1) {
      const present = taken[index];
      if (!present || (strength[present] ?? 0) < (strength[why] ?? 0)) taken[index] = why;
    }
  };
  for (const { kind, from: start, until: end } of occupied) {
    const [startDay, endDay] = [toDayNumber(start), toDayNumber(end)];
    take(startDay, endDay, whyOccupied[kind]);
    if (whyOccupied[kind] !== 'booked') continue;
    take(startDay - property.turnover_nights, startDay, 'turnover');
    take(endDay, endDay + property.turnover_nights, 'turnover');
  }
  const todayNumber = toDayNumber(today);
  const isOpen = property.booking_mode !== 'inquiry' && !property.is_coming_soon;
  const read: NightReader = {
    rules(dayNumber) {
      const known = rules[dayNumber - first] ?? nightRules(property, rates, fromDayNumber(dayNumber));
      rules[dayNumber - first] = known;
      return known;
    },
    why(dayNumber) {
      if (dayNumber < todayNumber) return 'too_soon';
      if (!isOpen || read.rules(dayNumber).price <= 0) return 'not_open';
      const why = taken[dayNumber - first];
      if (why) return why;
      if (dayNumber < todayNumber + property.lead_days) return 'too_soon';
      return dayNumber > todayNumber + property.horizon_days ? 'too_far' : undefined;
    },
  };
  return read;
}

const canArriveOn = (night: NightRules, dayNumber: number): boolean =>
  night.arrivalDays.length === 0 || night.arrivalDays.includes(toWeekday(fromDayNumber(dayNumber)));

/** A stay is sold exactly when its nights are free, its first and last day fit, and its length is within the limits. */
export function calendarDays(rules: CalendarRules, from: string, to: string): CalendarDay[] {
  const [first, end] = [toDayNumber(from), toDayNumber(to)];
  const nights = nightReader(rules, fromDayNumber(first - 1), to);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => {
    const dayNumber = first + index;
    const night = nights.rules(dayNumber);
    const why = nights.why(dayNumber);
    return {
      date: fromDayNumber(dayNumber),
      isFree: why === undefined,
      canArrive: why === undefined && canArriveOn(night, dayNumber),
      canDepart: nights.why(dayNumber - 1) === undefined,
      minNights: night.minNights,
      price: night.price,
      ...(why ? { why } : {}),
    };
  });
}

interface Span {
  from: string;
  until: string;
}

export type StayProblem =
  | { reason: 'not_open'; why: 'coming_soon' | 'inquiry' | 'nights' }
  /** `from` is the first night that is taken, `until` the next one of the stay that is free, or its check-out. */
  | ({ reason: 'dates_taken'; isBooked: boolean } & Span)
  | { reason: 'too_soon' | 'too_far'; date: string }
  | { reason: 'too_short' | 'too_long'; nights: number }
  | { reason: 'arrival_day'; days: readonly Weekday[] }
  | { reason: 'too_many_guests' | 'too_many_pets'; max: number };

interface Party {
  guests: number;
  pets: number;
}

/** Longer stays are refused before their nights are looked at, whatever a home allows. */
const maxStayNights = 730;

/** The first reason why a stay is not sold, or `null`; `checkout` may be any date. */
export function checkStay(rules: CalendarRules, stay: DateSpan & Party): StayProblem | null {
  const { property, today } = rules;
  if (property.is_coming_soon) return { reason: 'not_open', why: 'coming_soon' };
  if (property.booking_mode === 'inquiry') return { reason: 'not_open', why: 'inquiry' };
  if (stay.guests > property.guests) return { reason: 'too_many_guests', max: property.guests };
  if (stay.pets > property.max_pets) return { reason: 'too_many_pets', max: property.max_pets };
  const todayNumber = toDayNumber(today);
  const checkin = toDayNumber(stay.checkin);
  const earliest = todayNumber + property.lead_days;
  const latest = todayNumber + property.horizon_days;
  if (checkin < earliest) return { reason: 'too_soon', date: fromDayNumber(earliest) };
  if (checkin > latest) return { reason: 'too_far', date: fromDayNumber(latest + 1) };
  const length = countNights(stay);
  if (length < 1) return { reason: 'too_short', nights: 1 };
  const maxNights = property.max_nights ?? maxStayNights;
  if (length > maxNights) return { reason: 'too_long', nights: maxNights };
  if (checkin + length - 1 > latest) return { reason: 'too_far', date: fromDayNumber(latest + 1) };
  return checkNights(nightReader(rules, stay.checkin, stay.checkout), checkin, length);
}

function checkNights(nights: NightReader, checkin: number, length: number): StayProblem | null {
  for (let night = checkin; night < checkin + length; night += 1) {
    const why = nights.why(night);
    if (why === 'not_open') return { reason: 'not_open', why: 'nights' };
    if (why) return takenFrom(nights, night, checkin + length);
  }
  const arrival = nights.rules(checkin);
  if (length < arrival.minNights) return { reason: 'too_short', nights: arrival.minNights };
  if (!canArriveOn(arrival, checkin)) return { reason: 'arrival_day', days: arrival.arrivalDays };
  return null;
}

function takenFrom(nights: NightReader, first: number, end: number): StayProblem {
  const isBooked = nights.why(first) !== 'blocked';
  let next = first + 1;
  while (next < end && nights.why(next) !== undefined) next += 1;
  return { reason: 'dates_taken', isBooked, from: fromDayNumber(first), until: fromDayNumber(next) };
}

/** Hosts look further ahead than guests; so far the homes' own horizons may reach. */
const maxAheadDays = 1095;

/** The first reason why not even the hosts can place a stay; `earliest` is the first check-in that makes sense. */
export function checkHostedStay(
  rules: CalendarRules,
  stay: DateSpan & Party,
  earliest: string,
): StayProblem | null {
  const { property, today } = rules;
  if (property.is_coming_soon) return { reason: 'not_open', why: 'coming_soon' };
  if (stay.guests > property.guests) return { reason: 'too_many_guests', max: property.guests };
  if (stay.pets > property.max_pets) return { reason: 'too_many_pets', max: property.max_pets };
  const length = countNights(stay);
  const latest = toDayNumber(today) + maxAheadDays;
  if (stay.checkin < earliest) return { reason: 'too_soon', date: earliest };
  if (toDayNumber(stay.checkin) > latest) return { reason: 'too_far', date: fromDayNumber(latest + 1) };
  if (length < 1) return { reason: 'too_short', nights: 1 };
  if (length > maxStayNights) return { reason: 'too_long', nights: maxStayNights };
  const open = {
    ...property,
    booking_mode: 'instant' as const,
    lead_days: 0,
    horizon_days: maxAheadDays * 2,
  };
  const nights = nightReader({ ...rules, property: open }, stay.checkin, stay.checkout);
  const first = toDayNumber(stay.checkin);
  for (let night = first; night < first + length; night += 1) {
    const why = nights.why(night);
    if (why === 'not_open') return { reason: 'not_open', why: 'nights' };
    if (why !== undefined && why !== 'too_soon') return takenFrom(nights, night, first + length);
  }
  return null;
}

/** The stays of the same length that are sold and begin nearest, without the given one; of two as near the earlier first. */
export function nearestStays(
  rules: CalendarRules,
  stay: DateSpan & Party,
  { limit, withinDays }: { limit: number; withinDays: number },
): DateSpan[] {
  const { property, today } = rules;
  const length = Math.max(1, countNights(stay));
  const isTooLarge = stay.guests > property.guests || stay.pets > property.max_pets;
  if (withinDays < 1 || isTooLarge || length > (property.max_nights ?? maxStayNights)) return [];
  const [checkin, first] = [toDayNumber(stay.checkin), toDayNumber(today)];
  const nights = nightReader(
    rules,
    fromDayNumber(checkin - withinDays),
    fromDayNumber(checkin + withinDays + length),
  );
  const found: DateSpan[] = [];
  for (let distance = 1; distance <= withinDays && found.length < limit; distance += 1) {
    for (const start of [checkin - distance, checkin + distance]) {
      if (start < first || found.length >= limit || checkNights(nights, start, length) !== null) continue;
      found.push({ checkin: fromDayNumber(start), checkout: fromDayNumber(start + length) });
    }
  }
  return found;
}
