import { promisify } from 'node:util';
import {
  type BrotliCompress,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
} from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';
import type { ApiEnv } from './app-env.server.ts';

type Chunk = Uint8Array<ArrayBuffer>;
type Compression = Exclude<Encoding, 'identity'>;

const minBytes = 1024;
// Cheap levels: a page of 160 KB takes 2 ms. Pages for everyone are stored at the best ones by the page cache.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 6 };

const compressWhole = {
  br: (bytes: Chunk) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Chunk) => promisify(gzip)(bytes, gzipOptions),
};

const compressible =
  /^(?:text\/(?!csv|event-stream)|application\/(?:[\w.]+\+)?(?:json|xml)\b|application\/(?:javascript|manifest)|image\/svg)/;

/**
 * Whether a response's page or URL has a key, a code or a session's id. Such a response is not compressed: together
 * with input that another site chooses, the compressed length would reveal the secret (BREACH).
 */
const secretPath =
  /^\/(?:api\/)?(?:trips|bookings|book\/[^/]+|(?:admin\/)?offers|quotes|login|auth|oauth|sessions|passkeys|email|users|notify\/leave|checkout|purchase|create-checkout|calendars|cleaning|reviews\/[^/]+|(?:admin\/)?cleaners)(?:[^a-z]|$)/;
const secretParameters = ['key', 'token', 'code', 'state', 'sessionId', 'session_id'];

/**
 * Compresses text of 1 KB or more with Brotli or gzip, streams chunk by chunk. Proxies may not compress responses with
 * secrets.
 */
export const compress: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  // `c.res` is read each time, its body last: reading the body replaces the server's lightweight responses.
  if (c.res.status !== 304 && !compressible.test(c.res.headers.get('Content-Type') ?? '')) return;
  if (isSecret(new URL(c.req.url))) {
    if (!c.res.headers.has('Content-Encoding')) append(c.res.headers, 'Cache-Control', 'no-transform');
    return;
  }
  append(c.res.headers, 'Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
  if (encoding === 'identity' || !mayCompress(c.res) || !c.res.body) return;
  const { status } = c.res;
  const compressed = await compressBody(c.res.body.getReader(), encoding);
  const response = new Response(compressed.body, { status, headers: c.res.headers });
  if (compressed.isEncoded) {
    response.headers.set('Content-Encoding', encoding);
    weakenEtag(response.headers);
  }
  if (compressed.length === null) response.headers.delete('Content-Length');
  else response.headers.set('Content-Length', String(compressed.length));
  // Hono would otherwise restore the former headers.
  c.res = undefined;
  c.res = response;
};

/** Excludes encoded responses, ranges, and files to keep: exports take as long as the database does (decision 013). */
const mayCompress = ({ headers, status }: Response): boolean =>
  status !== 206 &&
  !headers.has('Content-Encoding') &&
  !headers.has('Content-Range') &&
  !headers.has('Accept-Ranges') &&
  !/^attachment/i.test(headers.get('Content-Disposition') ?? '') &&
  !/\bno-transform\b/i.test(headers.get('Cache-Control') ?? '');

const isSecret = ({ pathname, searchParams }: URL): boolean =>
  secretPath.test(pathname) || secretParameters.some((name) => searchParams.has(name));

interface Body {
  body: Chunk | ReadableStream<Chunk> | null;
  isEncoded: boolean;
  /** The number of bytes; null for a stream. */
  length: number | null;
}

type Reader = ReadableStreamDefaultReader<Chunk>;
type Read = ReadableStreamReadResult<Chunk>;

/** Compresses in one piece what is there at once, and sends the rest as it comes. */
async function compressBody(reader: Reader, encoding: Compression): Promise<Body> {
  const first = await reader.read();
  if (first.done) return { body: null, isEncoded: false, length: 0 };
  const second = reader.read();
  // The error reaches the next reader.
  second.catch(() => {});
  const isWhole = await Promise.race([second.then(({ done }) => done), nextTurn()]);
  if (!isWhole)
    return {
      body: compressStream(reader, [Promise.resolve(first), second], encoding),
      isEncoded: true,
      length: null,
    };
  const bytes = first.value;
  if (bytes.length < minBytes) return { body: bytes, isEncoded: false, length: bytes.length };
  const body = Uint8Array.from(await compressWhole[encoding](bytes));
  return { body, isEncoded: true, length: body.length };
}

const nextTurn = (): Promise<false> => new Promise((resolve) => setImmediate(() => resolve(false)));

/** Flushes after each chunk, so that the first part of a page is not delayed; ends with the client's connection. */
function compressStream(reader: Reader, read: Promise<Read>[], encoding: Compression): ReadableStream<Chunk> {
  const compressor = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);
  return new ReadableStream<Chunk>({
    start(controller) {
      compressor.on('data', (chunk: Buffer) => controller.enqueue(Uint8Array.from(chunk)));
      compressor.on('end', () => controller.close());
      compressor.on('error', (error) => controller.error(error));
    },
    async pull() {
      try {
        const { done, value } = await (read.shift() ?? reader.read());
        if (done) compressor.end();
        else await writeAndFlush(compressor, value);
      } catch (error) {
        compressor.destroy();
        throw error;
      }
    },
    async cancel(reason) {
      compressor.destroy();
      await reader.cancel(reason);
    },
  });
}

const writeAndFlush = (compressor: BrotliCompress | Gzip, chunk: Chunk): Promise<void> =>
  new Promise((resolve) => {
    compressor.once('close', resolve);
    compressor.write(chunk);
    compressor.flush(() => {
      compressor.off('close', resolve);
      resolve();
    });
  });

/** The bytes differ by encoding; a weak ETag still matches `If-None-Match`. */
function weakenEtag(headers: Headers): void {
  const etag = headers.get('ETag');
  if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
}

function append(headers: Headers, name: string, value: string): void {
  const parts = (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase());
  if (!parts.includes(value.toLowerCase()) && !parts.includes('*')) headers.append(name, value);
}
