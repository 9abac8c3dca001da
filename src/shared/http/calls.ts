import type { Fetch, MessageField } from './api-error.ts';
import { objectWith, request, requestOk } from './request.ts';

/* The calls of a feature in the browser: method, path and types, but no schemas, which would add bytes. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Reads = 'json' | 'file' | 'any';

interface CallOptions<Body, Response, Result> {
  /** Defaults for fields that an older server leaves out of an object, or of each object of a list. */
  beyondSpec?: Partial<Response extends readonly (infer Item)[] ? Item : Response>;
  /** Converts the response's body, or throws. @param sent the body of the request */
  parse?: (body: unknown, sent: Body) => Result;
  /** The field with an error's message, where the specification names one. */
  messageField?: MessageField;
  /** `any`: a success may have any body, even none; `parse`, if there is one, gets its JSON or null. */
  reads?: Reads;
}

/** A call before its group gives it a base path. */
interface CallSpec<Body, Response, Query, Result = Response> extends CallOptions<Body, Response, Result> {
  method: Method;
  path: string;
  /** The message if the response has none. */
  failed: string;
  reads: Reads;
  /** Only types; never set at run time. */
  types?: { body: Body; response: Response; query: Query };
}

const spec =
  (method: Method, reads: Reads = 'json') =>
  <Body, Response, Query, Result>(
    path: string,
    failed: string,
    options: CallOptions<Body, Response, Result> = {},
  ): CallSpec<Body, Response, Query, Result> => ({ method, path, failed, reads, ...options });

/** `get<Response, Query>(path, failed)`; `Result`: what `parse` makes of the response. */
export const get: <Response, Query = undefined, Result = Response>(
  path: string,
  failed: string,
  options?: CallOptions<undefined, Response, Result>,
) => CallSpec<undefined, Response, Query, Result> = spec('GET');

/** `post<Body, Response, Query>(path, failed)`; a body of `undefined` is none. */
export const post: <Body, Response, Query = undefined, Result = Response>(
  path: string,
  failed: string,
  options?: CallOptions<Body, Response, Result>,
) => CallSpec<Body, Response, Query, Result> = spec('POST');

/** A POST of a `multipart/form-data` body, which the call takes as `form`. */
export const upload: <Response, Result = Response>(
  path: string,
  failed: string,
  options?: CallOptions<FormData, Response, Result>,
) => CallSpec<FormData, Response, undefined, Result> = spec('POST');

export const put: <Body, Response, Result = Response>(
  path: string,
  failed: string,
  options?: CallOptions<Body, Response, Result>,
) => CallSpec<Body, Response, undefined, Result> = spec('PUT');

/** `remove<Response>(path, failed)`: a DELETE. */
export const remove: <Response, Result = Response>(
  path: string,
  failed: string,
  options?: CallOptions<undefined, Response, Result>,
) => CallSpec<undefined, Response, undefined, Result> = spec('DELETE');

/** Downloads a file. */
export const getFile: <Query = undefined>(path: string, failed: string) => CallSpec<undefined, Blob, Query> =
  spec('GET', 'file');

type ErrorOptions = Pick<CallOptions<unknown, unknown, unknown>, 'messageField'>;

/** `postOnly<Body, Query>(path, failed)`: a POST whose success may have any body, even none. */
export const postOnly: <Body, Query = undefined>(
  path: string,
  failed: string,
  options?: ErrorOptions,
) => CallSpec<Body, undefined, Query> = spec('POST', 'any');

/** `putOnly<Body, Query>(path, failed)`: a PUT whose success may have any body, even none. */
export const putOnly: <Body, Query = undefined>(
  path: string,
  failed: string,
  options?: ErrorOptions,
) => CallSpec<Body, undefined, Query> = spec('PUT', 'any');

/** A DELETE whose success may have any body, even none. */
export const removeOnly: (
  path: string,
  failed: string,
  options?: ErrorOptions,
) => CallSpec<undefined, undefined, undefined> = spec('DELETE', 'any');

