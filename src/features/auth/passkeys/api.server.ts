import { type Context, Hono } from 'hono';
import Type from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { passkeyChallengeMs } from '../../../platform/identity/webauthn.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { bindFlow, flowHashes } from '../browser-binding.server.ts';
import { startSession } from '../session/session.server.ts';
import {
  finishAuthentication,
  reauthenticate,
  startAuthentication,
  startReauthentication,
} from './authenticate.server.ts';
import type { BrowserBinding } from './challenges.server.ts';
import { type AuthenticatorResponse, parseAuthenticatorResponse } from './passkey.ts';
import { finishRegistration, listPasskeys, removePasskey, startRegistration } from './register.server.ts';

const text = Type.String();
const dateTime = Type.String({ format: 'date-time' });
const name = Type.String({ maxLength: 100 });
const success = Type.Object({ success: Type.Literal(true) });
const passkeySchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name,
  createdAt: dateTime,
  lastUsedAt: Type.Union([dateTime, Type.Null()]),
});
const response = Type.Object(
  { id: text, rawId: text, type: Type.Literal('public-key'), response: Type.Object({}) },
  { description: 'What the browser’s credential gives as JSON (`toJSON`)' },
);
const responseBody = Type.Object({ response });
const challenge = {
  details:
    'The response is what `navigator.credentials` takes as JSON. The challenge is bound to this browser by a cookie, ' +
    'lives 5 minutes and works once. 120 challenges within an hour from one client address.',
  answer: Type.Object({ challenge: text }),
};
const bodyErrors = ['invalid', 'tooLarge', 'unsupportedType', 'tooMany'] as const;

const browserBinding = (c: Context<ApiEnv>): BrowserBinding => ({
  bind: () => bindFlow(c, 'passkey', passkeyChallengeMs),
  hashes: flowHashes(c, 'passkey'),
});

interface ParsedBody {
  response: AuthenticatorResponse;
  name: string;
}

function parseBody(input: unknown): ParsedBody {
  const { response, name } = isRecord(input) ? input : {};
  const parsed = parseAuthenticatorResponse(response);
  if (!parsed) throw new AppError('invalid', 'This is not the answer of a passkey.');
  if (name !== undefined && typeof name !== 'string')
    throw new AppError('invalid', 'Name must be a string', { fields: { name: 'Name must be a string' } });
  return { response: parsed, name: name ?? '' };
}

export const passkeysApi = new Hono<ApiEnv>()
  .get(
    '/passkeys',
    describeRoute({
      summary: 'The signed-in user’s passkeys, oldest first',
      answer: Type.Array(passkeySchema),
      refusals: ['unauthenticated'],
    }),
    async (c) => {
      noStore(c);
      return c.json(await listPasskeys(c.get('ctx')));
    },
  )
  .post(
    '/passkeys/registration-options',
    describeRoute({
      ...challenge,
      summary: 'Options for a device when the signed-in user adds a passkey',
      refusals: ['unauthenticated', 'forbidden', 'conflict', 'tooMany'],
    }),
    async (c) => {
      noStore(c);
      return c.json(await startRegistration(c.get('ctx'), browserBinding(c)));
    },
  )
  .post(
    '/passkeys',
    describeRoute({
      summary: 'Adds the passkey that a device made to the signed-in user’s account',
      body: Type.Object({ response, name: Type.Optional(name) }),
      answer: passkeySchema,
      status: 201,
      refusals: [...bodyErrors, 'unauthenticated', 'forbidden', 'conflict'],
    }),
    jsonBody(parseBody),
    async (c) => {
      noStore(c);
      return c.json(await finishRegistration(c.get('ctx'), browserBinding(c), c.req.valid('json')), 201);
    },
  )
  .delete(
    '/passkeys/:id',
    describeRoute({
      summary: 'Removes one of the signed-in user’s passkeys',
      answer: success,
      refusals: ['unauthenticated', 'forbidden', 'notFound'],
    }),
    async (c) => {
      await removePasskey(c.get('ctx'), c.req.param('id'));
      return c.json({ success: true });
    },
  )
  .post(
    '/passkeys/login-options',
    describeRoute({
      ...challenge,
      summary: 'Options for a device that signs in with a passkey',
      refusals: ['tooMany'],
    }),
    async (c) => {
      noStore(c);
      return c.json(await startAuthentication(c.get('ctx'), browserBinding(c)));
    },
  )
  .post(
    '/passkeys/login',
    describeRoute({
      summary: 'Signs in with a device’s response',
      details: '60 responses within an hour from one client address.',
      body: responseBody,
      answer: success,
      refusals: [...bodyErrors],
    }),
    jsonBody(parseBody),
    async (c) => {
      const ctx = c.get('ctx');
      const user = await finishAuthentication(ctx, browserBinding(c), c.req.valid('json').response);
      await startSession(ctx, c, user, 'passkey');
      return c.json({ success: true });
    },
  )
  .post(
    '/passkeys/reauthenticate-options',
    describeRoute({
      ...challenge,
      summary: 'Options for a device that confirms the signed-in user',
      refusals: ['unauthenticated', 'conflict', 'tooMany'],
    }),
    async (c) => {
      noStore(c);
      return c.json(await startReauthentication(c.get('ctx'), browserBinding(c)));
    },
  )
  .post(
    '/passkeys/reauthenticate',
    describeRoute({
      summary: 'Renews the session with a device’s response',
      details: 'The browser goes on under a new token. An administrator needs it after 12 hours.',
      body: responseBody,
      answer: success,
      refusals: [...bodyErrors, 'unauthenticated'],
    }),
    jsonBody(parseBody),
    async (c) => {
      const ctx = c.get('ctx');
      const user = await reauthenticate(ctx, browserBinding(c), c.req.valid('json').response);
      await startSession(ctx, c, user, 'passkey');
      return c.json({ success: true });
    },
  );
