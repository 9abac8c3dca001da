import type { FormValues } from '../../../shared/forms/schema.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import type { SpamSignals } from '../spam/contract.server.ts';
import { submissions } from './calls.ts';
import { inquiryFormId } from './inquiry.ts';

/** Sends the form. @throws ApiError also for a response that reports no success */
export async function submitInquiry(values: FormValues, signals: SpamSignals, fetch?: Fetch): Promise<void> {
  const { success, message } = await submissions.send({
    json: { ...values, ...signals, formId: inquiryFormId },
    fetch,
  });
  if (!success) throw new ApiError(200, message || 'Form submission failed');
}
