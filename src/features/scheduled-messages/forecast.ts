import { AppError, type FieldErrors, toFieldErrors } from '../../shared/errors.ts';
import { isNight } from '../../shared/forms/formats.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { addDays, daysBetween } from '../../shared/nights.ts';

const defaultDays = 14;
export const maxForecastDays = 60;

/** Days at the homes, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** @throws AppError `invalid` for days that are none, in the wrong order, or too many */
export function parseDays(url: string, today: string): Days {
  const { from = today, to } = parseQueryParams(url, ['from', 'to']);
  const fields: FieldErrors = {};
  if (!isNight(from)) fields.from = 'Must be a date such as 2027-07-09';
  if (to !== undefined && !isNight(to)) fields.to = 'Must be a date such as 2027-07-09';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  const last = to ?? addDays(from, defaultDays - 1);
  if (last < from) throw new AppError('invalid', 'The last day cannot be before the first.');
  if (daysBetween(from, last) >= maxForecastDays)
    throw new AppError('invalid', `A forecast has at most ${maxForecastDays} days.`);
  return { from, to: last };
}
