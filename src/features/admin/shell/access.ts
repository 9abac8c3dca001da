import { redirect } from 'react-router';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { loginUrl } from '../../../shared/http/return-url.ts';
import { type AsyncResult, type Result, toResult, withServerTimeout } from '../../../shared/result.ts';
import { adminStatus, fetchUser, type SignedInUser } from '../../auth/calls.ts';
import type { AdminStatus } from '../../auth/contract.server.ts';

export type AdminViewer = AdminStatus & { user: SignedInUser };

/** `null` for an anonymous visitor. */
type MaybeViewer = AdminViewer | null;

export type AccessResult = AsyncResult<MaybeViewer>;

async function readAccess(fetch?: Fetch): Promise<MaybeViewer> {
  const user = await fetchUser(fetch);
  return user && { ...(await adminStatus.read({ fetch })), user };
}

export const loadAccess = (fetch?: Fetch): Promise<Result<MaybeViewer>> =>
  toResult(readAccess(fetch), 'Failed to check admin status');

/** Waits for the access on the server. @throws a redirect of anonymous visitors to the sign-in page */
export async function requireAccess(
  access: Promise<Result<MaybeViewer>>,
  { url }: Request,
): Promise<AccessResult> {
  const loaded = await withServerTimeout(access);
  if ('value' in loaded && !loaded.value) throw redirect(loginUrl(new URL(url)));
  return loaded;
}
