import type { Ctx } from '../../platform/context.server.ts';
import { quotaWindowMs } from './email-code/code-policy.ts';
import { deleteCodesBefore } from './email-code/store.server.ts';
import { deleteExpiredFlows } from './google/store.server.ts';
import { deleteExpiredChallenges } from './passkeys/store.server.ts';
import { expiryCutoffs } from './session/session.server.ts';
import { deleteExpiredSessions } from './session/store.server.ts';

/** Steps that delete expired flows, challenges and sessions, and codes that no longer count for a quota. */
export const purgeAuthSteps = ({ db, now }: Ctx) => ({
  codes: () => deleteCodesBefore(db, new Date(now().getTime() - quotaWindowMs)),
  signInFlows: () => deleteExpiredFlows(db, now()),
  passkeyChallenges: () => deleteExpiredChallenges(db, now()),
  sessions: () => deleteExpiredSessions(db, expiryCutoffs(now())),
});
