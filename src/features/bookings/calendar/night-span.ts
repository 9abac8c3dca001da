import { daysBetween } from '../../../shared/nights.ts';

interface NightSpan {
  first_night: string;
  last_night: string;
}

/** Returns the messages about an invalid range of nights (inclusive). */
export function nightSpanErrors(
  { first_night, last_night }: Partial<NightSpan>,
  maxNights: number,
): { last_night?: string } {
  if (!first_night || !last_night) return {};
  const nights = daysBetween(first_night, last_night) + 1;
  if (nights < 1) return { last_night: 'The last night cannot be before the first' };
  return nights > maxNights ? { last_night: `Choose at most ${maxNights} nights at once` } : {};
}
