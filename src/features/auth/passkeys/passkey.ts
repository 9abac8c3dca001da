import { isRecord } from '../../../shared/is-record.ts';

/** A device's response as the browser sends it, in base64url; verified by the platform. */
export interface AuthenticatorResponse {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: { clientDataJSON: string; [field: string]: unknown };
}

export const maxPasskeys = 20;

const maxNameLength = 100;
const maxIdLength = 1_400;

export const isBase64url = (text: string): boolean => /^[\w-]+$/.test(text);

export function parseAuthenticatorResponse(input: unknown): AuthenticatorResponse | null {
  if (!isRecord(input) || !isRecord(input.response)) return null;
  const { id, rawId, type, response, clientExtensionResults = {} } = input;
  if (typeof id !== 'string' || id.length < 16 || id.length > maxIdLength || rawId !== id) return null;
  if (!isBase64url(id)) return null;
  const { clientDataJSON } = response;
  if (type !== 'public-key' || typeof clientDataJSON !== 'string' || !isRecord(clientExtensionResults))
    return null;
  return { id, rawId: id, type, clientExtensionResults, response: { ...response, clientDataJSON } };
}

export const passkeyName = (input: unknown): string =>
  (typeof input === 'string'
    ? input
        .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, maxNameLength)
        // Half of a character that the cut went through.
        .replace(/\p{Cs}$/u, '')
        .trim()
    : '') || 'Passkey';
