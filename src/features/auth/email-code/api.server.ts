import { Hono } from 'hono';
import Type from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { clearCookie, cookieValue, setCookie } from '../../../platform/http/cookies.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { readDeviceCookie } from '../session/device-cookie.server.ts';
import { startSession } from '../session/session.server.ts';
import { codeLifetimeMs, invalidAddress, invalidCode, normalizeCode } from './code-policy.ts';
import { sendCode } from './send-code.server.ts';
import { signInWithCode } from './verify-code.server.ts';

/** Binds a code to the browser that requested it. */
const loginCookie = 'login';
const email = Type.String({ format: 'email' });
const success = Type.Object({ success: Type.Literal(true) });

const textField = (input: unknown, name: string): string => {
  const value = isRecord(input) ? input[name] : '';
  return typeof value === 'string' ? value : '';
};

function parseCodeRequest(input: unknown): { email: string } {
  const email = canonicalEmail(textField(input, 'email'));
  if (email === null) {
    throw new AppError('invalid', invalidAddress, { fields: { email: 'Email is not a valid email' } });
  }
  return { email };
}

/** Rejects what cannot be a code before it counts as an attempt. */
function parseVerifyRequest(input: unknown): { email: string; otp: string } {
  const { email } = parseCodeRequest(input);
  const otp = normalizeCode(textField(input, 'otp'));
  if (otp === null) {
    throw new AppError('invalid', invalidCode, { fields: { otp: 'Verification code must have 6 digits' } });
  }
  return { email, otp };
}

export const emailCodeApi = new Hono<ApiEnv>()
  .post(
    '/send-otp',
    describeRoute({
      summary: 'Mails a code of six digits to an address',
      details:
        'The same response for every address. The code lives 10 minutes, works once and only in the browser that requested it (cookie). For each address 5 in 70 minutes, 30 in a day; for each client address 30 in an hour.',
      body: Type.Object({ email }),
      answer: success,
      refusals: ['invalid', 'tooLarge', 'unsupportedType', 'tooMany'],
    }),
    jsonBody(parseCodeRequest),
    async (c) => {
      const ctx = c.get('ctx');
      const { email } = c.req.valid('json');
      const token = await sendCode(ctx, email, readDeviceCookie(ctx, c.req.header('Cookie'), email));
      setCookie(c, ctx.settings, loginCookie, token, codeLifetimeMs / 1000);
      noStore(c);
      return c.json({ success: true });
    },
  )
  .post(
    '/verify-otp',
    describeRoute({
      summary: 'Signs in with the mailed code',
      details:
        'Spaces and hyphens in the code do not matter. Signing in ends every other code of the address. At most 5 wrong guesses for a code; 20 an hour for each address by browsers that requested none.',
      body: Type.Object({ email, otp: Type.String() }),
      answer: success,
      refusals: ['invalid', 'tooLarge', 'unsupportedType', 'tooMany'],
    }),
    jsonBody(parseVerifyRequest),
    async (c) => {
      const ctx = c.get('ctx');
      const { email, otp } = c.req.valid('json');
      const token = cookieValue(ctx.settings, c.req.header('Cookie'), loginCookie);
      await startSession(ctx, c, await signInWithCode(ctx, { email, code: otp, token }), 'code');
      clearCookie(c, ctx.settings, loginCookie);
      return c.json({ success: true });
    },
  );
