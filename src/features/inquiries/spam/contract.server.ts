import Type, { type TSchema } from 'typebox';
import { body, type Field, type Sent } from '../../../platform/http/fields.server.ts';

/** Dropped where it has another type. */
const signal = <Value>(
  schema: TSchema,
  isValid: (value: unknown) => value is Value,
): Field<Value | undefined> => ({
  schema,
  isOptional: true,
  isCleaned: true,
  error: () => null,
  parse: (value) => (isValid(value) ? value : undefined),
});

/** What a form sends beside its fields. Both are optional: the specification's own payload has neither. */
export const spamSignals = {
  website: signal(
    Type.String({ description: 'Leave it empty or out: a field that only robots fill in' }),
    (value) => typeof value === 'string',
  ),
  elapsedMs: signal(
    Type.Number({ description: 'Milliseconds from showing the form to sending it, if known' }),
    (value) => typeof value === 'number',
  ),
};

/** Whatever else a form has is dropped. */
export const formRules = { ignored: 'unknown', noObject: 'Please send the form as a JSON object.' } as const;

export const signalsBody = body(spamSignals, formRules);

export type SpamSignals = Sent<typeof signalsBody>;
