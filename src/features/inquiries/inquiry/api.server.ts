import { Hono } from 'hono';
import Type, { type Static } from 'typebox';
import { cacheUntilContentChanges } from '../../../platform/cache/response-cache.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { formSchema } from '../../../shared/forms/form-meta-schema.ts';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import { parseSubmission, type SpamSignals, spamSignalFields } from '../spam/spam-check.ts';
import { inquiryForm, parseInquiry, sendInquiry } from './actions.server.ts';
import { bookingInquirySchema, type InquirySubmission } from './inquiry.schema.ts';
import { inquiryFormId, inquiryThanks } from './inquiry.ts';

const { properties: fields, required } = bookingInquirySchema([]);
const submission = {
  type: 'object',
  required: ['formId', ...required],
  properties: {
    formId: { type: 'string', enum: [inquiryFormId] },
    ...fields,
    property: { type: 'string', description: 'One of the choices that GET /api/forms/booking_inquiry names' },
    ...spamSignalFields,
  },
};
const success = Type.Object({ success: Type.Literal(true), message: Type.String() });

export const inquiriesApi = new Hono<ApiEnv>()
  .get(
    '/forms/:formId',
    describeRoute({
      summary: 'A form as a JSON schema: its fields, their rules and choices',
      details: 'The one form is booking_inquiry; its property choices are the listed homes.',
      answer: formSchema,
      refusals: ['notFound'],
    }),
    cacheUntilContentChanges,
    async (c) => {
      requireInquiryForm(c.req.param('formId'));
      const form: FormSchema = await inquiryForm(c.get('ctx'));
      return c.json(form);
    },
  )
  .post(
    '/forms/submit',
    describeRoute({
      summary: 'Sends a booking inquiry to the hosts',
      details:
        'Stored at once; the hosts are told by mail, and the guest gets an acknowledgement (an address at most three ' +
        'within an hour, the answer is the same without). The same answers again within ten minutes succeed and change ' +
        'nothing. 10 per client address in an hour, of which 5 with links or with the same longer text.',
      body: submission,
      answer: success,
      refusals: ['invalid', 'notFound', 'tooLarge', 'unsupportedType', 'tooMany'],
    }),
    jsonBody<ParsedSubmission, InquirySubmission>(async (input, c) => {
      const { fields, signals } = parseSubmission(input);
      requireInquiryForm(fields.formId);
      return { values: await parseInquiry(c.get('ctx'), fields), signals };
    }),
    async (c) => {
      const { values, signals } = c.req.valid('json');
      await sendInquiry(c.get('ctx'), values, signals);
      const response: Static<typeof success> = { success: true, message: inquiryThanks };
      return c.json(response);
    },
  );

interface ParsedSubmission {
  values: Awaited<ReturnType<typeof parseInquiry>>;
  signals: SpamSignals;
}

function requireInquiryForm(formId: unknown): void {
  if (formId !== inquiryFormId) throw new AppError('notFound', 'There is no form with this name.');
}
