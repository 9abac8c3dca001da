import { createHash } from 'node:crypto';
import { promises as dns, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { FeedError } from '../feed.ts';
import { decodeCalendar } from './calendar-text.ts';
import { checkUrl, mayConnect, notPublic } from './public-address.ts';
import type { FeedRow } from './store.server.ts';

/** A fetched file, or that it is unchanged. */
export type FetchedCalendar =
  | { isUnchanged: true }
  | { isUnchanged: false; text: string; etag: string; lastModified: string; bodyHash: Buffer };

const maxValidatorLength = 500;

interface FetchCalendarOptions {
  isLocal: boolean;
  /** Whether the file is fetched even if it is unchanged. */
  mustParse: boolean;
  signal: AbortSignal;
}

/** Fetches the file of a feed, unless it is unchanged. @throws FeedError */
export async function fetchCalendar(feed: FeedRow, options: FetchCalendarOptions): Promise<FetchedCalendar> {
  const { isLocal, mustParse, signal } = options;
  const headers = withoutUndefined({
    Accept: 'text/calendar, */*;q=0.1',
    'Accept-Encoding': 'gzip',
    'User-Agent': 'pcb-beach-rentals',
    'If-None-Match': mustParse ? undefined : feed.etag || undefined,
    'If-Modified-Since': mustParse ? undefined : feed.last_modified || undefined,
  });
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

const gunzip: (body: Buffer, options: zlib.ZlibOptions) => Promise<Buffer> = promisify(zlib.gunzip);

export const maxFeedBytes = 5_000_000;
const maxRedirects = 3;

interface FetchOptions {
  headers: Record<string, string>;
  /** Aborts the request with its redirects and body. */
  signal: AbortSignal;
  /** Allows plain HTTP and this machine, in local mode. */
  isLocal: boolean;
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
}

export interface Fetched {
  status: number;
  headers: IncomingMessage['headers'];
  /** The decompressed body; empty unless the status is 200. */
  body: Buffer;
}

/** Fetches only from public addresses, and connects to exactly those that were checked, at each redirect. @throws FeedError */
export async function fetchSafely(address: string, options: FetchOptions): Promise<Fetched> {
  try {
    let url = checkUrl(address, options.isLocal);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const response = await request(url, options);
      const { statusCode: status = 0, headers } = response;
      if (![301, 302, 303, 307, 308].includes(status) || !headers.location) {
        const body = status === 200 ? await readBody(response) : Buffer.alloc(0);
        response.destroy();
        return { status, headers, body };
      }
      response.destroy();
      url = checkUrl(headers.location, options.isLocal, url);
    }
    throw new FeedError('The address of the calendar redirects too often.');
  } catch (error) {
    throw toFeedError(error, options.signal);
  }
}

function request(url: URL, { headers, signal, isLocal, resolve }: FetchOptions): Promise<IncomingMessage> {
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? https.request : http.request;
  const sent = send(url, { headers, signal, agent: false, lookup: checkedLookup(isLocal, resolve) });
  sent.once('response', answer);
  sent.on('error', reject);
  sent.end();
  return promise;
}

/** Resolves a name once, and rejects it if one of its addresses is not public. */
const checkedLookup =
  (isLocal: boolean, resolve = (name: string) => dns.lookup(name, { all: true })): LookupFunction =>
  (hostname, { all }, done) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => mayConnect(address, isLocal)))
          done(new FeedError(notPublic), '', 0);
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };

const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
};

/** Values of servers that name the encoding of the text instead of a compression. */
const plainEncodings = ['', 'identity', 'none', 'utf-8', 'utf8', '7bit', '8bit', 'binary'];

const tooLarge = () => new FeedError('The calendar is larger than 5 MB.');

/** Decompresses a file that is served compressed without saying so, such as `calendar.ics.gz`. */
async function unpack(body: Buffer): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await gunzip(body, { maxOutputLength: maxFeedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new FeedError('The calendar is compressed, and broken or cut off.', { cause: error });
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const decoder = decoders[encoding]?.();
  if (!decoder && !plainEncodings.includes(encoding))
    throw new FeedError('The calendar is compressed in a way that we cannot read.');
  let received = 0;
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxFeedBytes) response.destroy(tooLarge());
  });
  const body = (decoder ? pipeline(response, decoder, () => {}) : response) as Readable;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxFeedBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return unpack(Buffer.concat(chunks));
}

const messages: Record<string, string> = {
  ENOTFOUND: 'There is no machine of that name.',
  EAI_AGAIN: 'The name of the calendar’s machine could not be looked up.',
  ECONNREFUSED: 'The calendar’s machine does not accept connections.',
  ECONNRESET: 'The connection to the calendar broke off.',
  ERR_STREAM_PREMATURE_CLOSE: 'The connection to the calendar broke off.',
};

function toFeedError(error: unknown, signal: AbortSignal): FeedError {
  if (error instanceof FeedError) return error;
  if (signal.aborted) return new FeedError('The calendar did not answer in time.', { cause: error });
  const { code = '' } = error as NodeJS.ErrnoException;
  const isCertificate = /CERT|SELF_SIGNED|TLS|SSL/.test(code);
  const message = isCertificate ? 'The calendar’s certificate is not valid.' : messages[code];
  return new FeedError(message ?? 'The calendar could not be fetched.', { cause: error });
}
