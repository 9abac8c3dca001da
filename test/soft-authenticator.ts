import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

interface Credential {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

/** The wrong parts of a response that an authenticator, or its page, can be made to send. */
interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  /** The flags of a device that reports no user presence, or no user verification. */
  flags?: number;
  userHandle?: string;
  breakSignature?: boolean;
}

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

/**
 * A passkey device in software: ES256 keys, attestation "none", a counter that rises with each use; it shows itself to
 * sites as a browser's `navigator.credentials` would.
 */
export function softAuthenticator(origin: string) {
  const credentials: Credential[] = [];

  function authenticatorData(rpId: string, flags: number, counter: number, key = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key]);
  }
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    credentials,
    /** Makes a passkey, as `navigator.credentials.create` does. */
    register(options: PublicKeyCredentialCreationOptionsJSON, lies: Lies = {}): RegistrationResponseJSON {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const idLength = Buffer.from([id.length >> 8, id.length & 255]);
      const authData = authenticatorData(
        lies.rpId ?? options.rp.id ?? '',
        lies.flags ?? present | verified | withKey,
        lies.counter ?? 0,
        Buffer.concat([Buffer.alloc(16), idLength, id, cose]),
      );
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      const encodedId = id.toString('base64url');
      credentials.push({ id: encodedId, privateKey, userHandle: options.user.id, counter: 0 });
      return {
        id: encodedId,
        rawId: encodedId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs in with the passkey made last, as `navigator.credentials.get` does. */
    sign(options: PublicKeyCredentialRequestOptionsJSON, lies: Lies = {}): AuthenticationResponseJSON {
      const credential = credentials.at(-1);
      if (!credential) throw new Error('this authenticator holds no passkey');
      credential.counter += 1;
      const authData = authenticatorData(
        lies.rpId ?? options.rpId ?? '',
        lies.flags ?? present | verified,
        lies.counter ?? credential.counter,
      );
      const client = clientData('webauthn.get', options.challenge, lies);
      const signed = Buffer.concat([authData, sha256(lies.breakSignature ? 'else' : client)]);
      const signature = createSign('sha256').update(signed).sign(credential.privateKey);
      return {
        id: credential.id,
        rawId: credential.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? credential.userHandle,
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/* The part of CBOR (RFC 8949) that an attestation needs. */

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (pairs: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
