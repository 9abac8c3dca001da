import type { FormSchema, FormValues } from '../../shared/forms/schema.ts';
import { ApiError, expectOk, type Fetch, readJson } from '../../shared/http/api-error.ts';
import { objectWith } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { InquiriesApi } from './inquiry/api.server.ts';
import type { InquirySubmission } from './inquiry/inquiry.schema.ts';
import { inquiryFailure, inquiryFormId } from './inquiry/inquiry.ts';
import type { SpamSignals } from './spam/spam-check.ts';
import type { WaitlistApi } from './waitlist/api.server.ts';
import type { WaitlistRequest } from './waitlist/waitlist.ts';

interface InquiryResult {
  success: boolean;
  message?: string;
}

const parseResult = objectWith<InquiryResult, InquiryResult>({});

/** Calls the inquiries API; in the browser with its own `fetch`. */
export function inquiriesClient(fetch: Fetch = globalThis.fetch) {
  const { forms } = typedClient<InquiriesApi>(fetch);
  const { notify } = typedClient<WaitlistApi>(fetch);
  return {
    joinWaitlist: async (json: WaitlistRequest): Promise<void> => {
      await expectOk(notify.$post({ json }), inquiryFailure);
    },
    async form(): Promise<FormSchema> {
      const response = forms[':formId'].$get({ param: { formId: inquiryFormId } });
      // The typed client has a type of every field; the form works with any schema.
      return (await readJson(response, 'Failed to load the form')) as unknown as FormSchema;
    },
    /** @param values as the form has validated them */
    async submit(values: FormValues, signals: SpamSignals): Promise<void> {
      const json = { formId: inquiryFormId, ...values, ...signals } as InquirySubmission;
      const result = await readJson(forms.submit.$post({ json }), inquiryFailure, parseResult);
      if (!result.success) throw new ApiError(200, result.message || 'Form submission failed');
    },
  };
}
