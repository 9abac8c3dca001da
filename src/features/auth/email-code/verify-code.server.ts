import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { admitIdentity } from '../find-or-create-user.server.ts';
import type { UserRow } from '../store.server.ts';
import { emailLimitKey, hashToken, isToken } from '../tokens.server.ts';
import { invalidCode } from './code-policy.ts';
import { attemptCode, findCode, hashCode, type LoginCode, lockEmail } from './store.server.ts';

const tooManyWrong = 'Too many wrong codes. Please try again later.';

/** Limits for browsers that hold no code of the address; their guesses are compared with nothing. */
const unboundLimits = {
  address: { name: 'wrong-code-address', points: 20, seconds: 3600, message: tooManyWrong },
  client: { name: 'wrong-code-client', points: 100, seconds: 3600, message: tooManyWrong },
} satisfies Record<string, Limit>;

interface CodeAttempt {
  email: string;
  code: string;
  token: string | undefined;
}

/**
 * Signs in with a mailed code, only in the browser that requested it: other browsers' guesses never spend its attempts.
 * @throws AppError `invalid` for a code that is wrong, used, ended, expired or another's; `tooMany` over a limit
 */
export async function signInWithCode(ctx: Ctx, { email, code, token }: CodeAttempt): Promise<UserRow> {
  if (!isToken(token)) return rejectUnbound(ctx, email);
  const browserHash = hashToken(token);
  const sent = await findCode(ctx.db, email, browserHash);
  if (!sent) return rejectUnbound(ctx, email);
  if (!isOpen(sent, ctx.now())) throw rejectCode(ctx, sent);
  const codeHash = hashCode(ctx.settings, { token, email, code });
  const { isRight, user } = await attemptAndAdmit(ctx, { email, browserHash, codeHash, now: ctx.now() });
  if (user) return user;
  // Concurrent guesses after the last allowed one reread the code to learn why they fail.
  throw rejectCode(ctx, isRight === undefined ? await findCode(ctx.db, email, browserHash) : sent);
}

/** Commits wrong guesses. Concurrent sign-ins with the address wait, so of several right codes one succeeds. */
const attemptAndAdmit = (
  ctx: Ctx,
  attempt: Parameters<typeof attemptCode>[1],
): Promise<{ isRight: boolean | undefined; user?: UserRow }> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockEmail(tx, attempt.email);
    const isRight = await attemptCode(tx, attempt);
    return isRight ? { isRight, user: await admitIdentity(ctx, tx, { email: attempt.email }) } : { isRight };
  });

const isUsable = (code: LoginCode, now: Date): boolean => code.used_at === null && code.expires_at > now;

const isOpen = (code: LoginCode, now: Date): boolean =>
  isUsable(code, now) && code.failed_attempts < code.max_attempts;

function rejectionReason(code: LoginCode | undefined, now: Date): string {
  if (!code) return 'unknown';
  if (code.used_at !== null) return 'used';
  if (code.expires_at <= now) return 'expired';
  return isOpen(code, now) ? 'wrong' : 'guesses-used-up';
}

function rejectCode(ctx: Ctx, code: LoginCode | undefined): AppError {
  const now = ctx.now();
  const reason = rejectionReason(code, now);
  ctx.log.warn({ event: 'wrong-code', reason, codeId: code?.id, client: ctx.clientKey }, 'code rejected');
  if (code && isUsable(code, now) && !isOpen(code, now)) {
    return new AppError('tooMany', 'Too many wrong codes. Please ask for a new one.', {
      retryAfterSeconds: Math.max(1, Math.ceil((code.expires_at.getTime() - now.getTime()) / 1000)),
    });
  }
  return new AppError('invalid', invalidCode);
}

async function rejectUnbound(ctx: Ctx, email: string): Promise<never> {
  ctx.log.warn(
    { event: 'wrong-code', reason: 'other-browser', client: ctx.clientKey },
    'code sent by a browser that requested none',
  );
  await ctx.consumeLimit(unboundLimits.client, ctx.clientKey);
  await ctx.consumeLimit(unboundLimits.address, emailLimitKey(ctx.settings.sessionSecret, email));
  throw new AppError('invalid', invalidCode);
}
