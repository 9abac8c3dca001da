import { Hono } from 'hono';
import { validator } from 'hono/validator';
import Type, { type Static } from 'typebox';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { jsonBody } from '../../../platform/http/body.server.ts';
import { crossSiteError } from '../../../platform/http/csrf.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { bindFlow, flowHashes } from '../browser-binding.server.ts';
import { startSession } from '../session/session.server.ts';
import { completeGoogleSignIn, googleFlowMs, startGoogleSignIn } from './sign-in.server.ts';

const codeSchema = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 2048 }),
  state: Type.Optional(
    Type.String({ maxLength: 512, description: 'As Google sent it back; may be left out' }),
  ),
});

function parseCode(input: unknown): Static<typeof codeSchema> {
  const { code, state } = isRecord(input) ? input : {};
  if (typeof code !== 'string' || code === '' || code.length > 2048)
    throw new AppError('invalid', 'Code is not valid', { fields: { code: 'Code is not valid' } });
  if (state === undefined || state === null) return { code };
  if (typeof state !== 'string' || state.length > 512)
    throw new AppError('invalid', 'State is not valid', { fields: { state: 'State is not valid' } });
  return { code, state };
}

const originQuery = validator('query', ({ originUrl }: Record<string, string | string[]>, c) => {
  const { appUrl } = c.get('ctx').settings;
  if (originUrl !== new URL(appUrl).origin) {
    const message = 'Origin is not this site';
    throw new AppError('invalid', message, { fields: { originUrl: message } });
  }
  return { originUrl };
});

export const googleApi = new Hono<ApiEnv>()
  .get(
    '/oauth/google/redirect_url',
    describeRoute({
      summary: 'Begins a sign-in with Google; gives the page to open',
      details:
        'Binds the sign-in to this browser by a cookie for 10 minutes. 60 within an hour from one client address.',
      query: {
        originUrl: {
          schema: Type.String({ format: 'uri' }),
          required: true,
          description: 'The origin of this site, exactly',
        },
      },
      answer: Type.Object({ redirectUrl: Type.String() }),
      refusals: ['invalid', 'forbidden', 'tooMany', 'unavailable'],
    }),
    originQuery,
    async (c) => {
      // A GET that sets a cookie: not for an image on another site.
      const site = c.req.header('Sec-Fetch-Site');
      if (site !== undefined && site !== 'same-origin') throw crossSiteError();
      const redirectUrl = await startGoogleSignIn(c.get('ctx'), () => bindFlow(c, 'google', googleFlowMs));
      noStore(c);
      return c.json({ redirectUrl });
    },
  )
  .post(
    '/sessions',
    describeRoute({
      summary: 'Exchanges the code that Google sent back for a session',
      details: 'Works once, and only in the browser that began the sign-in.',
      body: codeSchema,
      answer: Type.Object({ success: Type.Literal(true) }),
      refusals: ['invalid', 'forbidden', 'tooLarge', 'unsupportedType', 'unavailable'],
    }),
    jsonBody(parseCode),
    async (c) => {
      const ctx = c.get('ctx');
      const user = await completeGoogleSignIn(ctx, flowHashes(c, 'google'), c.req.valid('json'));
      await startSession(ctx, c, user, 'google');
      return c.json({ success: true });
    },
  );
