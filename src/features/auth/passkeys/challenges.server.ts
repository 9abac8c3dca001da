import type { WebauthnChallengesTable } from '../../../db/schema/auth.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { passkeyChallengeMs } from '../../../platform/identity/webauthn.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireUser } from '../guards.ts';
import { type AuthenticatorResponse, isBase64url } from './passkey.ts';
import { consumeChallenge, insertChallenge } from './store.server.ts';

const limitPerHour = (name: string, points: number): Limit => ({
  name,
  points,
  seconds: 3_600,
  message: 'You have used passkeys many times within an hour. Please try again later.',
});
export const challengeLimit = limitPerHour('passkey-question', 120);
export const responseLimit = limitPerHour('passkey-answer', 60);

/** The requesting browser, and the binding hashes of its challenges. */
export interface BrowserBinding {
  bind(): Buffer;
  hashes: Buffer[];
}

export type Purpose = WebauthnChallengesTable['purpose'];

const challengedUser = (ctx: Ctx, purpose: Purpose): string | null =>
  purpose === 'sign-in' ? null : requireUser(ctx).id;

export async function saveChallenge(
  ctx: Ctx,
  browser: BrowserBinding,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  const now = ctx.now();
  await insertChallenge(ctx.db, {
    id: newId(),
    binding_hash: browser.bind(),
    user_id: challengedUser(ctx, purpose),
    purpose,
    challenge,
    created_at: now,
    expires_at: new Date(now.getTime() + passkeyChallengeMs),
  });
}

/** Consumes the challenge of a response; null when it was not issued to this browser, or has expired. */
export async function takeChallenge(
  ctx: Ctx,
  browser: BrowserBinding,
  purpose: Purpose,
  response: AuthenticatorResponse,
): Promise<string | null> {
  const challenge = readChallenge(response);
  if (challenge === null || browser.hashes.length === 0) return null;
  const user_id = challengedUser(ctx, purpose);
  const issued = { challenge, purpose, user_id, browserHashes: browser.hashes };
  return (await consumeChallenge(ctx.db, issued, ctx.now())) ? challenge : null;
}

function readChallenge({ response }: AuthenticatorResponse): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) ?? {};
    return typeof challenge === 'string' && isBase64url(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
