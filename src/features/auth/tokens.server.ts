import { createHmac, hash, randomBytes } from 'node:crypto';

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Makes the value of a cookie: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const isToken = (text: string | undefined): text is string =>
  text !== undefined && tokenPattern.test(text);

/** Hashes a token for storage. 256 bits cannot be guessed, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * Hashes what could be guessed, such as six digits, with HMAC-SHA-256 under SESSION_SECRET. A slow password hash would not
 * help (a million tries end within hours); without the key, which is not in the database, no guess can be tried.
 * @param purpose keeps a hash of one use from being valid in another
 */
export const hmac = (sessionSecret: string, purpose: string, ...parts: string[]): Buffer =>
  createHmac('sha256', sessionSecret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();

/** Returns the key under which a limit counts an e-mail address, so that the counters store no address. */
export const emailLimitKey = (sessionSecret: string, email: string): string =>
  hmac(sessionSecret, 'limit', email).toString('base64url');
