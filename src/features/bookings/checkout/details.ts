import { ApiError } from '../../../shared/http/api-error.ts';
import type { BookingRequest } from './booking-request.ts';

export const detailsFormId = 'details';

/** What hinders a booking, by field; `form` is for the whole. */
export type DetailProblems = Record<string, string>;

export type TypedDetails = Pick<BookingRequest, 'name' | 'email' | 'phone' | 'plan'>;

/** Of forms that only take along what was typed, and book nothing. */
export const carryIntent = 'carry';

export function readDetails(form: FormData): BookingRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    ...{ quoteId: text('quoteId'), name: text('name'), email: text('email'), phone: text('phone') },
    plan: text('plan') === 'deposit' ? 'deposit' : 'full',
    // What is not ticked is refused by the server, with its own words.
    agreed: {
      houseRules: form.has('agreedHouseRules') as true,
      cancellation: form.has('agreedCancellation') as true,
    },
  };
}

export const toProblems = (error: unknown): DetailProblems =>
  error instanceof ApiError
    ? { form: error.message, ...error.fields }
    : { form: 'Your booking could not be made. Please try again.' };
