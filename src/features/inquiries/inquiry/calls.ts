import type { FormSchema } from '../../../shared/forms/schema.ts';
import { calls, get, post } from '../../../shared/http/calls.ts';
import type { SentInquiry } from './contract.server.ts';
import { inquiryFailure } from './inquiry.ts';

export const forms = calls('/forms/:formId', { read: get<FormSchema>('', 'Failed to load the form') });

export const submissions = calls('/forms/submit', {
  send: post<SentInquiry, { success: boolean; message?: string }>('', inquiryFailure, { beyondSpec: {} }),
});
