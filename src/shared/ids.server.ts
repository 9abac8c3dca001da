import { randomUUIDv7 } from 'node:crypto';

/** A new UUID of version 7 (RFC 9562): random, and sorted by the time it was made. */
export const newId = (): string => randomUUIDv7();
