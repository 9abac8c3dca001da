import { todayAtProperty } from '../../shared/dates.ts';
import { type FieldErrors, toFieldErrors } from '../../shared/errors.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { isRecord } from '../../shared/is-record.ts';
import { addDays, toDayNumber } from '../../shared/nights.ts';
import { isUuid } from '../../shared/uuid.ts';
import {
  reportedStatuses,
  type TurnoverChange,
  type TurnoverReport,
  turnoverLimits,
  turnoverStatuses,
} from './turnover.ts';

/** Days of turnovers that are listed at once. */
const maxListDays = 92;
const defaultListDays = 14;

const isDate = (text: string): boolean => {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return !!date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** Parses the days of a list, both inclusive: two weeks from today on, unless it says otherwise. @throws AppError `invalid` */
export function parseTurnoverDays(url: string, now: Date): { from: string; to: string } {
  const query = parseQueryParams(url, ['from', 'to']);
  const fields: FieldErrors = {};
  for (const name of ['from', 'to'] as const)
    if (query[name] !== undefined && !isDate(query[name]))
      fields[name] = 'Please send a date such as 2027-07-04';
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  const from = query.from ?? todayAtProperty(now);
  const to = query.to ?? addDays(from, defaultListDays - 1);
  const days = toDayNumber(to) - toDayNumber(from);
  if (days < 0) throw toFieldErrors({ to: 'The last day must not be before the first' });
  if (days >= maxListDays) throw toFieldErrors({ to: `At most ${maxListDays} days at once` });
  return { from, to };
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength;

type Checks = Record<string, (value: unknown) => string | null>;

/** Checks each field of a body that is there. @throws AppError `invalid` with `fields` */
function checkFields(body: unknown, checks: Checks): Record<string, unknown> {
  const input = isRecord(body) ? body : {};
  const fields: FieldErrors = isRecord(body) ? {} : { body: 'Please send an object' };
  for (const [name, value] of Object.entries(input)) {
    const problem = Object.hasOwn(checks, name) ? checks[name]?.(value) : 'There is no such field';
    if (problem) fields[name.slice(0, 60)] = problem;
  }
  if (Object.keys(fields).length > 0) throw toFieldErrors(fields);
  return input;
}

const longerThan = (maxLength: number): string => `Please send a text of at most ${maxLength} characters`;

const anyOf =
  (values: readonly string[]): Checks[string] =>
  (value) =>
    values.includes(value as string) ? null : `Must be one of ${values.join(', ')}`;

const textUpTo =
  (maxLength: number): Checks[string] =>
  (value) =>
    isText(value, maxLength) ? null : longerThan(maxLength);

const photoList: Checks[string] = (value) => {
  const { photos: max } = turnoverLimits;
  if (!Array.isArray(value) || value.length > max) return `Please send at most ${max} photos`;
  if (!value.every((url) => typeof url === 'string')) return 'Please send addresses';
  return new Set(value).size === value.length ? null : 'Please send each photo once';
};

/** @throws AppError `invalid` with `fields` */
export function parseTurnoverReport(body: unknown): TurnoverReport {
  const status = anyOf(reportedStatuses);
  const input = checkFields(body, { status, report: textUpTo(turnoverLimits.report), photos: photoList });
  if (input.status === undefined) throw toFieldErrors({ status: status(undefined) ?? '' });
  return { ...input, ...cleanText(input, 'report') } as unknown as TurnoverReport;
}

/** @throws AppError `invalid` with `fields`, also where nothing is to be changed */
export function parseTurnoverChange(body: unknown): TurnoverChange {
  const input = checkFields(body, {
    cleaner_id: (value) =>
      value === null || (typeof value === 'string' && isUuid(value)) ? null : 'Please send an id, or null',
    note: textUpTo(turnoverLimits.note),
    status: anyOf(turnoverStatuses),
  });
  if (Object.keys(input).length === 0)
    throw toFieldErrors({ body: 'Please send a cleaner, a note or a status' });
  return { ...input, ...cleanText(input, 'note') } as TurnoverChange;
}

/** PostgreSQL stores no NUL, and no half of a character. */
const cleanText = (input: Record<string, unknown>, name: string): Record<string, string> => {
  const text = input[name];
  return typeof text === 'string' ? { [name]: text.toWellFormed().replaceAll('\0', '').trim() } : {};
};
