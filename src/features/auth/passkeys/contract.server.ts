import Type, { type Static } from 'typebox';
import { anyText, described, field, optional } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import { idSchema, momentSchema, orNull } from '../../../shared/value-schemas.server.ts';
import { type AuthenticatorResponse, base64urlPattern } from './passkey.ts';

export const passkeySchema = Type.Object({
  id: idSchema,
  name: Type.String({ maxLength: 100 }),
  createdAt: momentSchema,
  lastUsedAt: orNull(momentSchema),
});
export type Passkey = Static<typeof passkeySchema>;

/** The other fields are those of `navigator.credentials`. */
export const challengeSchema = Type.Object({ challenge: Type.String() });

const noResponse = 'This is not the answer of a passkey.';
const credentialId = Type.String({ minLength: 16, maxLength: 1_400, pattern: base64urlPattern });

const response = described(
  'What the browser’s credential gives as JSON (`toJSON`)',
  field<AuthenticatorResponse, object>(
    Type.Object({
      id: credentialId,
      rawId: credentialId,
      type: Type.Literal('public-key'),
      response: Type.Object({ clientDataJSON: Type.String() }),
      clientExtensionResults: Type.Optional(Type.Object({})),
    }),
    noResponse,
    {
      parse: ({ id, rawId, type, response, clientExtensionResults = {} }: AuthenticatorResponse) => ({
        id,
        rawId,
        type,
        clientExtensionResults,
        response,
      }),
    },
  ),
);

const rules = {
  check: ({ response }: { response?: AuthenticatorResponse }) => ({
    response: response && response.rawId !== response.id ? noResponse : undefined,
  }),
  ignored: 'unknown',
} as const;

/** Cleaned and cut when it is stored, never rejected for its text. */
const newName = { ...anyText('Name must be a string'), isCleaned: true };

export const passkeyResponse = body({ response }, rules);
export type PasskeyResponse = Sent<typeof passkeyResponse>;

export const newPasskey = body({ response, name: optional(newName, '') }, rules);
export type NewPasskey = Sent<typeof newPasskey>;
