import type { Ctx } from '../../platform/context.server.ts';
import { deleteExpired } from './expired-store.server.ts';
import { sendMemoryMs } from './login-code.ts';
import { livingAt } from './session.server.ts';

/** Forgets codes, flows, challenges and sessions whose time is over. */
export const forgetExpiredSignIns = (ctx: Ctx): Promise<void> => {
  const now = ctx.now();
  const codesBefore = new Date(now.getTime() - sendMemoryMs);
  return deleteExpired(ctx.db, { now, codesBefore, living: livingAt(now) });
};
