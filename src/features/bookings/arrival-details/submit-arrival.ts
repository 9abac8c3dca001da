import { data, redirect } from 'react-router';
import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { tripPath } from '../record/trip-paths.ts';
import { arrivalCalls } from './calls.ts';

/** The fields of the form as they are typed; `names` has one name on each line. */
export type TypedArrival = Record<keyof ArrivalDetails, string>;

/** Input that could not be saved. */
export interface UnsavedArrival {
  typed: TypedArrival;
  failure: string;
  /** Error messages by field name. */
  problems: Record<string, string>;
  /** Whether more people come than are booked. */
  isTooMany: boolean;
}

export const toTyped = ({
  arrivalTime = '',
  cars,
  adults,
  children,
  names = [],
}: ArrivalDetails): TypedArrival => ({
  arrivalTime,
  cars: cars?.toString() ?? '',
  adults: adults?.toString() ?? '',
  children: children?.toString() ?? '',
  names: names.join('\n'),
});

/** Leaves out empty fields, and sends text that is not a number as it is, for the server to reject. */
function toDetails({ arrivalTime, names, ...counts }: TypedArrival): ArrivalDetails {
  const numbers = Object.entries(counts)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => [name, /^\d{1,4}$/.test(text) ? Number(text) : text]);
  const lines = names
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return {
    arrivalTime: arrivalTime || undefined,
    ...Object.fromEntries(numbers),
    names: lines.length > 0 ? lines : undefined,
  };
}

/** Saves the form of the trip's page and redirects to it; input that cannot be saved is shown again. */
export async function submitArrival(form: FormData, api: Fetch, code: string) {
  const read = (name: keyof ArrivalDetails) => String(form.get(name) ?? '').trim();
  const typed: TypedArrival = {
    arrivalTime: read('arrivalTime'),
    cars: read('cars'),
    adults: read('adults'),
    children: read('children'),
    names: read('names'),
  };
  try {
    await arrivalCalls.save({ code, json: toDetails(typed), fetch: api });
    return redirect(`${tripPath(code)}?arrival=saved#arrival-details`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unsaved: UnsavedArrival = {
      typed,
      failure: error.message,
      problems: error.fields,
      isTooMany: error.details.reason === 'too_many_people',
    };
    return data({ unsaved }, { status: error.status });
  }
}
