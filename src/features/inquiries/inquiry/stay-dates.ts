import { isDate } from '../../../shared/dates.ts';

/** Leaves missing and invalid dates to the fields' own rules. @param today at the properties, `YYYY-MM-DD` */
export function stayDatesError(
  values: { checkin?: unknown; checkout?: unknown },
  today: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const [checkin, checkout] = [values.checkin, values.checkout].map(parseDate);
  if (checkin && checkin < today) errors.checkin = 'Check-in cannot be in the past';
  if (checkin && checkout && checkout <= checkin) errors.checkout = 'Check-out must be after check-in';
  return errors;
}

function parseDate(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return isDate(text) ? text : undefined;
}

export interface RequestedStay {
  checkin?: string;
  checkout?: string;
  guests?: number;
}

/** The dates as form values; empty where there are none. */
type DateValues = Record<'checkin' | 'checkout', string>;

export const toDateValues = ({ checkin = '', checkout = '' }: RequestedStay = {}): DateValues => ({
  checkin,
  checkout,
});

/** Returns the form's values for a stay with other dates; a stay without dates clears only those that it set. */
export function withDates<Values extends Partial<Record<keyof DateValues, unknown>>>(
  values: Values,
  former: DateValues,
  next: DateValues,
): Values {
  const isTyped = values.checkin !== former.checkin || values.checkout !== former.checkout;
  return !next.checkin && !next.checkout && isTyped ? values : { ...values, ...next };
}

export const maxGuests = 12;

/** Reads `?checkin=2026-06-10&checkout=2026-06-17&guests=4`, without what the form would reject. */
export function stayFromUrl(search: URLSearchParams, today: string): RequestedStay {
  const date = (name: string) => {
    const value = search.get(name) ?? '';
    return isDate(value) ? value : undefined;
  };
  const dates = { checkin: date('checkin'), checkout: date('checkout') };
  const isPast = dates.checkout !== undefined && dates.checkout <= today;
  const isRejected = isPast || Object.keys(stayDatesError(dates, today)).length > 0;
  const stay: RequestedStay = isRejected ? {} : dates;
  const guests = search.get('guests') ?? '';
  if (/^[1-9]\d?$/.test(guests) && Number(guests) <= maxGuests) stay.guests = Number(guests);
  return Object.fromEntries(Object.entries(stay).filter(([, value]) => value !== undefined));
}
