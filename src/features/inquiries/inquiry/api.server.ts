import { publicAccess, serve } from '../../../platform/http/serve.server.ts';
import { anyQuery } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { formSchema } from '../../../shared/forms/form-meta-schema.ts';
import { inquiryForm, parseInquiry, sendInquiry } from './actions.server.ts';
import { forms, submissions } from './calls.ts';
import { inquirySubmission, submitted } from './contract.server.ts';
import { inquiryFormId, inquiryThanks } from './inquiry.ts';

export const formsApi = serve(forms, publicAccess).on('read', {
  summary: 'A form as a JSON schema: its fields, their rules and choices',
  details: 'The one form is booking_inquiry; its property choices are the listed homes.',
  query: anyQuery,
  response: formSchema,
  errors: ['notFound'],
  cache: 'untilContentChanges',
  run({ ctx, params }) {
    requireInquiryForm(params.formId);
    return inquiryForm(ctx);
  },
});

export const submissionsApi = serve(submissions, publicAccess).on('send', {
  summary: 'Sends a booking inquiry to the hosts',
  details:
    'Stored at once; the hosts are told by mail, and the guest gets an acknowledgement (an address at most three ' +
    'within an hour, the answer is the same without). The same answers again within ten minutes succeed and change ' +
    'nothing. 10 per client address in an hour, of which 5 with links or with the same longer text.',
  query: anyQuery,
  body: inquirySubmission,
  response: submitted,
  errors: ['notFound', 'tooMany'],
  async run({ ctx, json: { fields, signals } }) {
    requireInquiryForm(fields.formId);
    await sendInquiry(ctx, await parseInquiry(ctx, fields), signals);
    return { success: true, message: inquiryThanks };
  },
});

function requireInquiryForm(formId: unknown): void {
  if (formId !== inquiryFormId) throw new AppError('notFound', 'There is no form with this name.');
}
