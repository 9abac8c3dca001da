import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { type Fetch, nullIfMissing } from '../../../shared/http/api-error.ts';
import { calls, get, post, remove } from '../../../shared/http/calls.ts';
import type { Success } from '../contract.server.ts';
import type { NewPasskey, Passkey, PasskeyResponse } from './contract.server.ts';

const addFailed = 'Failed to add a passkey';
const signInFailed = 'Failed to sign in with a passkey';
const confirmFailed = 'Failed to confirm with a passkey';

export const passkeys = calls('/passkeys', {
  list: get<Passkey[]>('', 'Failed to load your passkeys'),
  add: post<NewPasskey, Passkey>('', addFailed),
  addOptions: post<undefined, PublicKeyCredentialCreationOptionsJSON>('/registration-options', addFailed),
  signIn: post<PasskeyResponse, Success>('/login', signInFailed),
  signInOptions: post<undefined, PublicKeyCredentialRequestOptionsJSON>('/login-options', signInFailed),
  confirm: post<PasskeyResponse, Success>('/reauthenticate', confirmFailed),
  confirmOptions: post<undefined, PublicKeyCredentialRequestOptionsJSON>(
    '/reauthenticate-options',
    confirmFailed,
  ),
});

export const passkey = calls('/passkeys/:id', {
  remove: remove<Success>('', 'Failed to remove the passkey'),
});

/** @returns `null` from a server without passkeys */
export const listPasskeys = (fetch?: Fetch): Promise<Passkey[] | null> =>
  nullIfMissing(passkeys.list({ fetch }));
