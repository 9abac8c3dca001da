import { ApiError, type Fetch, nullIfMissing } from '../../shared/http/api-error.ts';
import { calls, get, postOnly, remove } from '../../shared/http/calls.ts';
import { objectWith, orNull } from '../../shared/http/request.ts';
import type { AdminStatus, Ended, SessionView, Success, User } from './contract.server.ts';

/** The current user. Servers that know no more than the specification send only the address. */
export type SignedInUser = Pick<User, 'email'> & Partial<User>;
export type CurrentUser = SignedInUser | null;

const userFailed = 'Failed to fetch user';

export const currentUser = calls('/users/me', {
  read: get<User | null, undefined, CurrentUser>('', userFailed, {
    parse: orNull(objectWith<SignedInUser, SignedInUser>({})),
  }),
});

export const fetchUser = (fetch?: Fetch): Promise<CurrentUser> =>
  namingStatus((observed) => currentUser.read({ fetch: observed }), userFailed, fetch);

const logoutFailed = 'Failed to log out';

export const logout = calls('/logout', {
  end: get<Success, undefined, undefined>('', logoutFailed, { reads: 'any' }),
  post: postOnly<undefined>('', logoutFailed),
});

export const adminStatus = calls('/admin/status', {
  read: get<AdminStatus>('', 'Failed to check admin status', {
    beyondSpec: { needsReauthentication: false },
  }),
});

export const sessions = calls('/sessions', {
  list: get<SessionView[]>('', 'Failed to load your sessions'),
  endOthers: remove<Ended>('', 'Failed to end the sessions'),
});

export const session = calls('/sessions/:id', { end: remove<Success>('', 'Failed to end the session') });

/** @returns `null` from a server without this call */
export const listSessions = (fetch?: Fetch): Promise<SessionView[] | null> =>
  nullIfMissing(sessions.list({ fetch }));

/** The specification's message, which names the response's status, replaces the server's, even for an unreadable success. */
export async function namingStatus<T>(
  call: (observed: Fetch) => Promise<T>,
  failed: string,
  fetch: Fetch = globalThis.fetch,
): Promise<T> {
  let status: number | undefined;
  const observed: Fetch = async (input, init) => {
    const response = await fetch(input, init);
    status = response.status;
    return response;
  };
  try {
    return await call(observed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, `${failed}: API responded with HTTP status ${status}`);
  }
}
