import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import Type, { type TSchema } from 'typebox';
import { byteOrderMark } from '../../shared/csv.ts';
import { type ErrorCode, siteClosedError } from '../../shared/errors.ts';
import type { Call, Params } from '../../shared/http/calls.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { untilContentChanges } from '../cache/response-cache.server.ts';
import type { Ctx } from '../context.server.ts';
import { type Description, describeRoute, noContent } from '../openapi/document.server.ts';
import { type ApiEnv, noStore } from './app-env.server.ts';
import { jsonBody, jsonLimitBytes, parseJson, readBody } from './body.server.ts';
import { anyQuery, type Header, noFields, type Shape } from './shapes.server.ts';

/** The access to a call; the guard runs inside its handler, before query and body are read. */
export interface Access {
  name: 'public' | 'guest' | 'user' | 'admin';
  errors: readonly ErrorCode[];
  /** Never stored by a browser or a proxy. */
  isPersonal: boolean;
  /** Whether strangers may make the calls while the site is closed. */
  isOpenWhenClosed?: boolean;
  guard?(ctx: Ctx): void;
}

/** Everyone, with the same response for all. */
export const publicAccess: Access = { name: 'public', errors: [], isPersonal: false };

/** Guests with the key, the browser or the session of a booking, which the action checks. */
export const guestAccess: Access = { name: 'guest', errors: [], isPersonal: true };

/** `guestAccess` for what people with a booking need even while the site is closed. */
export const bookedAccess: Access = {
  name: 'guest',
  errors: [],
  isPersonal: true,
  isOpenWhenClosed: true,
};

type AnyCall = Call<string, unknown, unknown, unknown, unknown>;
type Types<C> = C extends { types?: infer T } ? NonNullable<T> : never;
type CallBase<C> = Types<C> extends { base: infer B extends string } ? B : never;
type CallBody<C> = Types<C> extends { body: infer B } ? B : never;
type CallResponse<C> = Types<C> extends { response: infer R } ? R : never;
type RequestQuery<C> = Types<C> extends { query: infer Q } ? Q : never;

/** A file is a `Response`; any body is allowed where the client reads none. */
type Returned<T> = [T] extends [Blob] ? Response : [T] extends [undefined] ? unknown : T | Response;

interface Request<C, Json, Query, Headers> {
  ctx: Ctx;
  params: Params<CallBase<C>>;
  json: Json;
  query: Query;
  headers: Headers;
  /** The request itself, where cookies or headers of the response are set. */
  c: Context<ApiEnv>;
}

/** Everything about a call but its method and path. */
interface Contract<C, Json, Query, Headers> {
  summary: string;
  details?: string;
  /** The group's access by default. */
  access?: Access;
  /** Whether it is served while the site is closed: for signing in, or for people with a booking. The access has the default. */
  isOpenWhenClosed?: boolean;
  query?: Shape<Query, RequestQuery<C>>;
  headers?: { [Name in keyof Headers]: Header<Headers[Name]> };
  body?: Shape<Json, CallBody<C>>;
  /** The limit of the body, where it is lower than the usual one. */
  maxBytes?: number;
  /** The description, in `/api/docs`, of a body that `run` reads from `c` itself, such as an upload. */
  rawBody?: { type: string; schema: TSchema };
  /** Left out for a 204. */
  response?: TSchema;
  /** 200 by default. */
  status?: number;
  /** Errors beside those of access and parsing: 'notFound' or, with a reason for programs, 'conflict: dates_taken'. */
  errors?: readonly (ErrorCode | `${ErrorCode}: ${string}`)[];
  /** How long shared caches may store the response. */
  maxAgeSeconds?: number;
  /** Shared caches may store the response until the hosts' content changes: it depends on nothing else. */
  cache?: 'untilContentChanges';
  run(
    request: Request<C, Json, Query, Headers>,
  ): Promise<Returned<CallResponse<C>>> | Returned<CallResponse<C>>;
}

/** The calls of a group with their handlers; `Open` names the calls without one. */
export class Served<Calls extends object, Open extends keyof Calls> {
  readonly app = new Hono<ApiEnv>();
  readonly #calls: Calls;
  readonly #access: Access;
  declare readonly open: Open;

  constructor(calls: Calls, access: Access) {
    this.#calls = calls;
    this.#access = access;
  }

