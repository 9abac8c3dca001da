import type { SignInMethod } from '../../../db/schema.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireUser } from '../guards.ts';
import { describeUserAgent } from './describe-client.ts';
import { describeNetwork } from './describe-network.ts';
import { expiryCutoffs } from './session.server.ts';
import { deleteOtherSessions, deleteSession, sessionsOf } from './store.server.ts';

/** One signed-in browser, as its owner sees it. */
export interface SessionView {
  id: string;
  /** Such as "Chrome on Windows". */
  device: string;
  /** The network it was last used from: an IPv4 address, the first 64 bits of an IPv6 address, or words for a network that is not public. */
  place: string;
  method: SignInMethod;
  /** ISO 8601 moments; the last use to within five minutes. */
  createdAt: string;
  lastUsedAt: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

/**
 * Every browser that is signed in to the viewer's account, the last used first.
 * @throws AppError `unauthenticated`
 */
export async function listSessions(ctx: Ctx): Promise<SessionView[]> {
  const { id, sessionId } = requireUser(ctx);
  const rows = await sessionsOf(ctx.db, id, expiryCutoffs(ctx.now()));
  return rows.map((row) => ({
    id: row.id,
    device: describeUserAgent(row.user_agent),
    place: describeNetwork(row.network),
    method: row.method,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    current: row.id === sessionId,
  }));
}

/**
 * Ends one session of the viewer.
 * @throws AppError `notFound`, for another person's in the same words; `unauthenticated`
 */
export async function revokeSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { id } = requireUser(ctx);
  const ended = isUuid(sessionId) && (await deleteSession(ctx.db, id, sessionId));
  if (!ended) throw new AppError('notFound', 'There is no such session.');
  ctx.log.info({ event: 'session-ended', userId: id, sessionId }, 'a session was ended by its owner');
}

/**
 * Ends every session of the viewer but the one that asks.
 * @returns how many ended
 * @throws AppError `unauthenticated`
 */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { id, sessionId } = requireUser(ctx);
  const count = await deleteOtherSessions(ctx.db, id, sessionId);
  ctx.log.info(
    { event: 'sessions-ended', userId: id, count },
    'all other sessions were ended by their owner',
  );
  return count;
}
