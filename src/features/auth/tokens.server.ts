import { createHmac, hash, randomBytes } from 'node:crypto';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, base64url: what a cookie carries. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be one of our tokens at all. */
export const isToken = (text: string | undefined): text is string =>
  text !== undefined && tokenForm.test(text);

/** What the database keeps of a token. Nobody guesses 256 bits, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * What the database keeps of something that could be guessed, such as six digits: HMAC-SHA-256 under SESSION_SECRET. A
 * slow password hash would not help (a million tries end within hours); without the key, which is not in the database,
 * none can be tried at all.
 * @param purpose keeps the hashes of one use from being valid in another
 */
export const hmac = (sessionSecret: string, purpose: string, ...parts: string[]): Buffer =>
  createHmac('sha256', sessionSecret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
