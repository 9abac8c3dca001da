import type { FormSchema, FormValues } from '../../shared/forms/schema.ts';
import { ApiError, expectOk, type Fetch, readJson } from '../../shared/http/api-error.ts';
import { objectWith } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { InquiriesApi } from './inquiry/api.server.ts';
import { type InquirySubmission, inquiryFailure, inquiryFormId } from './inquiry/inquiry.ts';
import type { SpamSignals } from './spam/spam-check.ts';
import type { NotifyApi } from './waitlist/api.server.ts';
import type { WaitlistRequest } from './waitlist/waitlist.ts';

/** What the server says to an inquiry. */
interface InquiryOutcome {
  success: boolean;
  message?: string;
}

const parseOutcome = objectWith<InquiryOutcome, InquiryOutcome>({});

/** Calls the inquiries API; in the browser with its own `fetch`. */
export function inquiriesClient(fetch: Fetch = globalThis.fetch) {
  const { forms } = typedClient<InquiriesApi>(fetch);
  const { notify } = typedClient<NotifyApi>(fetch);
  return {
    /**
     * Joins the list of a home that is not open yet.
     * @throws ApiError in the server's words, if it has any
     */
    joinList: async (json: WaitlistRequest): Promise<void> => {
      await expectOk(notify.$post({ json }), inquiryFailure);
    },
    /** The contact form as the server has it now. */
    async form(): Promise<FormSchema> {
      const response = forms[':formId'].$get({ param: { formId: inquiryFormId } });
      // The typed client spells out every field; the form works with any schema.
      return (await readJson(response, 'Failed to load the form')) as unknown as FormSchema;
    },
    /**
     * Sends an inquiry.
     * @param values the form's values, which the form has validated
     * @throws ApiError in the server's words, if it has any
     */
    async submit(values: FormValues, signs: SpamSignals): Promise<void> {
      const json = { formId: inquiryFormId, ...values, ...signs } as InquirySubmission;
      const outcome = await readJson(forms.submit.$post({ json }), inquiryFailure, parseOutcome);
      if (!outcome.success) throw new ApiError(200, outcome.message || 'Form submission failed');
    },
  };
}
