import type { Selectable } from 'kysely';
import type { PropertiesTable } from '../../db/schema/content.ts';
import type { RatesTable } from '../../db/schema/lodging.ts';
import type { Weekday } from '../../shared/nights.ts';
import { isWeekendNight } from '../../shared/nights.ts';

export type PropertyNightRules = Pick<
  Selectable<PropertiesTable>,
  'nightly_cents' | 'weekend_cents' | 'min_nights' | 'arrival_days'
>;

/** Prices and rules of some nights of a home. */
export type Rate = Pick<
  Selectable<RatesTable>,
  | 'name'
  | 'first_night'
  | 'last_night'
  | 'nightly_cents'
  | 'weekend_cents'
  | 'min_nights'
  | 'arrival_days'
  | 'priority'
>;

export interface NightRules {
  /** Minor units; 0 is not for sale. */
  price: number;
  /** The name of the winning rate. */
  season: string | null;
  /** The least nights of a stay that arrives on this night. */
  minNights: number;
  /** Empty: any day. */
  arrivalDays: readonly Weekday[];
}

/** @param rates the strongest first: by priority, then the newest */
export function nightRules(property: PropertyNightRules, rates: readonly Rate[], night: string): NightRules {
  const rate = rates.find(
    ({ first_night, last_night }) =>
      (first_night === null || first_night <= night) && (last_night === null || night <= last_night),
  );
  const isWeekend = isWeekendNight(night);
  const ownPrice = isWeekend ? (property.weekend_cents ?? property.nightly_cents) : property.nightly_cents;
  const ratePrice = isWeekend ? (rate?.weekend_cents ?? rate?.nightly_cents) : rate?.nightly_cents;
  return {
    price: ratePrice ?? ownPrice,
    season: rate?.name || null,
    minNights: rate?.min_nights ?? property.min_nights,
    arrivalDays: rate?.arrival_days ?? property.arrival_days,
  };
}
