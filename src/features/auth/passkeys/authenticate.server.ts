import type { Ctx } from '../../../platform/context.server.ts';
import {
  type RequestOptions,
  requestOptions,
  type SignedResponse,
  verifySignature,
} from '../../../platform/identity/webauthn.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { loadUser } from '../find-or-create-user.server.ts';
import { requireUser } from '../guards.ts';
import type { User } from '../store.server.ts';
import {
  type BrowserBinding,
  challengeLimit,
  type Purpose,
  responseLimit,
  saveChallenge,
  takeChallenge,
} from './challenges.server.ts';
import type { AuthenticatorResponse } from './passkey.ts';
import { findPasskey, markUsed, passkeysOf } from './store.server.ts';

const refused = 'That passkey did not work. Please try again, or sign in with a code by e-mail.';

/** Asks for any passkey of this site; whose it is shows when the device answers. */
export async function startAuthentication(ctx: Ctx, browser: BrowserBinding): Promise<RequestOptions> {
  await ctx.consumeLimit(challengeLimit, ctx.clientKey);
  const options = await requestOptions(ctx.settings.appUrl);
  await saveChallenge(ctx, browser, 'sign-in', options.challenge);
  return options;
}

/**
 * The owner of the passkey that answered.
 * @throws AppError `invalid`, in the same words whatever is wrong; `tooMany`
 */
export async function finishAuthentication(
  ctx: Ctx,
  browser: BrowserBinding,
  response: AuthenticatorResponse,
): Promise<User> {
  await ctx.consumeLimit(responseLimit, ctx.clientKey);
  const passkey = await verifyAssertion(ctx, browser, 'sign-in', response);
  return loadOwner(ctx, 'sign-in', passkey);
}

/**
 * Asks for one of the viewer's own passkeys.
 * @throws AppError `conflict` for a person without passkeys, `unauthenticated`, `tooMany`
 */
export async function startReauthentication(ctx: Ctx, browser: BrowserBinding): Promise<RequestOptions> {
  const viewer = requireUser(ctx);
  await ctx.consumeLimit(challengeLimit, ctx.clientKey);
  const rows = await passkeysOf(ctx.db, viewer.id);
  if (rows.length === 0) throw new AppError('conflict', 'Please add a passkey to your account first.');
  const own = rows.map(({ credential_id, transports }) => ({ credentialId: credential_id, transports }));
  const options = await requestOptions(ctx.settings.appUrl, own);
  await saveChallenge(ctx, browser, 'renew', options.challenge);
  return options;
}

/**
 * Confirms that the viewer is still there.
 * @throws AppError `invalid` also for somebody else's passkey; `unauthenticated`, `tooMany`
 */
export async function reauthenticate(
  ctx: Ctx,
  browser: BrowserBinding,
  response: AuthenticatorResponse,
): Promise<User> {
  const viewer = requireUser(ctx);
  await ctx.consumeLimit(responseLimit, ctx.clientKey);
  const passkey = await verifyAssertion(ctx, browser, 'renew', response);
  if (passkey.user_id !== viewer.id) throw refusal(ctx, 'renew', 'owner', passkey.id);
  return loadOwner(ctx, 'renew', passkey);
}

/** The passkey's owner, unless the account was deleted meanwhile. */
async function loadOwner(
  ctx: Ctx,
  purpose: Purpose,
  passkey: { id: string; user_id: string },
): Promise<User> {
  const user = await loadUser(ctx, passkey.user_id);
  if (!user) throw refusal(ctx, purpose, 'account', passkey.id);
  return user;
}

/** The passkey whose signature answers a challenge of this browser. */
async function verifyAssertion(
  ctx: Ctx,
  browser: BrowserBinding,
  purpose: Purpose,
  response: AuthenticatorResponse,
) {
  const challenge = await takeChallenge(ctx, browser, purpose, response);
  const passkey = challenge === null ? undefined : await findPasskey(ctx.db, response.id);
  if (!challenge) throw refusal(ctx, purpose, 'challenge');
  if (!passkey) throw refusal(ctx, purpose, 'passkey');
  const { userHandle } = response.response;
  const owner = Buffer.from(passkey.user_id).toString('base64url');
  // A device that finds its passkey by itself must say whose it is (WebAuthn 3, section 7.2, step 6).
  const isOwners = userHandle === owner || (purpose === 'renew' && !userHandle);
  const proof =
    isOwners &&
    (await verifySignature(ctx.settings.appUrl, challenge, response as unknown as SignedResponse, {
      credentialId: passkey.credential_id,
      publicKey: passkey.public_key,
      counter: passkey.counter,
      transports: passkey.transports,
    }));
  if (!proof) throw refusal(ctx, purpose, isOwners ? 'signature' : 'owner', passkey.id);
  if (!(await markUsed(ctx.db, passkey.id, proof.counter, ctx.now())))
    throw refusal(ctx, purpose, 'counter', passkey.id);
  return passkey;
}

type Reason = 'challenge' | 'passkey' | 'owner' | 'signature' | 'counter' | 'account';

/** The one refusal, whatever is wrong; the log says which part of the proof it was. */
function refusal(ctx: Ctx, purpose: Purpose, reason: Reason, passkeyId?: string): AppError {
  ctx.log.warn(
    { event: 'passkey-refused', reason, purpose, passkeyId, client: ctx.clientKey },
    'a passkey was refused',
  );
  return new AppError('invalid', refused);
}
