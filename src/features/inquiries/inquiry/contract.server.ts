import Type from 'typebox';
import type { Shape } from '../../../platform/http/shapes.server.ts';
import { type SpamSignals, signalsBody } from '../spam/contract.server.ts';
import { bookingInquirySchema } from './inquiry.schema.ts';
import { inquiryFormId } from './inquiry.ts';

const { properties: fields } = bookingInquirySchema([]);

export interface SentInquiry extends SpamSignals {
  formId: string;
  [field: string]: unknown;
}

/** The fields are checked by the form's schema, which names the homes that are listed. */
export const inquirySubmission: Shape<{ fields: SentInquiry; signals: SpamSignals }, SentInquiry> = {
  schema: Type.Object({
    formId: Type.Enum([inquiryFormId]),
    ...fields,
    property: Type.String({
      description: 'One of the choices that GET /api/forms/booking_inquiry names',
    }),
    ...signalsBody.schema.properties,
  }),
  parse: (input) => ({ signals: signalsBody.parse(input), fields: input as SentInquiry }),
};

export const submitted = Type.Object({ success: Type.Literal(true), message: Type.String() });
