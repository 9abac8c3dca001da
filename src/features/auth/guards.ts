import type { Actor } from '../../db/audited-rows.server.ts';
import { AppError } from '../../shared/errors.ts';
import type { Viewer } from '../../shared/viewer.ts';

type SignedInViewer = NonNullable<Viewer>;

/**
 * Called inside each handler that is not for everyone, never by path: no spelling of an address gets around it.
 * @throws AppError `unauthenticated`
 */
export function requireUser({ viewer }: { viewer: Viewer }): SignedInViewer {
  if (!viewer) throw new AppError('unauthenticated', 'Please sign in first.');
  return viewer;
}

/**
 * For what changes how somebody signs in, too: an administrator's session that waits to be renewed may not.
 * @throws AppError `unauthenticated`, `forbidden`
 */
export function requireRecentAuth(ctx: { viewer: Viewer }): SignedInViewer {
  const viewer = requireUser(ctx);
  if (viewer.needsReauthentication) {
    throw new AppError('forbidden', 'Please confirm with your passkey to go on.', {
      fields: { passkey: 'Your session is older than 12 hours' },
    });
  }
  return viewer;
}

/**
 * @throws AppError `unauthenticated` for an anonymous visitor, `forbidden` for anyone who is no administrator or whose
 * session must be renewed with a passkey first
 */
export function requireAdmin(ctx: { viewer: Viewer }): SignedInViewer {
  if (requireUser(ctx).role !== 'admin') {
    throw new AppError('forbidden', "You don't have permission to do this.");
  }
  return requireRecentAuth(ctx);
}

/**
 * The administrator who writes now, as histories and the trash name them.
 * @throws AppError as `requireAdmin`
 */
export function requireActor(ctx: { viewer: Viewer; now(): Date }): Actor {
  const { id, email } = requireAdmin(ctx);
  return { userId: id, email, at: ctx.now() };
}
