import { createHmac } from 'node:crypto';

/** The response to a nonce that only this site can compute: all its processes share the secret. */
export const siteProof = (sessionSecret: string, nonce: string): string =>
  createHmac('sha256', sessionSecret).update(`site-proof:${nonce}`).digest('base64url');
