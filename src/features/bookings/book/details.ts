import { ApiError } from '../../../shared/http/api-error.ts';
import type { BookingRequest } from '../checkout/contract.server.ts';

export const detailsFormId = 'details';

/** What hinders a booking, by field; `form` is for the whole. */
export type DetailProblems = Record<string, string>;

export type TypedDetails = Pick<BookingRequest, 'name' | 'email' | 'phone' | 'plan'>;

/** The intent of forms that pass on what was typed and book nothing. */
export const carryIntent = 'carry';

export function readDetails(form: FormData): BookingRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    quoteId: text('quoteId'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    plan: text('plan') === 'deposit' ? 'deposit' : 'full',
    ...(form.has('source') && { source: 'agent' as const }),
    // One box for both, whose terms stand above it. The server rejects a missing consent, with its own message.
    agreed: {
      houseRules: form.has('agreed') as true,
      cancellation: form.has('agreed') as true,
      laterCharges: form.has('laterCharges'),
    },
  };
}

export function toProblems(error: unknown): DetailProblems {
  if (!(error instanceof ApiError)) return { form: 'Your booking could not be made. Please try again.' };
  const problems: DetailProblems = { form: error.message, ...error.fields };
  if (problems.agreed) problems.agreed = 'Please agree to the rules and the cancellation policy';
  return problems;
}
