import type { Context } from 'hono';
import type { Tx } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { ApiEnv } from '../../platform/http/http.server.ts';
import { clearDeviceCookie } from '../auth/email-code/device-cookie.server.ts';
import { requireUser } from '../auth/guards.ts';
import { passkeysOf } from '../auth/passkeys/store.server.ts';
import { listSessions } from '../auth/session/device-list.server.ts';
import { clearSessionCookie } from '../auth/session/session.server.ts';
import { deleteUser, userById } from '../auth/store.server.ts';

/** What this feature keeps about the viewer, for them to take along. */
export async function exportAuthData(ctx: Ctx) {
  const { id } = requireUser(ctx);
  const user = await userById(ctx.db, id);
  const passkeys = await passkeysOf(ctx.db, id);
  return {
    account: {
      id,
      email: user?.email,
      name: user?.name,
      role: user?.role,
      createdAt: user?.created_at,
      google: user?.google_subject ? { issuer: user.google_issuer, subject: user.google_subject } : null,
    },
    sessions: await listSessions(ctx),
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
  };
}

/** Deletes the viewer's account with its sessions and passkeys, in the caller's transaction. */
export async function deleteAccount(ctx: Ctx, tx: Tx): Promise<void> {
  await deleteUser(tx, requireUser(ctx).id);
}

/** Leaves nothing of a deleted account in this browser. */
export function clearAuthCookies(c: Context<ApiEnv>): void {
  clearSessionCookie(c);
  clearDeviceCookie(c);
}