  /** Serves a call: guard, query, headers, body, response, errors and its place in `/api/docs`. */
  on<Name extends Open, Json = undefined, Query = undefined, Headers = Record<never, never>>(
    name: Name,
    contract: Contract<Calls[Name], Json, Query, Headers>,
  ): Served<Calls, Exclude<Open, Name>> {
    const { access = this.#access, body, query, headers = {}, status = 200, run } = contract;
    const { isOpenWhenClosed = access.isOpenWhenClosed ?? false } = contract;
    const cacheControl = toCacheControl(contract);
    const { method, path } = this.#calls[name] as unknown as AnyCall;
    const hasNoFields = takesNoFields(method, access, contract);
    this.app.on(
      method,
      path,
      describeRoute(toDescription(contract, access, hasNoFields)),
      async (c, next) => {
        if (access.isPersonal) noStore(c);
        if (c.env?.isClosed && !isOpenWhenClosed) throw siteClosedError();
        access.guard?.(c.get('ctx'));
        c.req.addValidatedData(
          'query',
          query ? (query.parse(c.req.url) as object) : parseQueryParams(c.req.url),
        );
        await next();
      },
      ...(body ? [jsonBody((input) => body.parse(input) as object, contract.maxBytes)] : []),
      async (c) => {
        if (hasNoFields) await rejectFields(c);
        const result = await run({
          ctx: c.get('ctx'),
          params: c.req.param() as Params<CallBase<Calls[Name]>>,
          json: valid(c, 'json') as Json,
          query: valid(c, 'query') as Query,
          headers: parseHeaders(c, headers as Record<string, Header<unknown>>) as Headers,
          c,
        });
        if (result instanceof Response && access.isPersonal)
          result.headers.set('Cache-Control', 'private, no-store');
        if (cacheControl) c.header('Cache-Control', cacheControl);
        if (result instanceof Response) return result;
        return status === noContent
          ? c.body(null, noContent)
          : c.json(result as object, status as ContentfulStatusCode);
      },
    );
    return this as unknown as Served<Calls, Exclude<Open, Name>>;
  }
}

/** Serves a group of calls, each with `on`. @param access the default of its calls */
export const serve = <Calls extends object>(calls: Calls, access: Access): Served<Calls, keyof Calls> =>
  new Served(calls, access);

/** Creates a response that browsers save under a name. */
export const fileResponse = (name: string, type: string, body: BodyInit): Response =>
  new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });

export const csvSchema = Type.String({ description: 'text/csv' });

/** Creates a download of a CSV that spreadsheets read as UTF-8. */
export const csvResponse = (name: string, csv: string): Response =>
  fileResponse(name, 'text/csv; charset=utf-8; header=present', byteOrderMark + csv);

/** Adds a group's calls to the API; does not compile for another base path, or while a call has no handler. */
export const mount = <Calls extends object>(
  api: Hono<ApiEnv>,
  _base: CallBase<Calls[keyof Calls]>,
  { app }: Served<Calls, never>,
): Hono<ApiEnv> => api.route('/', app);

function toCacheControl({
  cache,
  maxAgeSeconds,
}: {
  cache?: 'untilContentChanges';
  maxAgeSeconds?: number;
}): string | undefined {
  if (cache) return untilContentChanges;
  return maxAgeSeconds === undefined ? undefined : `public, max-age=${maxAgeSeconds}`;
}

type Parts = Pick<Contract<unknown, unknown, unknown, unknown>, 'body' | 'rawBody' | 'query'>;

/**
 * Whether a body with fields is rejected. Calls whose query accepts any parameters have always accepted any body; and
 * where the action checks access, that check comes first.
 */
const takesNoFields = (method: string, access: Access, { body, rawBody, query }: Parts): boolean =>
  method !== 'GET' && access.guard !== undefined && !body && !rawBody && query?.schema !== anyQuery.schema;

/** @throws AppError `invalid` for a body with fields; `{}` counts as none */
async function rejectFields(c: Context<ApiEnv>): Promise<void> {
  const sent = await readBody(c.req.raw, jsonLimitBytes, c.env?.incoming);
  if (sent.length > 0) noFields.parse(parseJson(sent));
}

const valid = (c: Context<ApiEnv>, target: 'json' | 'query'): unknown => c.req.valid(target as never);

const parseHeaders = (c: Context<ApiEnv>, headers: Record<string, Header<unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, { parse }]) => [name, parse(c.req.header(name))]));

function toDescription<C, Json, Query, Headers>(
  { query, headers = {} as never, errors = [], ...contract }: Contract<C, Json, Query, Headers>,
  access: Access,
  hasNoFields: boolean,
): Description {
  const isOpenWhenClosed = contract.isOpenWhenClosed ?? access.isOpenWhenClosed ?? false;
  const reasons = isOpenWhenClosed ? errors : [...errors, 'unavailable: closed' as const];
  const codes = reasons.map((error) => error.split(': ')[0] as ErrorCode);
  const isParsed = contract.body !== undefined || query?.schema !== anyQuery.schema;
  const parsing: ErrorCode[] = isParsed ? ['invalid'] : [];
  if (hasNoFields) parsing.push('tooLarge');
  return withoutUndefined({
    summary: contract.summary,
    access: access.name,
    errors: [...new Set([...parsing, ...access.errors, ...codes])],
    reasons: reasons.filter((error) => error.includes(': ')),
    response: contract.response ?? {},
    status: contract.status ?? 200,
    details: contract.details,
    body: contract.rawBody?.schema ?? contract.body?.schema,
    bodyType: contract.rawBody?.type,
    query: query && describeQuery(query.schema),
    shapes: { body: contract.body as Shape<unknown>, query: query as Shape<unknown> },
    headers: Object.fromEntries(
      Object.entries<Header<unknown>>(headers).map(([name, { schema, isRequired, description }]) => [
        name,
        { schema, required: isRequired, description },
      ]),
    ),
  });
}

const describeQuery = ({ properties = {}, required = [] }: Shape<unknown>['schema']): Description['query'] =>
  Object.fromEntries(
    Object.entries(properties).map(
      ([name, { description = '', ...schema }]: [string, { description?: string }]) => [
        name,
        { schema, required: required.includes(name), description },
      ],
    ),
  );
