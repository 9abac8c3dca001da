import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { unstorableFields } from '../../../shared/text/storable.ts';
import { maxCars, maxNameLength, maxNames, maxParty } from '../record/arrival-details.schema.server.ts';

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

const isCount = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;

const isName = (value: unknown): boolean => typeof value === 'string' && value.trim().length <= maxNameLength;

const countHint = (max: number) => `Please give a number from 0 to ${max}`;

/** What is wrong with a field that was sent; `null`: nothing. */
const checks: Record<keyof ArrivalDetails, (value: unknown) => string | null> = {
  arrivalTime: (value) =>
    typeof value === 'string' && clockTime.test(value) ? null : 'Please give a time such as 17:30',
  cars: (value) => (isCount(value, maxCars) ? null : countHint(maxCars)),
  adults: (value) => (isCount(value, maxParty) ? null : countHint(maxParty)),
  children: (value) => (isCount(value, maxParty) ? null : countHint(maxParty)),
  names: (value) =>
    Array.isArray(value) && value.length <= maxNames && value.every(isName)
      ? null
      : `Please give at most ${maxNames} names, each of at most ${maxNameLength} characters`,
};

/** Empty names are left out. */
export function parseArrivalDetails(input: unknown): ArrivalDetails {
  const body = isRecord(input) ? input : {};
  const fields: FieldErrors = {};
  for (const [name, value] of Object.entries(body)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof ArrivalDetails] : undefined;
    const problem = check ? check(value) : 'There is no such field';
    if (problem !== null) fields[name.slice(0, 60)] = problem;
  }
  Object.assign(fields, unstorableFields(body));
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  const { names = [], ...details } = body as ArrivalDetails;
  const present = names.map((name) => name.trim()).filter(Boolean);
  return present.length > 0 ? { ...details, names: present } : details;
}
