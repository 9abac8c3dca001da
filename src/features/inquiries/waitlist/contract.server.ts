import Type, { type TSchema } from 'typebox';
import { body, type Field, optional, query, type Sent } from '../../../platform/http/fields.server.ts';
import { formRules, spamSignals } from '../spam/contract.server.ts';

/** Checked by the action, which limits attempts that fail. */
const unchecked = (schema: TSchema): Field<string> => ({
  schema,
  isOptional: false,
  isCleaned: true,
  error: () => null,
  parse: (value) => (typeof value === 'string' ? value : ''),
});

export const waitlistRequest = body(
  {
    propertyId: unchecked(Type.String({ format: 'uuid' })),
    email: unchecked(Type.String({ format: 'email', maxLength: 254 })),
    ...spamSignals,
  },
  formRules,
);

export type WaitlistRequest = Sent<typeof waitlistRequest>;

export const leaveQuery = query(
  { token: optional(unchecked(Type.String({ description: 'Of the mail' })), '') },
  { ignored: 'unknown' },
);

export const joined = Type.Object({ success: Type.Literal(true), message: Type.String() });

export const left = Type.Object({ success: Type.Literal(true) });