/** The names of a path's variable parts. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<Base extends string> = { [Name in ParamNames<Base>]: string };

type Sends<Name extends string, Value, Allowed = Value> = undefined extends Value
  ? unknown
  : { [N in Name]: Allowed };

/** A call takes a form or JSON. */
type SendsBody<Body> = [Body] extends [FormData] ? { form: FormData } : Sends<'json', Body>;

type CallQuery<Query> = [Query] extends [undefined]
  ? unknown
  : Record<never, never> extends Query
    ? { query?: Query | URLSearchParams }
    : { query: Query | URLSearchParams };

/** The arguments of a call: the parts of its path, its body and its query. */
type CallRequest<Base extends string, Body, Query> = Params<Base> &
  SendsBody<Body> &
  CallQuery<Query> & {
    /** The key must be the same for every retry of one act. */
    idempotencyKey?: string;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** The browser's `fetch` by default; on the server the one that calls the API in process. */
    fetch?: Fetch;
  };

type Arguments<Request> = Record<never, never> extends Request ? [request?: Request] : [request: Request];

/** Makes the call. @throws ApiError with the server's message, else the call's own; TypeError without a response */
export interface Call<Base extends string, Body, Response, Query, Result = Response> {
  (...request: Arguments<CallRequest<Base, Body, Query>>): Promise<Result>;
  method: Method;
  /** The path below `/api`. */
  path: string;
  types?: { base: Base; body: Body; response: Response; query: Query };
}

interface AnyRequest {
  json?: unknown;
  form?: FormData;
  query?: Record<string, string | undefined> | URLSearchParams;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  fetch?: Fetch;
}

/** Fills the encoded parts into a path. */
export const toApiPath = (path: string, params: Record<string, unknown> = {}): string =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}`;

const toSearch = (query: AnyRequest['query'] = {}): URLSearchParams =>
  query instanceof URLSearchParams
    ? query
    : new URLSearchParams(
        Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );

/** Fills in defaults beyond the specification; throws for a body that is no object. */
function withDefaults(body: unknown, defaults: object): unknown {
  const complete = objectWith<object, object>(defaults);
  return Array.isArray(body) ? body.map(complete) : complete(body);
}

function toCall<Base extends string, Body, Response, Query, Result>(
  base: Base,
  { method, path, failed, reads, beyondSpec, parse, messageField }: CallSpec<Body, Response, Query, Result>,
): Call<Base, Body, Response, Query, Result> {
  const complete: (body: unknown, sent: never) => unknown =
    parse ?? ((body) => (beyondSpec ? withDefaults(body, beyondSpec) : body));
  async function call({
    form,
    json = method === 'POST' && !form ? {} : undefined,
    query,
    idempotencyKey,
    headers,
    signal,
    fetch = globalThis.fetch,
    ...params
  }: AnyRequest = {}): Promise<unknown> {
    const options = {
      method,
      json,
      body: form,
      query: toSearch(query),
      headers: idempotencyKey ? { ...headers, 'Idempotency-Key': idempotencyKey } : headers,
      signal,
      messageField,
    };
    const url = toApiPath(`${base}${path}`, params);
    if (reads === 'json')
      return request(fetch, url, failed, { ...options, parse: (body) => complete(body, json as never) });
    const response = await requestOk(fetch, url, failed, options);
    return reads === 'file'
      ? response.blob()
      : parse?.(await response.json().catch(() => null), json as never);
  }
  return Object.assign(call, { method, path: `${base}${path}` }) as unknown as Call<
    Base,
    Body,
    Response,
    Query,
    Result
  >;
}

type Group<Base extends string, Specs> = {
  [Name in keyof Specs]: Specs[Name] extends CallSpec<infer Body, infer Response, infer Query, infer Result>
    ? Call<Base, Body, Response, Query, Result>
    : never;
};

/**
 * Groups the calls below one base path, each of them a function that makes it.
 * @param base below `/api`, with every variable part: `/admin/bookings/:code`
 */
export const calls = <const Base extends string, Specs extends object>(
  base: Base,
  specs: Specs,
): Group<Base, Specs> =>
  Object.fromEntries(Object.entries(specs).map(([name, one]) => [name, toCall(base, one)])) as Group<
    Base,
    Specs
  >;
