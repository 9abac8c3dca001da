import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../../shared/errors.ts';
import type { ApiEnv } from './app-env.server.ts';

export const jsonLimitBytes = 1_000_000;

export const jsonRequired = 'Please send JSON (Content-Type: application/json).';

/** Node's parser ends a body at its stated length; only a body without one has to be counted. */
const hasReliableLength = ({ headers }: Incoming, limitBytes: number): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? Number.NaN) <= limitBytes;

type Incoming = NonNullable<ApiEnv['Bindings']['incoming']>;

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.floor(bytes / 1e3)} KB` : `${Math.floor(bytes / 1e6)} MB`;

/** Reads a body while counting its bytes, independently of `Content-Length`. @throws AppError `tooLarge`, `invalid` */
export async function readBody(request: Request, limitBytes: number, incoming?: Incoming): Promise<Buffer> {
  const tooLarge = () => new AppError('tooLarge', `The request is larger than ${formatSize(limitBytes)}.`);
  if (Number(request.headers.get('Content-Length') ?? 0) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (incoming && hasReliableLength(incoming, limitBytes)) return Buffer.from(await request.arrayBuffer());
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', 'The request did not arrive completely.', { cause: error });
  }
  return Buffer.concat(chunks);
}

const slowRequests = new WeakSet<object>();

/** Lifts the body timeout of this request; call it once its sender is authenticated. */
export function allowSlowBody(c: Context<ApiEnv>): void {
  if (c.env.incoming) slowRequests.add(c.env.incoming);
}

export const isSlowBodyAllowed = (incoming: object): boolean => slowRequests.has(incoming);

const maxJsonDepth = 64;

const exceedsDepth = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => exceedsDepth(inner, levels - 1)));

/** @throws AppError `unsupportedType`, `tooLarge`, or `invalid` for a body that is not JSON */
async function readJson(request: Request, maxBytes: number, incoming?: Incoming): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupportedType', jsonRequired);
  }
  return parseJson(await readBody(request, maxBytes, incoming));
}

/** Parses UTF-8 without a byte order mark (RFC 8259, 8.1), at most 64 levels deep. @throws AppError `invalid` */
export function parseJson(bytes: Buffer): unknown {
  const value = parseUtf8(bytes);
  if (exceedsDepth(value, maxJsonDepth)) throw new AppError('invalid', 'The request is nested too deeply.');
  return value;
}

function parseUtf8(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new AppError('invalid', 'The request is not valid JSON.');
  }
}

/** Parses the JSON body before the handler, which gets it by `c.req.valid('json')`; types the client's request too. */
export function jsonBody<Out extends object, In = Out>(
  parse: (input: unknown, c: Context<ApiEnv>) => Out | Promise<Out>,
  maxBytes = jsonLimitBytes,
): MiddlewareHandler<ApiEnv, string, { in: { json: In }; out: { json: Out } }> {
  return async (c, next) => {
    c.req.addValidatedData('json', await parse(await readJson(c.req.raw, maxBytes, c.env?.incoming), c));
    await next();
  };
}
