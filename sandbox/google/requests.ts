import { createHash, randomBytes } from 'node:crypto';

/** An authorization request that passed its checks. */
export type SignInRequest = {
  redirectUri: string;
  scope: string[];
  state: string | undefined;
  nonce: string | undefined;
  codeChallenge: string;
  loginHint: string;
};

/** Who signs in. `sub` is Google's lasting number of the account. */
export type Account = { email: string; emailVerified: boolean; name: string; sub: string };

export type Client = { id: string; secret: string; redirectUri: string };

/** `page`: shown to the user, since the return URL cannot be trusted. `back`: sent to the client. */
type Checked =
  | { request: SignInRequest }
  | { page: string }
  | { back: { redirectUri: string; state: string | undefined; error: string; description: string } };

/** Checks an authorization request the way Google does, and insists on PKCE with S256. */
export function checkRequest(query: Record<string, string>, client: Client): Checked {
  if (query.client_id !== client.id)
    return { page: 'Error 401: invalid_client. The OAuth client was not found.' };
  if (query.redirect_uri !== client.redirectUri) {
    return { page: `Error 400: redirect_uri_mismatch. Registered for this client is ${client.redirectUri}` };
  }
  const scope = (query.scope ?? '').split(' ').filter(Boolean);
  const back = (error: string, description: string): Checked => ({
    back: { redirectUri: client.redirectUri, state: query.state, error, description },
  });
  if (query.response_type !== 'code') return back('unsupported_response_type', 'response_type must be code');
  if (!scope.includes('openid')) return back('invalid_scope', 'scope must contain openid');
  if (!query.code_challenge) return back('invalid_request', 'code_challenge is missing');
  if (query.code_challenge_method !== 'S256')
    return back('invalid_request', 'code_challenge_method must be S256');
  if (query.prompt === 'none') return back('interaction_required', 'nobody is signed in here');
  return {
    request: {
      redirectUri: client.redirectUri,
      scope,
      state: query.state,
      nonce: query.nonce,
      codeChallenge: query.code_challenge,
      loginHint: query.login_hint ?? '',
    },
  };
}

/** The URL to which the browser returns, with these parameters. */
export function returnUrl(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri);
  for (const [key, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(key, value);
  return url.href;
}

/** An account for an address; the same address always has the same `sub`. */
export function accountFor(email: string, emailVerified: boolean, name = '', sub = ''): Account {
  const digits = BigInt(`0x${createHash('sha256').update(email.toLowerCase()).digest('hex')}`).toString();
  return {
    email,
    emailVerified,
    name: name || (email.split('@')[0] ?? email),
    sub: sub || `1${digits.slice(0, 20)}`,
  };
}

/** The accounts on the list. */
export const ACCOUNTS = [
  accountFor('guest@example.com', true, 'Gwen Guest'),
  accountFor('host@example.com', true, 'Hank Host'),
  accountFor('unverified@example.com', false, 'Una Unverified'),
];

/** Things that are good for one use within some minutes: pending requests, codes, access tokens. */
export function shortLived<T>(minutes: number) {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    add(value: T): string {
      const now = Date.now();
      for (const [key, { until }] of entries) if (until < now) entries.delete(key);
      const key = randomBytes(32).toString('base64url');
      entries.set(key, { value, until: now + minutes * 60_000 });
      return key;
    },
    get(key: string): T | undefined {
      const entry = entries.get(key);
      return entry && entry.until >= Date.now() ? entry.value : undefined;
    },
    take(key: string): T | undefined {
      const value = this.get(key);
      entries.delete(key);
      return value;
    },
  };
}
