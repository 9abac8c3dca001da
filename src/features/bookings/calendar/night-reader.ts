import type { Selectable } from 'kysely';
import type { PropertiesTable } from '../../../db/schema/content.ts';
import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import { fromDayNumber, toDayNumber, toWeekday } from '../../../shared/nights.ts';
import {
  type NightRules,
  nightRules,
  type PropertyNightRules,
  type Rate,
} from '../../listings/night-rules.ts';

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

/** Taken nights, half-open. */
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
  /** The current date in the homes' time zone. */
  today: string;
}

/** Why a night is not for sale. */
export type Why = 'booked' | 'blocked' | 'turnover' | 'too_soon' | 'too_far' | 'not_open';

/** Why nights are taken, the weakest first: a booked night is never reported as turnover. */
const takenAs = [undefined, 'turnover', 'blocked', 'booked'] as const;

const whyOccupied: Record<OccupiedKind, 'booked' | 'blocked'> = {
  booking: 'booked',
  feed_reservation: 'booked',
  block: 'blocked',
  feed_block: 'blocked',
};

/** Reads a home's nights by their day numbers; it has no nights before `from` or after `until`. */
export interface NightReader {
  rules(dayNumber: number): NightRules;
  /** Why the night is not for sale; `undefined` when it is. */
  why(dayNumber: number): Why | undefined;
  /** Whether there is no `why`; taken nights need no price. */
  isFree(dayNumber: number): boolean;
}

/** Finds a night in constant time, from `from` to the day before `until`. */
export function nightReader(
  { property, rates, occupied, today }: CalendarRules,
  from: string,
  until: string,
): NightReader {
  const first = toDayNumber(from);
  // Indexes of `takenAs`: hundreds of homes are read at once, each over months.
  const taken = new Uint8Array(Math.max(0, toDayNumber(until) - first));
  const rules: (NightRules | undefined)[] = [];
  const take = (start: number, end: number, why: (typeof takenAs)[number]) => {
    const strength = takenAs.indexOf(why);
    for (let index = Math.max(0, start - first); index < Math.min(taken.length, end - first); index += 1)
      taken[index] = Math.max(taken[index] ?? 0, strength);
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
      const why = takenAs[taken[dayNumber - first] ?? 0];
      if (why) return why;
      if (dayNumber < todayNumber + property.lead_days) return 'too_soon';
      return dayNumber > todayNumber + property.horizon_days ? 'too_far' : undefined;
    },
    isFree: (dayNumber) => !taken[dayNumber - first] && read.why(dayNumber) === undefined,
  };
  return read;
}

export const canArriveOn = (night: NightRules, dayNumber: number): boolean =>
  night.arrivalDays.length === 0 || night.arrivalDays.includes(toWeekday(fromDayNumber(dayNumber)));
