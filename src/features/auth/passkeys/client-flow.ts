import { useSyncExternalStore } from 'react';
import { passkeys } from './calls.ts';

const subscribe = () => () => {};
const isSupported = () => typeof PublicKeyCredential === 'function';

/** Whether this browser supports passkeys; while rendering on the server, true. */
export const usePasskeySupport = (): boolean => useSyncExternalStore(subscribe, isSupported, () => true);

const loadLibrary = () => import('@simplewebauthn/browser');

async function authenticate(
  fetchOptions: typeof passkeys.signInOptions,
  send: typeof passkeys.signIn,
): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([loadLibrary(), fetchOptions()]);
  await send({ json: { response: await startAuthentication({ optionsJSON }) } });
}

/** Signs in with a passkey of this device or of a phone nearby; throws also when the user closes the dialog. */
export const signInWithPasskey = (): Promise<void> => authenticate(passkeys.signInOptions, passkeys.signIn);

/** Confirms the session, which continues under a new token; throws also when the user closes the dialog. */
export const confirmWithPasskey = (): Promise<void> =>
  authenticate(passkeys.confirmOptions, passkeys.confirm);

export async function addPasskey(name: string): Promise<void> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([loadLibrary(), passkeys.addOptions()]);
  await passkeys.add({ json: { name, response: await startRegistration({ optionsJSON }) } });
}

/** Whether the user closed the dialog, or let it time out. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
