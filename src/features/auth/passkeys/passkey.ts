/** A device's response as the browser sends it, in base64url; verified by the platform. */
export interface AuthenticatorResponse {
  id: string;
  /** The same value as `id`. */
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: { clientDataJSON: string; [field: string]: unknown };
}

export const maxPasskeys = 20;

const maxNameLength = 100;

export const base64urlPattern = '^[\\w-]+$';
const base64url = new RegExp(base64urlPattern);

export const isBase64url = (text: string): boolean => base64url.test(text);

export const passkeyName = (input: unknown): string =>
  (typeof input === 'string'
    ? input
        .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, maxNameLength)
        // The cut may leave half of a character.
        .replace(/\p{Cs}$/u, '')
        .trim()
    : '') || 'Passkey';
