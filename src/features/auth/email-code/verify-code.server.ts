import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { admitIdentity } from '../find-or-create-user.server.ts';
import type { User } from '../store.server.ts';
import { hashToken, hmac, isToken } from '../tokens.server.ts';
import { invalidCode } from './code-policy.ts';
import { codeHash } from './send-code.server.ts';
import { attemptCode, findCode, type LoginCode, lockEmail } from './store.server.ts';

const later = 'Too many wrong codes. Please try again later.';

/** Guesses by browsers that hold no code for the address. They are compared with nothing. */
const unboundLimits = {
  address: { name: 'wrong-code-address', points: 20, seconds: 3600, message: later },
  client: { name: 'wrong-code-client', points: 100, seconds: 3600, message: later },
} satisfies Record<string, Limit>;

interface Guess {
  email: string;
  code: string;
  /** What binds the browser, from its cookie. */
  token: string | undefined;
}

/**
 * Signs in with a mailed code. Only the browser that requested the code can: anyone else's guesses count against
 * themselves and the address's strangers, never against the code.
 * @throws AppError `invalid` for a code that is wrong, used, ended, expired or another's; `tooMany` over a limit
 */
export async function signInWithCode(ctx: Ctx, { email, code, token }: Guess): Promise<User> {
  if (!isToken(token)) return rejectUnbound(ctx, email);
  const browserHash = hashToken(token);
  const sent = await findCode(ctx.db, email, browserHash);
  if (!sent) return rejectUnbound(ctx, email);
  if (!isOpen(sent, ctx.now())) throw rejectCode(ctx, sent);
  const guess = { email, browserHash, codeHash: codeHash(ctx, { token, email, code }), now: ctx.now() };
  const { isRight, user } = await guessAndAdmit(ctx, guess);
  if (user) return user;
  // Several guesses may arrive together: the one that comes after the last allowed guess reads what became of the code.
  throw rejectCode(ctx, isRight === undefined ? await findCode(ctx.db, email, browserHash) : sent);
}

/**
 * Compares the code and, if it is right, admits its owner in the same transaction. Wrong guesses are committed. Others
 * who sign in with this address wait, so of several right codes one is left to be right.
 */
const guessAndAdmit = (
  ctx: Ctx,
  guess: Parameters<typeof attemptCode>[1],
): Promise<{ isRight: boolean | undefined; user?: User }> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockEmail(tx, guess.email);
    const isRight = await attemptCode(tx, guess);
    return isRight ? { isRight, user: await admitIdentity(ctx, tx, { email: guess.email }) } : { isRight };
  });

const isAlive = (code: LoginCode, now: Date): boolean => code.used_at === null && code.expires_at > now;

const isOpen = (code: LoginCode, now: Date): boolean =>
  isAlive(code, now) && code.failed_attempts < code.max_attempts;

function rejectionReason(code: LoginCode | undefined, now: Date): string {
  if (!code) return 'unknown';
  if (code.used_at !== null) return 'used';
  if (code.expires_at <= now) return 'expired';
  return isOpen(code, now) ? 'wrong' : 'guesses-used-up';
}

function rejectCode(ctx: Ctx, code: LoginCode | undefined): AppError {
  const now = ctx.now();
  const reason = rejectionReason(code, now);
  ctx.log.warn(
    { event: 'wrong-code', reason, codeId: code?.id, client: ctx.clientKey },
    'a code was refused',
  );
  if (code && isAlive(code, now) && !isOpen(code, now)) {
    return new AppError('tooMany', 'Too many wrong codes. Please ask for a new one.', {
      retryAfterSeconds: Math.max(1, Math.ceil((code.expires_at.getTime() - now.getTime()) / 1000)),
    });
  }
  return new AppError('invalid', invalidCode);
}

async function rejectUnbound(ctx: Ctx, email: string): Promise<never> {
  ctx.log.warn(
    { event: 'wrong-code', reason: 'other-browser', client: ctx.clientKey },
    'a code came from a browser that asked for none',
  );
  const address = hmac(ctx.settings.sessionSecret, 'limit', email).toString('base64url');
  await ctx.consumeLimit(unboundLimits.client, ctx.clientKey);
  await ctx.consumeLimit(unboundLimits.address, address);
  throw new AppError('invalid', invalidCode);
}
