import type { Static } from 'typebox';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Weekday } from '../../../shared/nights.ts';
import { weekdays } from '../../../shared/nights.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { nightSpanErrors } from '../calendar/night-span.ts';
import type { Rate } from '../pricing/night-rules.ts';
import type { effectSchema } from './descriptions.server.ts';

export type RateEffect = Static<typeof effectSchema>;

/** Prices and rules for a range of nights, both inclusive; what is absent stays as it is. */
export interface RateChange {
  /** Ids, sorted. */
  properties: string[];
  first_night: string;
  last_night: string;
  nightly_cents?: number;
  weekend_cents?: number;
  min_nights?: number;
  arrival_days?: Weekday[];
}

const maxProperties = 100;
/** $100,000 a night, as the form of a rate takes it. */
const maxCents = 10_000_000;
const maxMinNights = 365;
const maxChangedNights = 750;

const settings = ['nightly_cents', 'weekend_cents', 'min_nights', 'arrival_days'] as const;
const names = ['properties', 'first_night', 'last_night', ...settings];

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

export function parseRateChange(input: unknown): RateChange {
  const body = isRecord(input) ? input : {};
  const fields: FieldErrors = {
    ...unstorableFields(body),
    ...propertyErrors(body.properties),
    ...nightSpanErrors(body, maxChangedNights),
    ...settingErrors(body),
  };
  for (const name of Object.keys(body)) {
    if (!names.includes(name)) fields[name.slice(0, 60)] = 'There is no such field';
  }
  if (Object.keys(fields).length === 0 && !settings.some((name) => isPresent(body[name])))
    fields.nightly_cents = 'Set a price, the fewest nights or the days of arrival';
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('invalid', message, { fields });
  return toRateChange(body as unknown as RateChange);
}

/** The same change always reads the same, whatever the order in which it was sent. */
function toRateChange({ properties, first_night, last_night, ...sent }: RateChange): RateChange {
  const change: RateChange = {
    properties: properties.map((id) => id.toLowerCase()).sort(),
    first_night,
    last_night,
  };
  for (const name of settings) if (isPresent(sent[name])) Object.assign(change, { [name]: sent[name] });
  const days = change.arrival_days;
  if (days) change.arrival_days = weekdays.filter((day) => days.includes(day));
  return change;
}

function propertyErrors(ids: unknown): FieldErrors {
  if (!Array.isArray(ids) || ids.length === 0) return { properties: 'Choose at least one home' };
  if (ids.length > maxProperties) return { properties: `Choose at most ${maxProperties} homes` };
  if (!ids.every((id) => typeof id === 'string' && isUuid(id)))
    return { properties: 'Homes are named by their ids' };
  const isTwice = new Set(ids.map((id: string) => id.toLowerCase())).size < ids.length;
  return isTwice ? { properties: 'The same home is listed twice' } : {};
}

const isWholeNumber = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;

const centsRange = `a whole number of cents from 1 to ${maxCents}`;

function settingErrors({ nightly_cents, weekend_cents, min_nights, arrival_days }: Record<string, unknown>) {
  const fields: FieldErrors = {};
  if (isPresent(nightly_cents) && !isWholeNumber(nightly_cents, maxCents))
    fields.nightly_cents = `The price of a night must be ${centsRange}`;
  if (isPresent(weekend_cents) && !isWholeNumber(weekend_cents, maxCents))
    fields.weekend_cents = `The price of a weekend night must be ${centsRange}`;
  if (isPresent(min_nights) && !isWholeNumber(min_nights, maxMinNights))
    fields.min_nights = `The fewest nights must be a whole number from 1 to ${maxMinNights}`;
  const isDays = Array.isArray(arrival_days) && arrival_days.every((day) => weekdays.includes(day));
  if (isPresent(arrival_days) && !isDays)
    fields.arrival_days = `Days of arrival are a list of ${weekdays.join(', ')}`;
  return fields;
}

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
