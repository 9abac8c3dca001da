import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { loginFailed } from '../../../platform/identity/google-oidc.server.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { findOrCreateUser, unverifiedAddress } from '../find-or-create-user.server.ts';
import type { UserRow } from '../store.server.ts';
import { hashToken } from '../tokens.server.ts';
import { consumeFlow, insertFlow } from './store.server.ts';

export const googleFlowMs = 10 * minuteMs;

const googleLimit: Limit = {
  name: 'google-sign-in',
  points: 60,
  seconds: 3_600,
  message: 'You have started many sign-ins within an hour. Please try again later.',
};

/** Starts a flow, bound by the hash that `bind` returns; returns the URL of Google's page. Throws `unavailable`. */
export async function startGoogleSignIn(ctx: Ctx, bind: () => Buffer): Promise<string> {
  await ctx.consumeLimit(googleLimit, ctx.clientKey);
  const { url, flow, redirectUri } = await ctx.google.begin();
  const now = ctx.now();
  await insertFlow(ctx.db, {
    id: newId(),
    binding_hash: bind(),
    state_hash: hashToken(flow.state),
    nonce: flow.nonce,
    code_verifier: flow.codeVerifier,
    redirect_uri: redirectUri,
    created_at: now,
    expires_at: new Date(now.getTime() + googleFlowMs),
  });
  return url;
}

/**
 * Exchanges Google's code for the user's account, only in the browser that started the flow: the flow is consumed first.
 * @throws AppError `invalid` for a code of another browser, used or expired; `forbidden`; `unavailable`
 */
export async function completeGoogleSignIn(
  ctx: Ctx,
  browserHashes: Buffer[],
  { code, state }: { code: string; state?: string },
): Promise<UserRow> {
  const stateHash = state === undefined ? null : hashToken(state);
  const flow = browserHashes.length > 0 && (await consumeFlow(ctx.db, browserHashes, stateHash, ctx.now()));
  if (!flow) throw logRejection(ctx, 'flow', new AppError('invalid', loginFailed));
  const account = await ctx.google.redeem(code, flow).catch((error) => {
    throw logRejection(ctx, 'code', error);
  });
  const email = canonicalEmail(account.email);
  if (email === null || !account.isEmailVerified)
    throw logRejection(ctx, 'address', new AppError('forbidden', unverifiedAddress));
  const { issuer, subject } = account;
  return findOrCreateUser(ctx, {
    email,
    name: account.name,
    google: { issuer, subject, emailVerified: true },
  });
}

function logRejection<Failure>(ctx: Ctx, reason: 'flow' | 'code' | 'address', error: Failure): Failure {
  ctx.log.warn({ event: 'google-refused', reason, client: ctx.clientKey }, 'Google sign-in rejected');
  return error;
}
