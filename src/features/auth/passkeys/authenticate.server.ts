import type { Ctx } from '../../../platform/context.server.ts';
import {
  type PasskeyRequestOptions,
  requestOptions,
  type SignedResponse,
  verifySignature,
} from '../../../platform/identity/webauthn.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { loadUser } from '../find-or-create-user.server.ts';
import { requireUser } from '../guards.ts';
import type { UserRow } from '../store.server.ts';
import {
  type BrowserBinding,
  challengeLimit,
  type Purpose,
  responseLimit,
  saveChallenge,
  takeChallenge,
} from './challenges.server.ts';
import type { AuthenticatorResponse } from './passkey.ts';
import { findPasskey, findPasskeys, markUsed } from './store.server.ts';

const failed = 'That passkey did not work. Please try again, or sign in with a code by e-mail.';

/** Requests any passkey of this site; the response reveals whose it is. */
export async function startAuthentication(ctx: Ctx, browser: BrowserBinding): Promise<PasskeyRequestOptions> {
  await ctx.consumeLimit(challengeLimit, ctx.clientKey);
  const options = await requestOptions(ctx.settings.appUrl);
  await saveChallenge(ctx, browser, 'sign-in', options.challenge);
  return options;
}

/** Returns the owner of the passkey; throws `invalid` with one message for every cause. */
export async function finishAuthentication(
  ctx: Ctx,
  browser: BrowserBinding,
  response: AuthenticatorResponse,
): Promise<UserRow> {
  await ctx.consumeLimit(responseLimit, ctx.clientKey);
  const passkey = await verifyAssertion(ctx, browser, 'sign-in', response);
  return loadOwner(ctx, 'sign-in', passkey);
}

/** Requests one of the viewer's own passkeys; throws `conflict` for a user without. */
export async function startReauthentication(
  ctx: Ctx,
  browser: BrowserBinding,
): Promise<PasskeyRequestOptions> {
  const viewer = requireUser(ctx);
  await ctx.consumeLimit(challengeLimit, ctx.clientKey);
  const rows = await findPasskeys(ctx.db, viewer.id);
  if (rows.length === 0) throw new AppError('conflict', 'Please add a passkey to your account first.');
  const options = await requestOptions(ctx.settings.appUrl, rows);
  await saveChallenge(ctx, browser, 'renew', options.challenge);
  return options;
}

export async function reauthenticate(
  ctx: Ctx,
  browser: BrowserBinding,
  response: AuthenticatorResponse,
): Promise<UserRow> {
  const viewer = requireUser(ctx);
  await ctx.consumeLimit(responseLimit, ctx.clientKey);
  const passkey = await verifyAssertion(ctx, browser, 'renew', response);
  if (passkey.userId !== viewer.id) throw rejectPasskey(ctx, 'renew', 'owner', passkey.id);
  return loadOwner(ctx, 'renew', passkey);
}

async function loadOwner(
  ctx: Ctx,
  purpose: Purpose,
  passkey: { id: string; userId: string },
): Promise<UserRow> {
  const user = await loadUser(ctx, passkey.userId);
  if (!user) throw rejectPasskey(ctx, purpose, 'account', passkey.id);
  return user;
}

async function verifyAssertion(
  ctx: Ctx,
  browser: BrowserBinding,
  purpose: Purpose,
  response: AuthenticatorResponse,
) {
  const challenge = await takeChallenge(ctx, browser, purpose, response);
  const passkey = challenge === null ? undefined : await findPasskey(ctx.db, response.id);
  if (!challenge) throw rejectPasskey(ctx, purpose, 'challenge');
  if (!passkey) throw rejectPasskey(ctx, purpose, 'passkey');
  const { userHandle } = response.response;
  const owner = Buffer.from(passkey.userId).toString('base64url');
  // A device that finds its passkey without a list must say whose it is (WebAuthn 3, section 7.2, step 6).
  const isOwners = userHandle === owner || (purpose === 'renew' && !userHandle);
  const proof =
    isOwners &&
    (await verifySignature(ctx.settings.appUrl, challenge, response as unknown as SignedResponse, passkey));
  if (!proof) throw rejectPasskey(ctx, purpose, isOwners ? 'signature' : 'owner', passkey.id);
  if (!(await markUsed(ctx.db, passkey.id, proof.counter, ctx.now())))
    throw rejectPasskey(ctx, purpose, 'counter', passkey.id);
  return passkey;
}

type PasskeyRejection = 'challenge' | 'passkey' | 'owner' | 'signature' | 'counter' | 'account';

/** Every cause has the same message; the log has the reason. */
function rejectPasskey(ctx: Ctx, purpose: Purpose, reason: PasskeyRejection, passkeyId?: string): AppError {
  ctx.log.warn(
    { event: 'passkey-refused', reason, purpose, passkeyId, client: ctx.clientKey },
    'passkey rejected',
  );
  return new AppError('invalid', failed);
}
