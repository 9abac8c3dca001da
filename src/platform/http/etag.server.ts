import { createHash } from 'node:crypto';

export const createEtag = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Whether `If-None-Match` names this ETag or any. */
export const matchesEtag = (header: string | null | undefined, etag: string): boolean =>
  header?.trim() === '*' || (header?.includes(etag) ?? false);
