import Type from 'typebox';
import { checkedLater, optional } from '../../../platform/http/fields.server.ts';
import { body, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { idSchema } from '../../../shared/value-schemas.server.ts';
import { formRules, spamSignals } from '../spam/contract.server.ts';

/** The action checks the fields, and limits attempts that fail. */
export const waitlistRequest = body(
  {
    propertyId: checkedLater(idSchema, ''),
    email: checkedLater(Type.String({ format: 'email', maxLength: 254 }), ''),
    ...spamSignals,
  },
  formRules,
);

export type WaitlistRequest = Sent<typeof waitlistRequest>;

export const leaveQuery = query(
  { token: optional(checkedLater(Type.String({ description: 'The token in the mailed link' }), ''), '') },
  { ignored: 'unknown' },
);

export const joined = Type.Object({ success: Type.Literal(true), message: Type.String() });

export const left = Type.Object({ success: Type.Literal(true) });
