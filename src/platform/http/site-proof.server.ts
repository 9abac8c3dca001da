import { createHmac } from 'node:crypto';

/** What no other site can answer to a nonce: all processes of one share the secret. */
export const siteProof = (sessionSecret: string, nonce: string): string =>
  createHmac('sha256', sessionSecret).update(`site-proof:${nonce}`).digest('base64url');
