import { hash, randomUUIDv7 } from 'node:crypto';

/** A new UUID of version 7 (RFC 9562): random, and sorted by the time it was made. */
export const newId = (): string => randomUUIDv7();

/** The UUID of version 8 (RFC 9562) that always belongs to a name: the beginning of its SHA-256. */
export function idOfName(name: string): string {
  const digits = hash('sha256', name, 'hex');
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) % 4);
  return [
    ...[digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`],
    ...[variant + digits.slice(17, 20), digits.slice(20, 32)],
  ].join('-');
}
