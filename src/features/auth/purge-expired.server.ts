import type { Ctx } from '../../platform/context.server.ts';
import { quotaWindowMs } from './email-code/code-policy.ts';
import { deleteExpired } from './expired-store.server.ts';
import { expiryCutoffs } from './session/session.server.ts';

/** Forgets codes, flows, challenges and sessions whose time is over. */
export const purgeExpiredAuth = (ctx: Ctx): Promise<void> => {
  const now = ctx.now();
  const codesBefore = new Date(now.getTime() - quotaWindowMs);
  return deleteExpired(ctx.db, { now, codesBefore, living: expiryCutoffs(now) });
};
