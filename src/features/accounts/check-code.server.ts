import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/limits.server.ts';
import { AppError } from '../../shared/errors.ts';
import { invalidCode } from './login-code.ts';
import { codeOfBrowser, guessCode } from './login-codes-store.server.ts';
import { isToken, keyedHash, tokenHash } from './secrets.server.ts';
import { codeHash } from './send-code.server.ts';

const later = 'Too many wrong codes. Please try again later.';

/** Guesses by browsers that hold no code for the address. They are compared with nothing. */
const strangerLimits = {
  address: { name: 'wrong-code-address', points: 20, seconds: 3600, message: later },
  client: { name: 'wrong-code-client', points: 100, seconds: 3600, message: later },
} satisfies Record<string, Limit>;

/**
 * Uses a code up. Only the browser that asked for it can: anyone else's guesses count against themselves and the
 * address's strangers, never against the code.
 * @param token what binds the browser, from its cookie
 * @throws AppError `invalid` for a code that is wrong, used, expired or another's; `tooMany` over a limit
 */
export async function checkCode(
  ctx: Ctx,
  { email, code, token }: { email: string; code: string; token: string | undefined },
): Promise<void> {
  if (!isToken(token)) return refuseStranger(ctx, email);
  const now = ctx.now();
  const browserHash = tokenHash(token);
  const hash = codeHash(ctx, { token, email, code });
  const isRight = await guessCode(ctx.db, { email, browserHash, codeHash: hash, now });
  if (isRight) return;
  const asked = await codeOfBrowser(ctx.db, email, browserHash);
  if (!asked) return refuseStranger(ctx, email);
  ctx.log.warn({ event: 'wrong-code', codeId: asked.id, client: ctx.clientBucket }, 'a code was refused');
  const isOver = asked.used_at !== null || asked.expires_at <= now;
  if (isRight === undefined && !isOver) {
    throw new AppError('tooMany', 'Too many wrong codes. Please ask for a new one.', {
      retryAfterSeconds: Math.max(1, Math.ceil((asked.expires_at.getTime() - now.getTime()) / 1000)),
    });
  }
  throw new AppError('invalid', invalidCode);
}

async function refuseStranger(ctx: Ctx, email: string): Promise<never> {
  ctx.log.warn(
    { event: 'wrong-code', client: ctx.clientBucket },
    'a code came from a browser that asked for none',
  );
  const address = keyedHash(ctx.settings.sessionSecret, 'limit', email).toString('base64url');
  await ctx.takeLimit(strangerLimits.client, ctx.clientBucket);
  await ctx.takeLimit(strangerLimits.address, address);
  throw new AppError('invalid', invalidCode);
}
