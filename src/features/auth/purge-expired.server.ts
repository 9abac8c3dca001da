import type { Ctx } from '../../platform/context.server.ts';
import { quotaWindowMs } from './email-code/code-policy.ts';
import { deleteCodesBefore } from './email-code/store.server.ts';
import { deleteExpiredFlows } from './google/store.server.ts';
import { deleteExpiredChallenges } from './passkeys/store.server.ts';
import { expiryCutoffs } from './session/session.server.ts';
import { deleteExpiredSessions } from './session/store.server.ts';

/** Deletes expired flows, challenges and sessions, and codes that no longer count for a quota. */
export async function purgeExpiredAuth(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  await deleteCodesBefore(ctx.db, new Date(now.getTime() - quotaWindowMs));
  await deleteExpiredFlows(ctx.db, now);
  await deleteExpiredChallenges(ctx.db, now);
  await deleteExpiredSessions(ctx.db, expiryCutoffs(now));
}
