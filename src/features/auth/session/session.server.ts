import type { Context } from 'hono';
import type { SignInMethod } from '../../../db/schema.ts';
import { coalesce } from '../../../platform/batch.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { cookieValue, sessionCookie } from '../../../platform/http/cookies.server.ts';
import { type ApiEnv, noStore } from '../../../platform/http/http.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { setDeviceCookie } from '../email-code/device-cookie.server.ts';
import type { User } from '../store.server.ts';
import { hashToken, isToken, newToken } from '../tokens.server.ts';
import { clearCookie, setCookie } from './cookies.server.ts';
import {
  deleteSessionByToken,
  deleteSessions,
  type ExpiryCutoffs,
  findSessionByToken,
  insertSession,
  markSeen,
  type SessionWithUser,
} from './store.server.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The time limits of a session; `docs/authentication.md` gives the reasons. */
const sessionLimits = {
  idleMs: 30 * dayMs,
  absoluteMs: 90 * dayMs,
  /** How exactly the last use is written down. */
  seenEveryMs: 5 * minuteMs,
  /** After this an administrator who has a passkey must use it again. */
  adminRenewalMs: 12 * 60 * minuteMs,
};

const sessionToken = (ctx: Ctx, cookieHeader: string | null | undefined): string | undefined => {
  const token = cookieValue(ctx.settings, cookieHeader, sessionCookie);
  return isToken(token) ? token : undefined;
};

/**
 * Who is signed in. A request without our cookie costs no query. Every session of an
 * administrator whose address ADMIN_EMAILS no longer lists ends here.
 */
export async function getViewer(ctx: Ctx, cookieHeader: string | null | undefined): Promise<Viewer> {
  const token = sessionToken(ctx, cookieHeader);
  if (!token) return null;
  const now = ctx.now();
  const found = await questionsTo(ctx.pool)(token, () =>
    findSessionByToken(ctx.pool, hashToken(token), expiryCutoffs(ctx.now())),
  );
  if (!found) return null;
  const isListed = ctx.settings.adminEmails.includes(found.email);
  if (found.role === 'admin' && !isListed) {
    await deleteSessions(ctx.db, found.user_id);
    ctx.log.info({ event: 'sessions-ended', userId: found.user_id }, 'an administrator lost the role');
    return null;
  }
  if (found.last_seen_at <= before(now, sessionLimits.seenEveryMs)) {
    await markSeen(ctx.db, found.session_id, { last_seen_at: now, network: ctx.clientKey });
  }
  const isAdmin = found.role === 'admin';
  return {
    id: found.user_id,
    email: found.email,
    name: found.name,
    role: isAdmin ? 'admin' : 'guest',
    createdAt: found.created_at,
    sessionId: found.session_id,
    needsReauthentication:
      isAdmin && found.has_passkey && found.authenticated_at <= before(now, sessionLimits.adminRenewalMs),
  };
}

type Questions = ReturnType<typeof coalesce<SessionWithUser | undefined>>;
const questions = new WeakMap<Ctx['pool'], Questions>();

/** A browser's requests often come together; those that wait for the answer to one then share the next. */
function questionsTo(pool: Ctx['pool']): Questions {
  const known = questions.get(pool) ?? coalesce();
  questions.set(pool, known);
  return known;
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** The moments before which a session is over. */
export const expiryCutoffs = (now: Date): ExpiryCutoffs => ({
  seenAfter: before(now, sessionLimits.idleMs),
  startedAfter: before(now, sessionLimits.absoluteMs),
});

/**
 * Signs this browser in under a new token; the session it had before ends.
 * @returns the session's id
 * @throws AppError `unauthenticated` when the account was deleted meanwhile
 */
export async function startSession(
  ctx: Ctx,
  c: Context<ApiEnv>,
  user: User,
  method: SignInMethod,
): Promise<string> {
  const earlier = sessionToken(ctx, c.req.header('Cookie'));
  if (earlier) await deleteSessionByToken(ctx.db, hashToken(earlier));
  const token = newToken();
  const now = ctx.now();
  const id = newId();
  const isKept = await insertSession(ctx.db, {
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
  if (!isKept) throw new AppError('unauthenticated', 'Please sign in first.');
  setCookie(c, sessionCookie, token, sessionLimits.absoluteMs / 1000);
  setDeviceCookie(ctx, c, user.email);
  noStore(c);
  ctx.log.info({ event: 'signed-in', method, userId: user.id, sessionId: id, role: user.role }, 'signed in');
  return id;
}

/** Signs this browser out: the session ends on the server, whatever becomes of the cookie. */
export async function endSession(ctx: Ctx, c: Context<ApiEnv>): Promise<void> {
  const token = sessionToken(ctx, c.req.header('Cookie'));
  const ended = token && (await deleteSessionByToken(ctx.db, hashToken(token)));
  clearSessionCookie(c);
  if (ended) ctx.log.info({ event: 'signed-out', userId: ended.user_id, sessionId: ended.id }, 'signed out');
}

/** Takes the cookie of a session that has ended out of this browser. */
export const clearSessionCookie = (c: Context<ApiEnv>): void => clearCookie(c, sessionCookie);
