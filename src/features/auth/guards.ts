import type { Actor } from '../../db/audited-rows.server.ts';
import type { Viewer } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';

type SignedInViewer = NonNullable<Viewer>;

/** Guards inside each handler, never by path, so that no variant of a path skips it; throws `unauthenticated`. */
export function requireUser({ viewer }: { viewer: Viewer }): SignedInViewer {
  if (!viewer) throw new AppError('unauthenticated', 'Please sign in first.');
  return viewer;
}

/** Guards what changes sign-in; throws `forbidden` for an administrator who must confirm with a passkey first. */
export function requireRecentAuth(ctx: { viewer: Viewer }): SignedInViewer {
  const viewer = requireUser(ctx);
  if (viewer.needsReauthentication) {
    throw new AppError('forbidden', 'Please confirm with your passkey to go on.', {
      fields: { passkey: 'Your session is older than 12 hours' },
    });
  }
  return viewer;
}

export const noPermission = "You don't have permission to do this.";

/** @throws AppError `unauthenticated`; `forbidden` for non-admins and as `requireRecentAuth` */
export function requireAdmin(ctx: { viewer: Viewer }): SignedInViewer {
  if (requireUser(ctx).role !== 'admin') throw new AppError('forbidden', noPermission);
  return requireRecentAuth(ctx);
}

/** Returns the administrator as the actor of an audited write; throws as `requireAdmin`. */
export function requireActor(ctx: { viewer: Viewer; now(): Date }): Actor {
  const { id, email } = requireAdmin(ctx);
  return { userId: id, email, at: ctx.now() };
}
