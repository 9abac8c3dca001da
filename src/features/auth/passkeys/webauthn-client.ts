import { useSyncExternalStore } from 'react';
import { authClient } from '../client.ts';

const never = () => () => {};
const supported = () => typeof PublicKeyCredential === 'function';

/** Whether this browser knows passkeys; the server supposes that it does. */
export const usePasskeySupport = (): boolean => useSyncExternalStore(never, supported, () => true);

/** The library for passkeys comes only when somebody asks for one. */
const library = () => import('@simplewebauthn/browser');

/**
 * Signs in with a passkey of this device or of a phone nearby.
 * @throws Error also when the person closes the browser's dialog
 */
export async function signInWithPasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    authClient().passkeyLoginOptions(),
  ]);
  await authClient().passkeyLogin(await startAuthentication({ optionsJSON }));
}

/**
 * Confirms the session of the signed-in person, which goes on under a new token.
 * @throws Error also when the person closes the browser's dialog
 */
export async function confirmWithPasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    authClient().passkeyRenewalOptions(),
  ]);
  await authClient().renewWithPasskey(await startAuthentication({ optionsJSON }));
}

/** Makes a passkey for the signed-in person. */
export async function addPasskey(name: string): Promise<void> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    library(),
    authClient().passkeyRegistrationOptions(),
  ]);
  await authClient().addPasskey(name, await startRegistration({ optionsJSON }));
}

/** Whether the person closed the browser's dialog, or let it time out. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
