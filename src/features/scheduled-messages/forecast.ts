import { AppError } from '../../shared/errors.ts';
import { addDays, daysBetween } from '../../shared/nights.ts';

const defaultDays = 14;
export const maxForecastDays = 60;

/** Days at the homes, both inclusive. */
export interface ForecastDays {
  from: string;
  to: string;
}

/** The next 14 days, unless it says otherwise. @throws AppError `invalid` for days in the wrong order, or too many */
export function toForecastDays({ from, to }: Partial<ForecastDays>, today: string): ForecastDays {
  const first = from ?? today;
  const last = to ?? addDays(first, defaultDays - 1);
  if (last < first) throw new AppError('invalid', 'The last day cannot be before the first.');
  if (daysBetween(first, last) >= maxForecastDays)
    throw new AppError('invalid', `A forecast has at most ${maxForecastDays} days.`);
  return { from: first, to: last };
}
