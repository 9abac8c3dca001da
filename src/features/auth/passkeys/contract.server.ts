import Type, { type Static } from 'typebox';
import { body, described, field, optional, type Sent } from '../../../platform/http/fields.server.ts';
import { type AuthenticatorResponse, parseAuthenticatorResponse } from './passkey.ts';

const name = Type.String({ maxLength: 100 });
const moment = Type.String({ format: 'date-time' });

export const passkeySchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name,
  createdAt: moment,
  lastUsedAt: Type.Union([moment, Type.Null()]),
});
export type Passkey = Static<typeof passkeySchema>;

/** Its further fields are those of `navigator.credentials`. */
export const challengeSchema = Type.Object({ challenge: Type.String() });

const response = described(
  'What the browser’s credential gives as JSON (`toJSON`)',
  field<AuthenticatorResponse, object>(
    Type.Object({
      id: Type.String(),
      rawId: Type.String(),
      type: Type.Literal('public-key'),
      response: Type.Object({}),
    }),
    'This is not the answer of a passkey.',
    (value) => parseAuthenticatorResponse(value) !== null,
    (value) => parseAuthenticatorResponse(value) as AuthenticatorResponse,
  ),
);

/** Cleaned and cut when it is stored, never rejected for its text. */
const newName = {
  ...field<string>(name, 'Name must be a string', (value) => typeof value === 'string'),
  isCleaned: true,
};

export const passkeyResponse = body({ response }, { ignored: 'unknown' });
export type PasskeyResponse = Sent<typeof passkeyResponse>;

export const newPasskey = body({ response, name: optional(newName, '') }, { ignored: 'unknown' });
export type NewPasskey = Sent<typeof newPasskey>;
