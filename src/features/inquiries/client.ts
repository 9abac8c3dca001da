import { hc } from 'hono/client';
import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import type { FormSchema, FormValues } from '../../shared/forms/schema.ts';
import type { InquiriesApi } from './api.server.ts';
import type { HumanSigns, InquirySubmission } from './inquiry.ts';

/** What the server says to an inquiry. */
interface InquiryAnswer {
  success: boolean;
  message?: string;
}

/** Calls the inquiries API; in the browser with its own `fetch`. */
export function inquiriesClient(fetch: Fetch = globalThis.fetch) {
  const { forms } = hc<InquiriesApi>('/api', { fetch });
  return {
    async form(): Promise<FormSchema> {
      const answer = forms[':formId'].$get({ param: { formId: 'booking_inquiry' } });
      // The typed client spells out every field; the form works with any schema.
      return (await bodyOf(answer, 'Failed to load the form')) as unknown as FormSchema;
    },
    /** @param values the form's values, which the form has validated */
    submit: (values: FormValues, signs: HumanSigns): Promise<InquiryAnswer> =>
      bodyOf(
        forms.submit.$post({ json: { formId: 'booking_inquiry', ...values, ...signs } as InquirySubmission }),
        'Form submission failed',
      ),
  };
}
