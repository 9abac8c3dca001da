import { parseAmount } from '../../../shared/amount.ts';
import type { Weekday } from '../../../shared/nights.ts';
import type { RateChange } from './contract.server.ts';
import type { ChosenNights } from './nights-fields.tsx';

/** The input of hosts; empty fields change nothing. */
export interface RateForm {
  span: ChosenNights;
  /** The ids of the homes. */
  properties: readonly string[];
  nightly: string;
  weekend: string;
  minNights: string;
  arrival: 'keep' | 'any' | 'some';
  arrivalDays: readonly Weekday[];
}

const wholeNumber = /^\d{1,3}$/;

/** The change that a form describes, `null` while it changes nothing or is not valid, and what is not valid. */
export function parseRateForm(form: RateForm): {
  change: RateChange | null;
  errors: Record<string, string>;
} {
  const errors: Record<string, string> = {};
  const { first, last } = form.span;
  const change: RateChange = { properties: [...form.properties], first_night: first, last_night: last };
  if (first === '') errors.first_night = 'Choose the first night';
  if (last < first) errors.last_night = 'The last night cannot be before the first';
  if (form.properties.length === 0) errors.properties = 'Choose at least one home';
  for (const [name, text] of [
    ['nightly_cents', form.nightly],
    ['weekend_cents', form.weekend],
  ] as const) {
    if (text.trim() === '') continue;
    const cents = parseAmount(text);
    if (cents !== null && cents >= 1) change[name] = cents;
    else errors[name] = 'Type a price such as 250 or 250.50';
  }
  if (form.minNights.trim() !== '') {
    const nights = wholeNumber.test(form.minNights.trim()) ? Number(form.minNights) : 0;
    if (nights >= 1 && nights <= 365) change.min_nights = nights;
    else errors.min_nights = 'Type a number of nights from 1 to 365';
  }
  if (form.arrival === 'any') change.arrival_days = [];
  if (form.arrival === 'some') {
    if (form.arrivalDays.length === 0) errors.arrival_days = 'Choose at least one day';
    else change.arrival_days = [...form.arrivalDays];
  }
  const sets = Object.keys(change).length > 3;
  return { change: sets && Object.keys(errors).length === 0 ? change : null, errors };
}
