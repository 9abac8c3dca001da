import type { FieldErrors } from '../../../shared/errors.ts';
import { isNight } from '../../../shared/forms/formats.ts';
import { daysBetween } from '../../../shared/nights.ts';

/** What is no range of nights, both inclusive. */
export function nightSpanErrors(
  { first_night, last_night }: Record<string, unknown>,
  maxNights: number,
): FieldErrors {
  const fields: FieldErrors = {};
  if (!isNight(first_night)) fields.first_night = 'First night must be a valid date';
  if (!isNight(last_night)) fields.last_night = 'Last night must be a valid date';
  if (Object.keys(fields).length > 0) return fields;
  const nights = daysBetween(first_night as string, last_night as string) + 1;
  if (nights < 1) return { last_night: 'The last night cannot be before the first' };
  return nights > maxNights ? { last_night: `Choose at most ${maxNights} nights at once` } : {};
}
