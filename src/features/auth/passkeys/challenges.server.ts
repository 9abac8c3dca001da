import type { WebauthnChallengesTable } from '../../../db/schema.ts';
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
/** The sign-in page may ask as soon as it opens. */
export const challengeLimit = limitPerHour('passkey-question', 120);
export const responseLimit = limitPerHour('passkey-answer', 60);

/** The browser that a question is put to, and the hashes of the questions it was asked. */
export interface BrowserBinding {
  bind(): Buffer;
  hashes: Buffer[];
}

export type Purpose = WebauthnChallengesTable['purpose'];

/** Writes down what a browser was asked. */
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
    user_id: purpose === 'sign-in' ? null : requireUser(ctx).id,
    purpose,
    challenge,
    created_at: now,
    expires_at: new Date(now.getTime() + passkeyChallengeMs),
  });
}

/** The challenge that an answer belongs to, used up; null when this browser was not asked it, or too long ago. */
export async function takeChallenge(
  ctx: Ctx,
  browser: BrowserBinding,
  purpose: Purpose,
  response: AuthenticatorResponse,
): Promise<string | null> {
  const challenge = findChallenge(response);
  if (challenge === null || browser.hashes.length === 0) return null;
  const user_id = purpose === 'sign-in' ? null : requireUser(ctx).id;
  const asked = { challenge, purpose, user_id, browserHashes: browser.hashes };
  return (await consumeChallenge(ctx.db, asked, ctx.now())) ? challenge : null;
}

/** The challenge that a device says it answers; null when it says none. */
function findChallenge({ response }: AuthenticatorResponse): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) ?? {};
    return typeof challenge === 'string' && isBase64url(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
