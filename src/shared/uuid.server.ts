import { hash, randomUUIDv7 } from 'node:crypto';

/** A UUID v7 (RFC 9562), sorted by time. */
export const newId = (): string => randomUUIDv7();

/** Creates several ids in ascending order; single ids of one millisecond have no order. */
export const newIds = (count: number): string[] => Array.from({ length: count }, newId).sort();

/** A UUID v8 (RFC 9562) from the SHA-256 of a name. */
export function idOfName(name: string): string {
  const digits = hash('sha256', name, 'hex');
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) % 4);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join('-');
}
