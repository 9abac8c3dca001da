import { randomInt } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, newToken } from '../tokens.server.ts';
import { loginCodeMail } from './code-email.server.ts';
import { codeLifetimeMs, codeQuota, quotaWindowMs } from './code-policy.ts';
import { hashCode, insertCode, lockEmail, recentCodes } from './store.server.ts';

const clientLimit: Limit = {
  name: 'login-code',
  points: 30,
  seconds: 3600,
  message: 'Many codes were asked for from your network. Please try again later.',
};

/**
 * Mails a code. Neither response nor time reveals whether an account exists.
 * @returns the token that binds the code to the browser
 * @throws AppError `tooMany`
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
    const quota = codeQuota(await recentCodes(tx, email, deviceId, since), now);
    if ('retryAfterSeconds' in quota) {
      const message = 'Many codes were sent to this address. Please try again later.';
      throw new AppError('tooMany', message, quota);
    }
    await insertCode(tx, {
      id,
      email,
      binding_hash: hashToken(token),
      code_hash: hashCode(ctx.settings, { token, email, code }),
      device_id: deviceId,
      max_attempts: quota.guesses,
      created_at: now,
      expires_at: expiresAt,
    });
    const mail = loginCodeMail(email, code, ctx.settings.appUrl);
    await ctx.mail.queue(tx, `login-code-${id}`, { ...mail, expiresAt });
  });
  ctx.log.info({ event: 'code-sent', codeId: id, client: ctx.clientKey }, 'a sign-in code was sent');
  return token;
}
