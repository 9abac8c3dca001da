import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import { formatDate } from '../../../shared/dates.ts';
import { addDays, daysBetween, fromDayNumber, listNights, toDayNumber } from '../../../shared/nights.ts';
import { calendarDays } from '../../bookings/calendar/availability.ts';
import type { CalendarRules } from '../../bookings/calendar/night-reader.ts';
import { type NightRules, nightRules, type Rate } from '../../listings/night-rules.ts';
import type { RateChange, RateEffect } from './contract.server.ts';
import { ratesForChange } from './rate-change.ts';
import { unreachableNights } from './unreachable.ts';

type PropertyEffect = RateEffect['properties'][number];
type Unreachable = PropertyEffect['unreachable'][number];

const maxLengthNights = 730;
const maxMinimumNights = 365;

/** The nights whose rules may decide whether nights of the change can be reached; none of the past. */
export function decisiveNights(
  { first_night, last_night }: Pick<RateChange, 'first_night' | 'last_night'>,
  today: string,
): { from: string; until: string } {
  const now = toDayNumber(today);
  return {
    from: fromDayNumber(Math.max(now, toDayNumber(first_night) - maxLengthNights)),
    until: fromDayNumber(Math.max(now, toDayNumber(last_night) + maxMinimumNights + 1)),
  };
}

export const isSame = (a: NightRules, b: NightRules): boolean =>
  a.price === b.price &&
  a.minNights === b.minNights &&
  a.arrivalDays.length === b.arrivalDays.length &&
  a.arrivalDays.every((day) => b.arrivalDays.includes(day));

/** The lowest and the highest of at least one price. */
export const spread = (prices: readonly number[]) => ({
  lowest: prices.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  highest: prices.reduce((a, b) => Math.max(a, b), 0),
});

const bookedKinds: readonly OccupiedKind[] = ['booking', 'feed_reservation'];

/** The effect of a change on the nights of one home. */
export function effectOnProperty(
  change: RateChange,
  rules: CalendarRules,
): Pick<PropertyEffect, 'nights' | 'changedNights' | 'bookedNights' | 'before' | 'after' | 'unreachable'> {
  const nights = listNights(change.first_night, addDays(change.last_night, 1));
  const added = ratesForChange(change, rules.rates, nights).map((rate): Rate => ({ ...rate, priority: 0 }));
  const rates = [...added, ...rules.rates];
  const before = nights.map((night) => nightRules(rules.property, rules.rates, night));
  const after = nights.map((night) => nightRules(rules.property, rates, night));
  const booked = rules.occupied.filter(({ kind }) => bookedKinds.includes(kind));
  const isBooked = (night: string) => booked.some(({ from, until }) => from <= night && night < until);
  return {
    nights: nights.length,
    changedNights: before.filter((night, index) => !isSame(night, after[index] as NightRules)).length,
    bookedNights: nights.filter(isBooked).length,
    before: spread(before.map(({ price }) => price)),
    after: spread(after.map(({ price }) => price)),
    unreachable: unreachableRuns(change, rules, rates),
  };
}

/** Nights of the change that cannot be booked after it, and nights around it that could be booked before. */
function unreachableRuns(change: RateChange, rules: CalendarRules, rates: readonly Rate[]): Unreachable[] {
  const { from, until } = decisiveNights(change, rules.today);
  const { max_nights } = rules.property;
  const before = unreachableNights(calendarDays(rules, from, until), max_nights);
  const days = calendarDays({ ...rules, rates }, from, until);
  const runs: Unreachable[] = [];
  for (const [night, reason] of unreachableNights(days, max_nights)) {
    const isInside = change.first_night <= night && night <= change.last_night;
    const wasReachable = !before.has(night);
    if (!isInside && !wasReachable) continue;
    const run = runs.at(-1);
    const follows = run !== undefined && daysBetween(run.last_night, night) === 1;
    if (run && follows && run.reason === reason && run.wasReachable === wasReachable) run.last_night = night;
    else runs.push({ first_night: night, last_night: night, reason, wasReachable, message: '' });
  }
  const minNights = new Map(days.map((day) => [day.date, day.minNights]));
  return runs.map((run) => ({ ...run, message: messageFor(run, minNights.get(run.first_night) ?? 1) }));
}

function messageFor({ first_night, last_night, reason }: Unreachable, minNights: number): string {
  const nights =
    first_night === last_night
      ? `The night of ${formatDate(first_night)}`
      : `The nights of ${formatDate(first_night)} to ${formatDate(last_night)}`;
  return reason === 'arrival_days'
    ? `${nights} cannot be booked: guests may not arrive on any day from which they could be reached.`
    : `${nights} cannot be booked: too few nights in a row are free for a stay of at least ${minNights}.`;
}
