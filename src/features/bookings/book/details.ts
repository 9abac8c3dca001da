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
    // One checkbox stands for both consents; their terms are shown above it. The server rejects a missing consent with
    // its own message.
    agreed: {
      houseRules: form.has('agreed') as true,
      cancellation: form.has('agreed') as true,
      laterCharges: form.has('laterCharges'),
    },
  };
}

/** The fields as the message at the button names them, where several are wrong. */
const fieldNames: Record<string, string> = { agreed: 'agreement' };

export function toProblems(error: unknown): DetailProblems {
  if (!(error instanceof ApiError)) return { form: 'Your booking could not be made. Please try again.' };
  const names = Object.keys(error.fields).map((field) => fieldNames[field] ?? field);
  const form =
    names.length > 1
      ? `Please complete your ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
      : error.message;
  const problems: DetailProblems = { form, ...error.fields };
  if (problems.agreed) problems.agreed = 'Please agree to the rules and the cancellation policy';
  return problems;
}
