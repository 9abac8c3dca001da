import type { Rate } from '../../listings/night-rules.ts';
import type { RateChange } from './contract.server.ts';

type RateValues = Pick<Rate, 'name' | 'nightly_cents' | 'weekend_cents' | 'min_nights' | 'arrival_days'>;
type RangeRate = RateValues & { first_night: string; last_night: string };

const covers = ({ first_night, last_night }: Rate, night: string): boolean =>
  (first_night === null || first_night <= night) && (last_night === null || night <= last_night);

/** One rate for each run of nights that come to the same; a price without one for weekends is for every night. */
export function ratesForChange(
  change: RateChange,
  rates: readonly Rate[],
  nights: readonly string[],
): RangeRate[] {
  const made: RangeRate[] = [];
  let last = '';
  for (const night of nights) {
    const present = rates.find((rate) => covers(rate, night));
    const values: RateValues = {
      name: present?.name ?? '',
      nightly_cents: change.nightly_cents ?? present?.nightly_cents ?? null,
      weekend_cents:
        change.weekend_cents ??
        (change.nightly_cents === undefined ? (present?.weekend_cents ?? null) : null),
      min_nights: change.min_nights ?? present?.min_nights ?? null,
      arrival_days: change.arrival_days ?? present?.arrival_days ?? null,
    };
    const key = JSON.stringify(values);
    const run = made.at(-1);
    if (run && key === last) run.last_night = night;
    else made.push({ ...values, first_night: night, last_night: night });
    last = key;
  }
  return made;
}
