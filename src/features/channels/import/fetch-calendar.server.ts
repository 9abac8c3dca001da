import { createHash } from 'node:crypto';
import { FeedError } from '../feed.ts';
import { decodeCalendar } from './calendar-text.ts';
import { fetchSafely } from './safe-fetch.server.ts';
import type { FeedRow } from './store.server.ts';

/** A fetched file, or that it is unchanged. */
export type FetchedCalendar =
  | { isUnchanged: true }
  | { isUnchanged: false; text: string; etag: string; lastModified: string; bodyHash: Buffer };

const maxValidatorLength = 500;

interface Options {
  isLocal: boolean;
  /** Fetches the file also where it is unchanged. */
  mustParse: boolean;
  signal: AbortSignal;
}

/** Fetches the file of a feed, unless it is unchanged. @throws FeedError */
export async function fetchCalendar(feed: FeedRow, options: Options): Promise<FetchedCalendar> {
  const { isLocal, mustParse, signal } = options;
  const headers = {
    Accept: 'text/calendar, */*;q=0.1',
    'Accept-Encoding': 'gzip',
    'User-Agent': 'pcb-beach-rentals',
    ...(!mustParse && feed.etag ? { 'If-None-Match': feed.etag } : {}),
    ...(!mustParse && feed.last_modified ? { 'If-Modified-Since': feed.last_modified } : {}),
  };
  const response = await fetchSafely(feed.url, { headers, signal, isLocal });
  const wasConditional = 'If-None-Match' in headers || 'If-Modified-Since' in headers;
  if (response.status === 304 && wasConditional) return { isUnchanged: true };
  if (response.status !== 200)
    throw new FeedError(`The calendar answered with status ${response.status} instead of a file.`);
  const bodyHash = createHash('sha256').update(response.body).digest();
  if (!mustParse && feed.body_hash?.equals(bodyHash)) return { isUnchanged: true };
  const { etag = '', 'last-modified': lastModified = '' } = response.headers;
  return {
    isUnchanged: false,
    text: decodeCalendar(response.body),
    bodyHash,
    etag: validator(etag),
    lastModified: validator(lastModified),
  };
}

const validator = (text: string): string => (text.length <= maxValidatorLength ? text : '');
