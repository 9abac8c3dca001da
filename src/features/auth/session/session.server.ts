import type { Context } from 'hono';
import type { SignInMethod } from '../../../db/schema/auth.ts';
import type { Ctx, Viewer } from '../../../platform/context.server.ts';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { clearCookie, cookieValue, sessionCookie, setCookie } from '../../../platform/http/cookies.server.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { UserRow } from '../store.server.ts';
import { hashToken, isToken, newToken } from '../tokens.server.ts';
import { setDeviceCookie } from './device-cookie.server.ts';
import {
  deleteSessionByToken,
  deleteSessions,
  type ExpiryCutoffs,
  findSessionByToken,
  insertSession,
  markSeen,
} from './store.server.ts';

/** `docs/authentication.md` gives the reasons. */
const sessionLimits = {
  idleMs: 30 * dayMs,
  absoluteMs: 90 * dayMs,
  seenEveryMs: 5 * minuteMs,
  /** The time after which an administrator who has a passkey must use it again. */
  reauthenticateMs: 12 * 60 * minuteMs,
};

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

export const expiryCutoffs = (now: Date): ExpiryCutoffs => ({
  seenAfter: before(now, sessionLimits.idleMs),
  startedAfter: before(now, sessionLimits.absoluteMs),
});

const sessionToken = (ctx: Ctx, cookieHeader: string | null | undefined): string | undefined => {
  const token = cookieValue(ctx.settings, cookieHeader, sessionCookie);
  return isToken(token) ? token : undefined;
};

/** Loads the signed-in user; ends every session of an administrator whom ADMIN_EMAILS no longer lists. */
export async function getViewer(ctx: Ctx, cookieHeader: string | null | undefined): Promise<Viewer> {
  const token = sessionToken(ctx, cookieHeader);
  if (!token) return null;
  const now = ctx.now();
  const session = await findSessionByToken(ctx.pool, hashToken(token), expiryCutoffs(now));
  if (!session) return null;
  const isAdmin = session.role === 'admin';
  if (isAdmin && !ctx.settings.adminEmails.includes(session.email)) {
    await deleteSessions(ctx.db, session.id);
    ctx.log.info({ event: 'sessions-ended', userId: session.id }, 'administrator lost the role');
    return null;
  }
  if (session.lastSeenAt <= before(now, sessionLimits.seenEveryMs)) {
    await markSeen(ctx.db, session.sessionId, { last_seen_at: now, network: ctx.clientKey });
  }
  return {
    id: session.id,
    email: session.email,
    name: session.name,
    role: isAdmin ? 'admin' : 'guest',
    createdAt: session.createdAt,
    sessionId: session.sessionId,
    needsReauthentication:
      isAdmin && session.hasPasskey && session.authenticatedAt <= before(now, sessionLimits.reauthenticateMs),
  };
}

/** Signs in under a new token and ends the previous session; throws `unauthenticated` for a deleted account. */
export async function startSession(
  ctx: Ctx,
  c: Context<ApiEnv>,
  user: UserRow,
  method: SignInMethod,
): Promise<void> {
  const previous = sessionToken(ctx, c.req.header('Cookie'));
  if (previous) await deleteSessionByToken(ctx.db, hashToken(previous));
  const token = newToken();
  const now = ctx.now();
  const id = newId();
  const isStored = await insertSession(ctx.db, {
    id,
    user_id: user.id,
    token_hash: hashToken(token),
    method,
    created_at: now,
    last_seen_at: now,
    authenticated_at: now,
    user_agent: (c.req.header('User-Agent') ?? '').slice(0, 300),
    network: ctx.clientKey,
  });
  if (!isStored) throw new AppError('unauthenticated', 'Please sign in first.');
  setCookie(c, ctx.settings, sessionCookie, token, sessionLimits.absoluteMs / 1000);
  setDeviceCookie(ctx, c, user.email);
  noStore(c);
  ctx.log.info({ event: 'signed-in', method, userId: user.id, sessionId: id, role: user.role }, 'signed in');
}

export async function endSession(ctx: Ctx, c: Context<ApiEnv>): Promise<void> {
  const token = sessionToken(ctx, c.req.header('Cookie'));
  const session = token && (await deleteSessionByToken(ctx.db, hashToken(token)));
  clearSessionCookie(c);
  if (session)
    ctx.log.info({ event: 'signed-out', userId: session.userId, sessionId: session.id }, 'signed out');
}

export const clearSessionCookie = (c: Context<ApiEnv>): void =>
  clearCookie(c, c.get('ctx').settings, sessionCookie);
