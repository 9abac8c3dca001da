import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDatabaseUnavailable } from '../../db/database-unavailable.server.ts';
import { AppError, ConflictError, type ErrorBody, statusByCode } from '../../shared/errors.ts';
import type { Ctx } from '../context.server.ts';
import type { Log } from '../observability/logger.server.ts';
import { type RequestTrace, routePattern } from '../observability/request-log.server.ts';

/** What every API handler finds in its Hono context. */
export interface ApiEnv {
  Bindings: Partial<HttpBindings> & {
    trace?: RequestTrace;
    /** Called when the request turns out to be somebody's who is, or claims to be, signed in. */
    onViewer?(): void;
  };
  Variables: { ctx: Ctx; log: Log; requestId: string };
}

/** Says that the answer is for this visitor alone: no cache, shared or the browser's own, keeps it. */
export const noStore = (c: Context<ApiEnv>): void => c.header('Cache-Control', 'private, no-store');

export const jsonLimitBytes = 1_000_000;

/** Names each request in its answer and in the log, and gives its failures a log to go to. */
export const requestId =
  (log: Log): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    c.set('log', log);
    c.set('requestId', c.get('requestId') ?? c.env?.trace?.id ?? randomUUID());
    await next();
    // Not `c.header`: once an answer is there, that would turn a page's text into a stream of bytes first.
    c.res.headers.set('X-Request-Id', c.get('requestId'));
  };

/** The one place where a failure becomes an answer. */
export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  const requestId = c.get('requestId');
  if (error instanceof AppError) {
    if (error.code === 'unavailable') c.get('log').warn({ err: error, requestId }, 'refused for now');
    else logRefusal(c, error);
    if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
    return errorResponse(c, error);
  }
  if (isDatabaseUnavailable(error)) {
    c.get('log').error({ err: error, requestId }, 'the database did not answer');
    c.header('Retry-After', '3');
    return errorResponse(
      c,
      new AppError('unavailable', 'We are back in a moment. Please try again.'),
      requestId,
    );
  }
  c.get('log').error({ err: error, requestId, path: c.req.path }, 'unexpected failure');
  return errorResponse(c, new AppError('internal', 'Something went wrong on our side.'), requestId);
};

/** Refusals that whoever runs the site wants to see: what somebody may not do, and events that are not believed. */
function logRefusal(c: Context<ApiEnv>, { code, message: reason, fields, cause }: AppError): void {
  const route = routePattern(c);
  const isEvent = route.startsWith('/api/webhooks/');
  if (code !== 'unauthenticated' && code !== 'forbidden' && !isEvent) return;
  const line = {
    ...{ event: 'refused', requestId: c.get('requestId'), method: c.req.method, route, reason },
    // Not the code: the log takes whatever has that name for somebody's.
    status: statusByCode[code],
    fields: isEvent && fields ? Object.keys(fields) : undefined,
    cause: cause instanceof Error ? cause.message : undefined,
  };
  c.get('log').warn(line, isEvent ? 'a webhook was refused' : 'a request was refused');
}

function errorResponse(c: Context<ApiEnv>, error: AppError, reference?: string): Response {
  const body: ErrorBody = { message: error.message, error: error.message, code: error.code };
  if (error.fields) body.fields = error.fields;
  if (error instanceof ConflictError) body.current = error.current;
  if (reference) body.reference = reference;
  c.header('Cache-Control', 'no-store');
  return c.json(body, statusByCode[error.code] as ContentfulStatusCode);
}

/** What a page's form can send to another site without asking it first. */
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|$)/i;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The refusal of a request that another site's page makes in a visitor's browser. */
export const crossSiteError = () =>
  new AppError('forbidden', 'This request came from another site and was not carried out.');

/**
 * Refuses writes that another site's page makes in a visitor's browser. Browsers state where a request comes from; a
 * program that states nothing carries no visitor's cookie along by accident.
 * @param signedPaths calls whose body proves by its signature where it comes from, whatever type it claims
 */
export function rejectCrossSite(appOrigin: string, signedPaths: string[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!safeMethods.has(c.req.method)) {
      const site = c.req.header('Sec-Fetch-Site');
      const origin = c.req.header('Origin');
      const ownHost = origin !== undefined && URL.parse(origin)?.host === c.req.header('Host');
      const ownOrigin = origin === undefined || origin === appOrigin || (site === 'same-origin' && ownHost);
      if (!ownOrigin || (site !== undefined && site !== 'same-origin')) {
        throw crossSiteError();
      }
      const couldBeForm = formTypes.test(c.req.header('Content-Type') ?? '');
      if (site === undefined && origin === undefined && couldBeForm && !signedPaths.includes(c.req.path)) {
        throw new AppError(
          'unsupportedType',
          formContentTypeError(c.req.header('Content-Type') ?? '', appOrigin),
        );
      }
    }
    await next();
  };
}

/** Uploads are sent as multipart/form-data and could not be JSON: their programs are told what is missing instead. */
const formContentTypeError = (type: string, appOrigin: string): string =>
  /^multipart\//i.test(type)
    ? `Please say where this request comes from (Origin: ${appOrigin}).`
    : jsonRequired;

const jsonRequired = 'Please send JSON (Content-Type: application/json).';

/** Node's parser ends such a body where its length says; only a body without one has to be counted. */
const hasReliableLength = ({ headers }: Incoming, limitBytes: number): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? Number.NaN) <= limitBytes;

type Incoming = NonNullable<ApiEnv['Bindings']['incoming']>;

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.floor(bytes / 1e3)} KB` : `${Math.floor(bytes / 1e6)} MB`;

/**
 * Reads a body while counting its bytes, whatever length the request claims.
 * @param incoming Node's own request, if this is one: its body is read in one piece where its length is known to be true
 * @throws AppError `tooLarge` as soon as the limit is passed
 */
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

/** Lets the body of this request take minutes; call it once it is known who sends it. */
export function allowSlowBody(c: Context<ApiEnv>): void {
  if (c.env.incoming) slowRequests.add(c.env.incoming);
}

export const isSlowBodyAllowed = (incoming: object): boolean => slowRequests.has(incoming);

/** Deeper than any form or row goes, and shallow enough for every program that walks it. */
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
  const value = parseJson(await readBody(request, maxBytes, incoming));
  if (exceedsDepth(value, maxJsonDepth)) throw new AppError('invalid', 'The request is nested too deeply.');
  return value;
}

/**
 * JSON is UTF-8 without a byte order mark (RFC 8259, section 8.1); a mark is kept, and fails to parse.
 * @throws AppError `invalid`
 */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new AppError('invalid', 'The request is not valid JSON.');
  }
}

/**
 * Parses the JSON body before the handler runs; the handler takes it with `c.req.valid('json')`, and the typed client
 * knows what to send.
 * @param parse returns the value or throws an AppError
 */
export function jsonBody<Out extends object, In = Out>(
  parse: (input: unknown, c: Context<ApiEnv>) => Out | Promise<Out>,
  maxBytes = jsonLimitBytes,
): MiddlewareHandler<ApiEnv, string, { in: { json: In }; out: { json: Out } }> {
  return async (c, next) => {
    c.req.addValidatedData('json', await parse(await readJson(c.req.raw, maxBytes, c.env?.incoming), c));
    await next();
  };
}
