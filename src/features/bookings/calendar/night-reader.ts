import type { Selectable } from 'kysely';
import type { PropertiesTable } from '../../../db/schema/content.ts';
import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import { fromDayNumber, toDayNumber, toWeekday } from '../../../shared/nights.ts';
import { type NightRules, nightRules, type PropertyNightRules, type Rate } from '../pricing/night-rules.ts';

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
export type Why = 'booked' | 'blocked' | 'turnover' | 'too_soon' | 'too_far' | 'not_open';

/** How strongly nights are taken: a booked night is never told as mere turnover. */
const strength: Partial<Record<Why, number>> = { booked: 3, blocked: 2, turnover: 1 };

const whyOccupied: Record<OccupiedKind, Why> = {
  booking: 'booked',
  feed_reservation: 'booked',
  block: 'blocked',
  feed_block: 'blocked',
};

/** Reads a home's nights by their day numbers; nights before `from` or after `until` are known to nobody. */
export interface NightReader {
  rules(dayNumber: number): NightRules;
  /** Why the night is not for sale; `undefined` when it is. */
  why(dayNumber: number): Why | undefined;
  /** Exactly when there is no `why`; most nights of a busy home are told without their price. */
  isFree(dayNumber: number): boolean;
}

/** Looks nights up in constant time, from `from` to the day before `until`. */
export function nightReader(
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
      const rule = rules[dayNumber - first] ?? nightRules(property, rates, fromDayNumber(dayNumber));
      rules[dayNumber - first] = rule;
      return rule;
    },
    why(dayNumber) {
      if (dayNumber < todayNumber) return 'too_soon';
      if (!isOpen || read.rules(dayNumber).price <= 0) return 'not_open';
      const why = taken[dayNumber - first];
      if (why) return why;
      if (dayNumber < todayNumber + property.lead_days) return 'too_soon';
      return dayNumber > todayNumber + property.horizon_days ? 'too_far' : undefined;
    },
    isFree: (dayNumber) => taken[dayNumber - first] === undefined && read.why(dayNumber) === undefined,
  };
  return read;
}

export const canArriveOn = (night: NightRules, dayNumber: number): boolean =>
  night.arrivalDays.length === 0 || night.arrivalDays.includes(toWeekday(fromDayNumber(dayNumber)));
