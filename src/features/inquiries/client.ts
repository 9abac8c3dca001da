import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import type { FormSchema, FormValues } from '../../shared/forms/schema.ts';

/** What the server says to an inquiry. */
export interface InquiryAnswer {
  success: boolean;
  message?: string;
}

/** Calls the inquiries API; in the browser with its own `fetch`. */
export const inquiriesClient = (fetch: Fetch = globalThis.fetch) => ({
  form: (): Promise<FormSchema> => bodyOf(fetch('/api/forms/booking_inquiry'), 'Failed to load the form'),
  submit: (values: FormValues): Promise<InquiryAnswer> =>
    bodyOf(
      fetch('/api/forms/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ formId: 'booking_inquiry', ...values }),
      }),
      'Form submission failed',
    ),
});
