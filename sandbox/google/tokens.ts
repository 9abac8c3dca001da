import { createHash, createSign, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Account, SignInRequest } from './requests.ts';

/** A fault put into each ID token, for tests of the receiver's checks. */
export type TokenFault = 'nonce' | 'aud' | 'iss' | 'exp' | 'alg-none' | 'signature';

export const TOKEN_FAULTS: TokenFault[] = ['nonce', 'aud', 'iss', 'exp', 'alg-none', 'signature'];

type Key = { privateKey: KeyObject; jwk: object; kid: string };

/** Makes the signing key; costs some hundred milliseconds, so only at the first sign-in. */
export async function createKey(): Promise<Key> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  return { privateKey, kid, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
}

/** The claims about an account that the scopes open. */
export function buildClaims(account: Account, scope: string[]): Record<string, unknown> {
  const { sub, email, emailVerified, name } = account;
  return {
    sub,
    ...(scope.includes('email') ? { email, email_verified: emailVerified } : {}),
    ...(scope.includes('profile')
      ? { name, given_name: name.split(' ')[0], family_name: name.split(' ')[1] }
      : {}),
  };
}

/** An ID token signed with RS256, valid for an hour; with a fault, one that must be rejected. */
export function idToken(
  about: { account: Account; request: SignInRequest; issuer: string; clientId: string; accessToken: string },
  key: Key,
  fault: TokenFault | null,
): string {
  const { account, request, issuer, clientId, accessToken } = about;
  const now = Math.floor(Date.now() / 1000);
  const issued = fault === 'exp' ? now - 7200 : now;
  const claims = {
    iss: fault === 'iss' ? 'https://accounts.evil.example' : issuer,
    azp: clientId,
    aud: fault === 'aud' ? 'another-client' : clientId,
    ...buildClaims(account, request.scope),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(request.nonce ? { nonce: fault === 'nonce' ? 'another-nonce' : request.nonce } : {}),
    iat: issued,
    exp: issued + 3600,
  };
  const header =
    fault === 'alg-none' ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', kid: key.kid, typ: 'JWT' };
  const input = `${encode(header)}.${encode(claims)}`;
  if (fault === 'alg-none') return `${input}.`;
  const signed = fault === 'signature' ? `${input}x` : input;
  return `${input}.${createSign('RSA-SHA256').update(signed).sign(key.privateKey, 'base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
