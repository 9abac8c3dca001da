import { ApiError } from '../../../shared/http/api-error.ts';
import type { BookingRequest } from '../checkout/contract.server.ts';

export const detailsFormId = 'details';

/** Error messages by field; `form` holds that of the whole form. */
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
    source: form.has('source') ? 'agent' : undefined,
    // One checkbox serves both consents, whose terms are shown above it. The server rejects a missing consent, with its own message.
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
