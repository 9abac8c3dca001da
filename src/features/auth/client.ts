import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { ApiError, expectOk, type Fetch, readJson } from '../../shared/http/api-error.ts';
import { listOf, objectWith, orNull, type Parse, textIn } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { AccountsApi } from './api.server.ts';
import { invalidAddress, invalidCode } from './email-code/code-policy.ts';
import type { GoogleApi } from './google/api.server.ts';
import type { Passkey } from './passkeys/passkey.ts';

/** The current user as the API shows it. Servers that know no more than the specification send only the address. */
export interface SignedInUser {
  id?: string;
  email: string;
  name?: string;
  /** ISO 8601 moment. */
  createdAt?: string;
}

/** `null` is an anonymous visitor. */
export type CurrentUser = SignedInUser | null;

/** Something the person has bought. `price` in minor units; dates are ISO 8601 moments. */
export interface PurchasedProduct {
  productId: string;
  name: string;
  price: number;
  currency: string;
  purchaseDate: string;
  expiresAt?: string | null;
  status: string;
}

/** One signed-in browser of the person. */
export interface SignedInBrowser {
  id: string;
  /** Such as "Chrome on Windows". */
  device: string;
  place: string;
  lastUsedAt: string;
  /** Whether it is this one. */
  current: boolean;
}

/** What an administrator may do in this session. */
export interface AdminStatus {
  isAdmin: boolean;
  /** Whether the session must be confirmed with a passkey before any admin call. */
  needsReauthentication: boolean;
}

const parseUser = objectWith<SignedInUser, SignedInUser>({});
const parsePurchased = objectWith<PurchasedProduct, PurchasedProduct>({});
const parseAdminStatus = objectWith<Pick<AdminStatus, 'isAdmin'>, AdminStatus>({
  needsReauthentication: false,
});

type Json = Record<string, unknown> | RegistrationResponseJSON | AuthenticationResponseJSON;

/** The specification's words (§8) for every failure of a sign-in with Google. */
export const googleFailed = 'Google login failed. Please try again.';

/** Calls the accounts API; in the browser with its own `fetch`. */
export function authClient(fetch: Fetch = globalThis.fetch) {
  const api = typedClient<AccountsApi>(fetch);
  const google = typedClient<GoogleApi>(fetch);

  /** A call whose typed twin belongs to a later feature, or whose shapes are the browser's own. */
  const call = <T>(path: string, fallback: string, method = 'GET', json?: Json): Promise<T> =>
    readJson<T>(
      fetch(`/api${path}`, {
        method,
        ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
      }),
      fallback,
    );

  return {
    /** @throws ApiError with the specified words for an answer that is none */
    me: (): Promise<CurrentUser> =>
      expectJson(api.users.me.$get(), 'Failed to fetch user', orNull(parseUser)),
    /** Mails a code to an address. */
    sendCode: (email: string) => expectSuccess(api['send-otp'].$post({ json: { email } }), invalidAddress),
    /** Signs in with the code that was mailed to the address. */
    verifyCode: (email: string, otp: string) =>
      expectSuccess(api['verify-otp'].$post({ json: { email, otp } }), invalidCode),
    logout: () => expectOk(api.logout.$get(), 'Failed to log out'),
    googleRedirect: (originUrl: string): Promise<{ redirectUrl: string }> =>
      expectJson(
        google.oauth.google.redirect_url.$get({ query: { originUrl } }),
        'Failed to get login redirect URL',
        (body) => ({ redirectUrl: textIn(body, 'redirectUrl') }),
      ),
    exchangeCode: (code: string, state: string) =>
      expectOk(google.sessions.$post({ json: { code, ...(state && { state }) } }), googleFailed),
    purchases: (): Promise<PurchasedProduct[]> =>
      readJson(fetch('/api/purchased-products'), 'Failed to fetch purchase history', listOf(parsePurchased)),
    adminStatus: (): Promise<AdminStatus> =>
      readJson(api.admin.status.$get(), 'Failed to check admin status', parseAdminStatus),
    /** @returns null from a server that knows of none */
    sessions: (): Promise<SignedInBrowser[] | null> =>
      unlessUnknown(readJson(api.sessions.$get(), 'Failed to load your sessions')),
    endSession: (id: string) =>
      readJson(api.sessions[':id'].$delete({ param: { id } }), 'Failed to end the session'),
    endOtherSessions: () => readJson(api.sessions.$delete(), 'Failed to end the sessions'),
    deleteAccount: () => call('/users/me', 'Failed to delete your account', 'DELETE'),
    /** @returns null from a server that knows of none */
    passkeys: () => unlessUnknown(call<Passkey[]>('/passkeys', 'Failed to load your passkeys')),
    removePasskey: (id: string) => call(`/passkeys/${id}`, 'Failed to remove the passkey', 'DELETE'),
    passkeyRegistrationOptions: () =>
      call<PublicKeyCredentialCreationOptionsJSON>(
        '/passkeys/registration-options',
        'Failed to add a passkey',
        'POST',
        {},
      ),
    addPasskey: (name: string, response: RegistrationResponseJSON) =>
      call('/passkeys', 'Failed to add a passkey', 'POST', { name, response }),
    passkeyLoginOptions: () =>
      call<PublicKeyCredentialRequestOptionsJSON>(
        '/passkeys/login-options',
        'Failed to sign in with a passkey',
        'POST',
        {},
      ),
    passkeyLogin: (response: AuthenticationResponseJSON) =>
      call('/passkeys/login', 'Failed to sign in with a passkey', 'POST', { response }),
    passkeyRenewalOptions: () =>
      call<PublicKeyCredentialRequestOptionsJSON>(
        '/passkeys/reauthenticate-options',
        'Failed to confirm with a passkey',
        'POST',
        {},
      ),
    renewWithPasskey: (response: AuthenticationResponseJSON) =>
      call('/passkeys/reauthenticate', 'Failed to confirm with a passkey', 'POST', { response }),
  };
}

/** What a call beyond the specification gives; null from a server that does not have it. */
const unlessUnknown = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

type Response = Parameters<typeof expectOk>[0];

/** A body, or the specification's words for a response without one. */
async function expectJson<T>(call: Response, words: string, parse: Parse<T>): Promise<T> {
  const response = await call;
  const failure = `${words}: API responded with HTTP status ${response.status}`;
  if (!response.ok) throw new ApiError(response.status, failure);
  return readJson(Promise.resolve(response), failure, parse);
}

/** A response about a code: an `error` in it is a refusal, whatever its status. */
async function expectSuccess(call: Response, fallback: string): Promise<void> {
  const response = await expectOk(call, fallback, 'error');
  const body = await response.json().catch(() => null);
  if (isRecord(body) && typeof body.error === 'string' && body.error) throw new ApiError(200, body.error);
}
