import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { ApiError, bodyOf, type Fetch } from '../../shared/api-client.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import { typedClient } from '../../shared/typed-client.ts';
import type { AccountsApi } from './api.server.ts';
import type { GoogleApi } from './google-api.server.ts';
import type { Passkey } from './passkey.ts';

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
  needsRenewal: boolean;
}

type Json = Record<string, unknown> | RegistrationResponseJSON | AuthenticationResponseJSON;

/** Calls the accounts API; in the browser with its own `fetch`. */
export function accountsClient(fetch: Fetch = globalThis.fetch) {
  const api = typedClient<AccountsApi>(fetch);
  const google = typedClient<GoogleApi>(fetch);

  /** A call whose typed twin belongs to a later feature, or whose shapes are the browser's own. */
  const call = <T>(path: string, fallback: string, method = 'GET', json?: Json): Promise<T> =>
    bodyOf<T>(
      fetch(`/api${path}`, {
        method,
        ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
      }),
      fallback,
    );

  return {
    /** @throws ApiError with the specified words for an answer that is none */
    me: async (): Promise<CurrentUser> => statusOf(api.users.me.$get(), 'Failed to fetch user'),
    /** Mails a code to an address. */
    sendCode: (email: string) => accepted(api['send-otp'].$post({ json: { email } })),
    /** Signs in with the code that was mailed to the address. */
    verifyCode: (email: string, otp: string) => accepted(api['verify-otp'].$post({ json: { email, otp } })),
    logout: () => bodyOf(api.logout.$get(), 'Failed to log out'),
    googleRedirect: (originUrl: string): Promise<{ redirectUrl: string }> =>
      statusOf(
        google.oauth.google.redirect_url.$get({ query: { originUrl } }),
        'Failed to get login redirect URL',
      ),
    exchangeCode: (code: string, state: string) =>
      bodyOf(
        google.sessions.$post({ json: { code, ...(state && { state }) } }),
        'Failed to exchange code for session token',
      ),
    purchases: () => call<PurchasedProduct[]>('/purchased-products', 'Failed to fetch purchase history'),
    adminStatus: (): Promise<AdminStatus> => bodyOf(api.admin.status.$get(), 'Failed to check admin status'),
    sessions: (): Promise<SignedInBrowser[]> => bodyOf(api.sessions.$get(), 'Failed to load your sessions'),
    endSession: (id: string) =>
      bodyOf(api.sessions[':id'].$delete({ param: { id } }), 'Failed to end the session'),
    endOtherSessions: () => bodyOf(api.sessions.$delete(), 'Failed to end the sessions'),
    deleteAccount: () => call('/users/me', 'Failed to delete your account', 'DELETE'),
    passkeys: () => call<Passkey[]>('/passkeys', 'Failed to load your passkeys'),
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
        '/passkeys/renew-options',
        'Failed to confirm with a passkey',
        'POST',
        {},
      ),
    renewWithPasskey: (response: AuthenticationResponseJSON) =>
      call('/passkeys/renew', 'Failed to confirm with a passkey', 'POST', { response }),
  };
}

interface Answer<T> {
  ok: boolean;
  status: number;
  json(): Promise<T>;
}

/** A body, or the specification's words for an answer without one. */
async function statusOf<T>(answer: Promise<Answer<T>>, words: string): Promise<T> {
  const response = await answer;
  if (response.ok) return response.json();
  throw new ApiError(response.status, `${words}: API responded with HTTP status ${response.status}`);
}

/** An answer about a code: an `error` in it is a refusal, whatever its status. */
async function accepted(answer: Promise<Answer<unknown>>): Promise<void> {
  const { error } = (await bodyOf(answer, 'Request failed')) as Partial<ErrorBody>;
  if (error) throw new ApiError(200, error);
}
