import { clearCookie, cookieValue, setCookie } from '../../../platform/http/cookies.server.ts';
import { serve } from '../../../platform/http/serve.server.ts';
import { anyQuery } from '../../../platform/http/shapes.server.ts';
import { visitorAccess } from '../access.server.ts';
import { success, successSchema } from '../contract.server.ts';
import { readDeviceCookie } from '../session/device-cookie.server.ts';
import { startSession } from '../session/session.server.ts';
import { codeSignIn, loginCodes } from './calls.ts';
import { codeLifetimeMs } from './code-policy.ts';
import { codeRequest, verifyRequest } from './contract.server.ts';
import { sendCode } from './send-code.server.ts';
import { signInWithCode } from './verify-code.server.ts';

/** Binds a code to the browser that requested it. */
const loginCookie = 'login';

export const loginCodesApi = serve(loginCodes, visitorAccess).on('send', {
  summary: 'Mails a code of six digits to an address',
  details:
    'The same response for every address. The code lives 10 minutes, works once and only in the browser that requested it (cookie). For each address 5 in 70 minutes, 30 in a day; for each client address 30 in an hour.',
  query: anyQuery,
  body: codeRequest,
  response: successSchema,
  errors: ['tooMany'],
  async run({ ctx, json: { email }, c }) {
    const token = await sendCode(ctx, email, readDeviceCookie(ctx, c.req.header('Cookie'), email));
    setCookie(c, ctx.settings, loginCookie, token, codeLifetimeMs / 1000);
    return success;
  },
});

export const codeSignInApi = serve(codeSignIn, visitorAccess).on('verify', {
  summary: 'Signs in with the mailed code',
  details:
    'Spaces and hyphens in the code do not matter. Signing in ends every other code of the address. At most 5 wrong guesses for a code; 20 an hour for each address by browsers that requested none.',
  query: anyQuery,
  body: verifyRequest,
  response: successSchema,
  errors: ['tooMany'],
  async run({ ctx, json: { email, otp }, c }) {
    const token = cookieValue(ctx.settings, c.req.header('Cookie'), loginCookie);
    await startSession(ctx, c, await signInWithCode(ctx, { email, code: otp, token }), 'code');
    clearCookie(c, ctx.settings, loginCookie);
    return success;
  },
});
