import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** The timeout of the device's dialog and the lifetime of a challenge. */
export const passkeyChallengeMs = 5 * 60_000;

/** The public key is COSE-encoded; the counter rises with each use, or stays 0. */
export interface StoredPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

export interface VerifiedPasskey extends StoredPasskey {
  isBackedUp: boolean;
}

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type PasskeyRequestOptions = PublicKeyCredentialRequestOptionsJSON;
export type CreationResponse = RegistrationResponseJSON;
export type SignedResponse = AuthenticationResponseJSON;

/** The relying party comes from the settings, never from a request. */
const relyingParty = (appUrl: string) => {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
};

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** Options for a discoverable passkey with user verification. @param existing not to be added twice */
export async function creationOptions(
  appUrl: string,
  siteName: string,
  user: { id: string; email: string },
  existing: Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingParty(appUrl).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.email,
    timeout: passkeyChallengeMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** Verifies a new passkey. @returns null for another challenge or site, or an invalid response */
export async function verifyCreation(
  appUrl: string,
  challenge: string,
  response: CreationResponse,
): Promise<VerifiedPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = relyingParty(appUrl);
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    expectedType: 'webauthn.create',
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/** Options for a sign-in; without `allowed` the device offers all its passkeys of this site. */
export async function requestOptions(
  appUrl: string,
  allowed: Pick<StoredPasskey, 'credentialId' | 'transports'>[] = [],
): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: relyingParty(appUrl).id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/** @returns the counter to store, or null; a counter that did not rise means a copied device */
export async function verifySignature(
  appUrl: string,
  challenge: string,
  response: SignedResponse,
  passkey: StoredPasskey,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = relyingParty(appUrl);
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    expectedType: 'webauthn.get',
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => null);
  return result?.verified ? { counter: result.authenticationInfo.newCounter } : null;
}
