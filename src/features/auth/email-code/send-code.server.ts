import { randomInt } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, hmac, newToken } from '../tokens.server.ts';
import { loginCodeMail } from './code-email.server.ts';
import { codeLifetimeMs, codeQuota, quotaWindowMs } from './code-policy.ts';
import { insertCode, lockEmail, recentCodes } from './store.server.ts';

const clientLimit: Limit = {
  name: 'login-code',
  points: 30,
  seconds: 3600,
  message: 'Many codes were asked for from your network. Please try again later.',
};

/** The hash under which a code is kept: worth nothing without SESSION_SECRET, and for one flow only. */
export const codeHash = (ctx: Ctx, flow: { token: string; email: string; code: string }): Buffer =>
  hmac(ctx.settings.sessionSecret, 'login-code', flow.token, flow.email, flow.code);

/**
 * Mails a code to an address. Whether the address has an account plays no part, so neither answer nor time tells.
 * @param deviceId of a known browser, which has a purse of codes of its own
 * @returns the token that binds the code to the browser that asked
 * @throws AppError `tooMany` over a limit
 */
export async function sendCode(ctx: Ctx, email: string, deviceId: string | null): Promise<string> {
  await ctx.consumeLimit(clientLimit, ctx.clientKey);
  const token = newToken();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  const id = newId();
  await ctx.db.transaction().execute(async (tx) => {
    await lockEmail(tx, email);
    const since = new Date(now.getTime() - quotaWindowMs);
    const next = codeQuota(await recentCodes(tx, email, deviceId, since), now);
    if ('retryAfterSeconds' in next) {
      const message = 'Many codes were sent to this address. Please try again later.';
      throw new AppError('tooMany', message, next);
    }
    await insertCode(tx, {
      id,
      email,
      binding_hash: hashToken(token),
      code_hash: codeHash(ctx, { token, email, code }),
      device_id: deviceId,
      max_attempts: next.guesses,
      created_at: now,
      expires_at: expiresAt,
    });
    const mail = loginCodeMail(email, code, ctx.settings.appUrl);
    await ctx.mail.queue(tx, `login-code-${id}`, { ...mail, expiresAt });
  });
  ctx.log.info({ event: 'code-sent', codeId: id, client: ctx.clientKey }, 'a sign-in code was sent');
  return token;
}
