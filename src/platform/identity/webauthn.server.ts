import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** How long a person has for the device's question; the challenge lives as long. */
export const passkeyChallengeMs = 5 * 60_000;

/** A passkey as it is stored. The public key is COSE-encoded; the counter rises with each use, or stays 0. */
export interface StoredPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/** What the device said about a new passkey. */
export interface NewPasskey extends StoredPasskey {
  /** Whether the passkey is copied to the person's other devices. */
  isBackedUp: boolean;
}

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;
export type CreationResponse = RegistrationResponseJSON;
export type SignedResponse = AuthenticationResponseJSON;

/** The site as devices know it: passkeys belong to its host, whatever address a request claims. */
const relyingParty = (appUrl: string) => {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
};

/** EdDSA, ES256, RS256: what devices in use today have. */
const algorithms = [-8, -7, -257];

/**
 * What to ask the device for when a person adds a passkey: one that is found without typing an address first, and that
 * asks for the person's finger, face or PIN.
 * @param existing the person's passkeys, so that a device is not added twice
 */
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

/**
 * Checks what the device made.
 * @returns null when it does not answer this challenge, comes from another site, or is not in order
 */
export async function verifyCreation(
  appUrl: string,
  challenge: string,
  response: CreationResponse,
): Promise<NewPasskey | null> {
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

/** What to ask the device for at sign-in; without `allowed` it offers every passkey of this site that it holds. */
export async function requestOptions(
  appUrl: string,
  allowed: Pick<StoredPasskey, 'credentialId' | 'transports'>[] = [],
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: relyingParty(appUrl).id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/**
 * Checks a device's signature.
 * @returns the counter to store, or null when the answer does not hold; a counter that did not rise tells of a copied
 * device and does not hold
 */
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
