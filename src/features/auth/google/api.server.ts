import { crossSiteError } from '../../../platform/http/csrf.server.ts';
import { serve } from '../../../platform/http/serve.server.ts';
import { anyQuery } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { googleAccess } from '../access.server.ts';
import { bindFlow, flowHashes } from '../browser-binding.server.ts';
import { success, successSchema } from '../contract.server.ts';
import { startSession } from '../session/session.server.ts';
import { googleRedirect, googleSignIn } from './calls.ts';
import { codeExchange, otherOrigin, redirectQuery, redirectSchema } from './contract.server.ts';
import { completeGoogleSignIn, googleFlowMs, startGoogleSignIn } from './sign-in.server.ts';

export const googleRedirectApi = serve(googleRedirect, googleAccess).on('read', {
  summary: 'Begins a sign-in with Google; gives the page to open',
  details:
    'Binds the sign-in to this browser by a cookie for 10 minutes. 60 within an hour from one client address.',
  query: redirectQuery,
  response: redirectSchema,
  errors: ['forbidden', 'tooMany', 'unavailable'],
  async run({ ctx, c }) {
    // An `originUrl` that is sent twice is joined, and so equals no origin.
    if (c.req.queries('originUrl')?.join() !== new URL(ctx.settings.appUrl).origin)
      throw new AppError('invalid', otherOrigin, { fields: { originUrl: otherOrigin } });
    // The GET sets a cookie, so an image on another site must not trigger it.
    const site = c.req.header('Sec-Fetch-Site');
    if (site !== undefined && site !== 'same-origin') throw crossSiteError();
    return { redirectUrl: await startGoogleSignIn(ctx, () => bindFlow(c, 'google', googleFlowMs)) };
  },
});

export const googleSignInApi = serve(googleSignIn, googleAccess).on('exchange', {
  summary: 'Exchanges the code that Google sent back for a session',
  details: 'Works once, and only in the browser that began the sign-in.',
  query: anyQuery,
  body: codeExchange,
  response: successSchema,
  errors: ['forbidden', 'unavailable'],
  async run({ ctx, json, c }) {
    await startSession(ctx, c, await completeGoogleSignIn(ctx, flowHashes(c, 'google'), json), 'google');
    return success;
  },
});
