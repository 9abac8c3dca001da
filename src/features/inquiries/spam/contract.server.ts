import Type from 'typebox';
import { lenient } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';

/** The values that a form sends in addition to its fields. Both are optional: the specification's own payload has neither. */
export const spamSignals = {
  website: lenient<string>(
    Type.String({ description: 'Leave it empty or out: a field that only robots fill in' }),
  ),
  elapsedMs: lenient<number>(
    Type.Number({ description: 'Milliseconds from showing the form to sending it, if known' }),
  ),
};

/** Further fields of a form are dropped. */
export const formRules = { ignored: 'unknown', noObject: 'Please send the form as a JSON object.' } as const;

export const signalsBody = body(spamSignals, formRules);

export type SpamSignals = Sent<typeof signalsBody>;
