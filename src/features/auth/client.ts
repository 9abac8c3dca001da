import { ApiError, type Fetch, readJson } from '../../shared/http/api-error.ts';
import { objectWith, orNull, type Parse, request, requestOk, textIn } from '../../shared/http/request.ts';
import { isRecord } from '../../shared/is-record.ts';
import { invalidAddress, invalidCode } from './email-code/code-policy.ts';
import type { SessionView } from './session/device-list.server.ts';

/** The current user. Servers that know no more than the specification send only the address. */
export interface SignedInUser {
  id?: string;
  email: string;
  name?: string;
  createdAt?: string;
}

export type CurrentUser = SignedInUser | null;

export interface AdminStatus {
  isAdmin: boolean;
  /** Whether the session must be confirmed with a passkey before any admin call. */
  needsReauthentication: boolean;
}

const parseUser = objectWith<SignedInUser, SignedInUser>({});
const parseAdminStatus = objectWith<Pick<AdminStatus, 'isAdmin'>, AdminStatus>({
  needsReauthentication: false,
});

/** The specification's message (§8) for every failed sign-in with Google. */
export const googleFailed = 'Google login failed. Please try again.';

export function authClient(fetch: Fetch = globalThis.fetch) {
  return {
    me: (): Promise<CurrentUser> =>
      getNamingStatus(fetch, '/api/users/me', 'Failed to fetch user', orNull(parseUser)),
    sendCode: (email: string) => postCode(fetch, '/api/send-otp', { email }, invalidAddress),
    verifyCode: (email: string, otp: string) =>
      postCode(fetch, '/api/verify-otp', { email, otp }, invalidCode),
    logout: () => requestOk(fetch, '/api/logout', 'Failed to log out'),
    googleRedirect: (originUrl: string): Promise<{ redirectUrl: string }> =>
      getNamingStatus(
        fetch,
        `/api/oauth/google/redirect_url?${new URLSearchParams({ originUrl })}`,
        'Failed to get login redirect URL',
        (body) => ({ redirectUrl: textIn(body, 'redirectUrl') }),
      ),
    exchangeCode: (code: string, state: string) =>
      requestOk(fetch, '/api/sessions', googleFailed, {
        method: 'POST',
        json: { code, ...(state && { state }) },
      }),
    adminStatus: (): Promise<AdminStatus> =>
      request(fetch, '/api/admin/status', 'Failed to check admin status', { parse: parseAdminStatus }),
    /** Returns null from a server without this call. */
    sessions: (): Promise<SessionView[] | null> =>
      nullIfMissing(request<SessionView[]>(fetch, '/api/sessions', 'Failed to load your sessions')),
    endSession: (id: string) =>
      request(fetch, `/api/sessions/${id}`, 'Failed to end the session', { method: 'DELETE' }),
    endOtherSessions: () =>
      request(fetch, '/api/sessions', 'Failed to end the sessions', { method: 'DELETE' }),
  };
}

/** Returns the response of a call that the specification does not have; null from a server without it. */
export const nullIfMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

// The specification's message names the status.
async function getNamingStatus<T>(fetch: Fetch, path: string, message: string, parse: Parse<T>): Promise<T> {
  const response = await fetch(path);
  const failure = `${message}: API responded with HTTP status ${response.status}`;
  if (!response.ok) throw new ApiError(response.status, failure);
  return readJson(Promise.resolve(response), failure, parse);
}

/** Posts about a code: an `error` in the response is a rejection, whatever the status. */
async function postCode(fetch: Fetch, path: string, json: object, fallback: string): Promise<void> {
  const response = await requestOk(fetch, path, fallback, { method: 'POST', json, messageField: 'error' });
  const body = await response.json().catch(() => null);
  if (isRecord(body) && typeof body.error === 'string' && body.error) throw new ApiError(200, body.error);
}
