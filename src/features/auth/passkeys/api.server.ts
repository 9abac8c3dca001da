import type { Context } from 'hono';
import Type from 'typebox';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { serve } from '../../../platform/http/serve.server.ts';
import { passkeyChallengeMs } from '../../../platform/identity/webauthn.server.ts';
import { userAccess, visitorAccess } from '../access.server.ts';
import { bindFlow, flowHashes } from '../browser-binding.server.ts';
import { success, successSchema } from '../contract.server.ts';
import { startSession } from '../session/session.server.ts';
import {
  finishAuthentication,
  reauthenticate,
  startAuthentication,
  startReauthentication,
} from './authenticate.server.ts';
import { passkey, passkeys } from './calls.ts';
import type { BrowserBinding } from './challenges.server.ts';
import { challengeSchema, newPasskey, passkeyResponse, passkeySchema } from './contract.server.ts';
import { finishRegistration, listPasskeys, removePasskey, startRegistration } from './register.server.ts';

const challenge = {
  details:
    'The response is what `navigator.credentials` takes as JSON. The challenge is bound to this browser by a cookie, ' +
    'lives 5 minutes and works once. 120 challenges within an hour from one client address.',
  response: challengeSchema,
};

const browserBinding = (c: Context<ApiEnv>): BrowserBinding => ({
  bind: () => bindFlow(c, 'passkey', passkeyChallengeMs),
  hashes: flowHashes(c, 'passkey'),
});

export const passkeysApi = serve(passkeys, userAccess)
  .on('list', {
    summary: 'The signed-in user’s passkeys, oldest first',
    response: Type.Array(passkeySchema),
    run: ({ ctx }) => listPasskeys(ctx),
  })
  .on('addOptions', {
    ...challenge,
    summary: 'Options for a device when the signed-in user adds a passkey',
    errors: ['forbidden', 'conflict', 'tooMany'],
    run: ({ ctx, c }) => startRegistration(ctx, browserBinding(c)),
  })
  .on('add', {
    summary: 'Adds the passkey that a device made to the signed-in user’s account',
    body: newPasskey,
    response: passkeySchema,
    status: 201,
    errors: ['forbidden', 'conflict', 'tooMany'],
    run: ({ ctx, json, c }) => finishRegistration(ctx, browserBinding(c), json),
  })
  .on('signInOptions', {
    ...challenge,
    access: visitorAccess,
    summary: 'Options for a device that signs in with a passkey',
    errors: ['tooMany'],
    run: ({ ctx, c }) => startAuthentication(ctx, browserBinding(c)),
  })
  .on('signIn', {
    access: visitorAccess,
    summary: 'Signs in with a device’s response',
    details: '60 responses within an hour from one client address.',
    body: passkeyResponse,
    response: successSchema,
    errors: ['tooMany'],
    async run({ ctx, json, c }) {
      const user = await finishAuthentication(ctx, browserBinding(c), json.response);
      await startSession(ctx, c, user, 'passkey');
      return success;
    },
  })
  .on('confirmOptions', {
    ...challenge,
    summary: 'Options for a device that confirms the signed-in user',
    errors: ['conflict', 'tooMany'],
    run: ({ ctx, c }) => startReauthentication(ctx, browserBinding(c)),
  })
  .on('confirm', {
    summary: 'Renews the session with a device’s response',
    details: 'The browser goes on under a new token. An administrator needs it after 12 hours.',
    body: passkeyResponse,
    response: successSchema,
    errors: ['tooMany'],
    async run({ ctx, json, c }) {
      const user = await reauthenticate(ctx, browserBinding(c), json.response);
      await startSession(ctx, c, user, 'passkey');
      return success;
    },
  });

export const passkeyApi = serve(passkey, userAccess).on('remove', {
  summary: 'Removes one of the signed-in user’s passkeys',
  response: successSchema,
  errors: ['forbidden', 'notFound'],
  async run({ ctx, params: { id } }) {
    await removePasskey(ctx, id);
    return success;
  },
});
