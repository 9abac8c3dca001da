import { isDate } from '../../../shared/forms/formats.ts';

/**
 * What no single field can say about an inquiry's nights, by field name. Dates that are missing or no dates are left to
 * the fields' own rules.
 * @param today the calendar date at the homes, `YYYY-MM-DD`
 */
export function stayDatesError(
  values: { checkin?: unknown; checkout?: unknown },
  today: string,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const [checkin, checkout] = [values.checkin, values.checkout].map(toDate);
  if (checkin && checkin < today) problems.checkin = 'Check-in cannot be in the past';
  if (checkin && checkout && checkout <= checkin) problems.checkout = 'Check-out must be after check-in';
  return problems;
}

function toDate(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return isDate(text) ? text : undefined;
}
