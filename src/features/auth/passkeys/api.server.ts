import { type Context, Hono } from 'hono';
import { type ApiEnv, jsonBody, noStore } from '../../../platform/http/http.server.ts';
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

const text = { type: 'string' };
const passkeySchema = {
  type: 'object',
  required: ['id', 'name', 'createdAt', 'lastUsedAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 100 },
    createdAt: { type: 'string', format: 'date-time' },
    lastUsedAt: { type: ['string', 'null'], format: 'date-time' },
  },
};
const answerSchema = {
  type: 'object',
  required: ['response'],
  properties: {
    response: {
      type: 'object',
      description: 'What the browser’s credential gives as JSON (`toJSON`)',
      required: ['id', 'rawId', 'type', 'response'],
      properties: { id: text, rawId: text, type: { const: 'public-key' }, response: { type: 'object' } },
    },
  },
};
const success = { type: 'object', required: ['success'], properties: { success: { const: true } } };
const question = {
  details:
    'The answer is what `navigator.credentials` takes as JSON. The challenge is bound to this browser by a cookie, ' +
    'lives 5 minutes and works once. 120 questions within an hour from one client address.',
  answer: { type: 'object', required: ['challenge'], properties: { challenge: text } },
};
const answered = ['invalid', 'tooLarge', 'unsupportedType', 'tooMany'] as const;

const browserBinding = (c: Context<ApiEnv>): BrowserBinding => ({
  bind: () => bindFlow(c, 'passkey', passkeyChallengeMs),
  hashes: flowHashes(c, 'passkey'),
});

interface AnswerBody {
  response: object;
}
interface NewPasskeyBody extends AnswerBody {
  name?: string;
}

/** @throws AppError `invalid` */
function parseAnswer(input: unknown): { answer: AuthenticatorResponse; name: string } {
  const { response, name } = isRecord(input) ? input : {};
  const answer = parseAuthenticatorResponse(response);
  if (!answer) throw new AppError('invalid', 'This is not the answer of a passkey.');
  if (name !== undefined && typeof name !== 'string')
    throw new AppError('invalid', 'Name must be a string', { fields: { name: 'Name must be a string' } });
  return { answer, name: name ?? '' };
}

export const passkeysApi = new Hono<ApiEnv>()
  .get(
    '/passkeys',
    describeRoute({
      summary: 'The signed-in person’s passkeys, oldest first',
      answer: { type: 'array', items: passkeySchema },
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
      ...question,
      summary: 'What to ask a device when the signed-in person adds a passkey',
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
      summary: 'Adds the passkey that a device made to the signed-in person’s account',
      body: {
        ...answerSchema,
        properties: { ...answerSchema.properties, name: passkeySchema.properties.name },
      },
      answer: passkeySchema,
      status: 201,
      refusals: [...answered, 'unauthenticated', 'forbidden', 'conflict'],
    }),
    jsonBody<{ answer: AuthenticatorResponse; name: string }, NewPasskeyBody>(parseAnswer),
    async (c) => {
      noStore(c);
      return c.json(await finishRegistration(c.get('ctx'), browserBinding(c), c.req.valid('json')), 201);
    },
  )
  .delete(
    '/passkeys/:id',
    describeRoute({
      summary: 'Removes one of the signed-in person’s passkeys',
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
      ...question,
      summary: 'What to ask a device when somebody signs in with a passkey',
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
      summary: 'Signs in with what a device answered',
      details: '60 answers within an hour from one client address.',
      body: answerSchema,
      answer: success,
      refusals: [...answered],
    }),
    jsonBody<{ answer: AuthenticatorResponse }, AnswerBody>(parseAnswer),
    async (c) => {
      const ctx = c.get('ctx');
      const user = await finishAuthentication(ctx, browserBinding(c), c.req.valid('json').answer);
      await startSession(ctx, c, user, 'passkey');
      return c.json({ success: true });
    },
  )
  .post(
    '/passkeys/reauthenticate-options',
    describeRoute({
      ...question,
      summary: 'What to ask a device when the signed-in person confirms to be there',
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
      summary: 'Renews the session with what a device answered',
      details: 'The browser goes on under a new token. An administrator needs it after 12 hours.',
      body: answerSchema,
      answer: success,
      refusals: [...answered, 'unauthenticated'],
    }),
    jsonBody<{ answer: AuthenticatorResponse }, AnswerBody>(parseAnswer),
    async (c) => {
      const ctx = c.get('ctx');
      const user = await reauthenticate(ctx, browserBinding(c), c.req.valid('json').answer);
      await startSession(ctx, c, user, 'passkey');
      return c.json({ success: true });
    },
  );
