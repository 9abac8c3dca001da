import type { FormSchema, FormValues } from '../../shared/forms/schema.ts';
import { ApiError, type Fetch } from '../../shared/http/api-error.ts';
import { objectWith, request, requestOk } from '../../shared/http/request.ts';
import { inquiryFailure, inquiryFormId } from './inquiry/inquiry.ts';
import type { SpamSignals } from './spam/spam-check.ts';
import type { WaitlistRequest } from './waitlist/waitlist.ts';

interface InquiryResult {
  success: boolean;
  message?: string;
}

const parseResult = objectWith<InquiryResult, InquiryResult>({});

export const inquiriesClient = (fetch: Fetch = globalThis.fetch) => ({
  joinWaitlist: async (entry: WaitlistRequest): Promise<void> => {
    await requestOk(fetch, '/api/notify', inquiryFailure, { method: 'POST', json: entry });
  },
  form: (): Promise<FormSchema> => request(fetch, `/api/forms/${inquiryFormId}`, 'Failed to load the form'),
  submit: async (values: FormValues, signals: SpamSignals): Promise<void> => {
    const json = { formId: inquiryFormId, ...values, ...signals };
    const options = { method: 'POST', json, parse: parseResult };
    const result = await request(fetch, '/api/forms/submit', inquiryFailure, options);
    if (!result.success) throw new ApiError(200, result.message || 'Form submission failed');
  },
});

/** The target of the form on the unsubscribe page. */
export const unsubscribeUrl = (token: string): string =>
  `/api/notify/leave?token=${encodeURIComponent(token)}`;
