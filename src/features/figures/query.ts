import { AppError, type FieldErrors } from '../../shared/errors.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { eachMonth, isMonth, type Months } from '../bookings/reports/months.ts';

export const maxMonths = 36;

/** Months, both inclusive, and the slug of a property, if not all are meant. */
export interface FiguresQuery extends Months {
  property?: string | undefined;
}

export function parseFiguresQuery(url: string): FiguresQuery {
  const { from = '', to = '', property } = parseQueryParams(url, ['from', 'to', 'property']);
  const fields: FieldErrors = {};
  for (const [name, value] of Object.entries({ from, to }))
    if (!isMonth(value)) fields[name] = 'Please send a month as YYYY-MM';
  if (Object.keys(fields).length === 0) {
    if (to < from) fields.to = 'The last month lies before the first one';
    else if (eachMonth({ from, to }).length > maxMonths)
      fields.to = `The figures cover at most ${maxMonths} months`;
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('invalid', message, { fields });
  return { from, to, property };
}
