import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useSyncExternalStore } from 'react';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { request } from '../../../shared/http/request.ts';
import { nullIfMissing } from '../client.ts';
import type { Passkey } from './passkey.ts';

/** Returns null from a server without passkeys. */
export const listPasskeys = (fetch: Fetch = globalThis.fetch): Promise<Passkey[] | null> =>
  nullIfMissing(request<Passkey[]>(fetch, '/api/passkeys', 'Failed to load your passkeys'));

export const removePasskey = (id: string): Promise<unknown> =>
  request(fetch, `/api/passkeys/${id}`, 'Failed to remove the passkey', { method: 'DELETE' });

const post = <T>(path: string, fallback: string, json: object = {}): Promise<T> =>
  request(fetch, `/api/passkeys${path}`, fallback, { method: 'POST', json });

const subscribe = () => () => {};
const isSupported = () => typeof PublicKeyCredential === 'function';

/** Whether this browser supports passkeys; while rendering on the server, true. */
export const usePasskeySupport = (): boolean => useSyncExternalStore(subscribe, isSupported, () => true);

const loadLibrary = () => import('@simplewebauthn/browser');

async function authenticate(optionsPath: string, path: string, fallback: string): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    loadLibrary(),
    post<PublicKeyCredentialRequestOptionsJSON>(optionsPath, fallback),
  ]);
  await post(path, fallback, { response: await startAuthentication({ optionsJSON }) });
}

/** Signs in with a passkey of this device or of a phone nearby; throws also when the user closes the dialog. */
export const signInWithPasskey = (): Promise<void> =>
  authenticate('/login-options', '/login', 'Failed to sign in with a passkey');

/** Confirms the session, which continues under a new token; throws also when the user closes the dialog. */
export const confirmWithPasskey = (): Promise<void> =>
  authenticate('/reauthenticate-options', '/reauthenticate', 'Failed to confirm with a passkey');

export async function addPasskey(name: string): Promise<void> {
  const fallback = 'Failed to add a passkey';
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    loadLibrary(),
    post<PublicKeyCredentialCreationOptionsJSON>('/registration-options', fallback),
  ]);
  await post('', fallback, { name, response: await startRegistration({ optionsJSON }) });
}

/** Whether the user closed the dialog, or let it time out. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
