import type { Hono } from 'hono';
import type { hc } from 'hono/client';
import type { Fetch } from './api-error.ts';

/** What an app offers to its callers: paths as properties, verbs as `$get`, `$post`, …, each with its own types. */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of Hono's own client
type Calls<App extends Hono<any, any, any>> = ReturnType<typeof hc<App>>;

interface CallInput {
  /** Values of the path's `:names`. */
  param?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
}

interface CallOptions {
  headers?: Record<string, string>;
  init?: RequestInit;
}

/**
 * Calls an app of the API with the types of its routes. It does what we use of Hono's own client, in an eighth of the
 * bytes that every guest would load (docs/decisions/002).
 * @param fetch the browser's, or the one that hands calls to the API in process
 */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of Hono's own client
export function typedClient<App extends Hono<any, any, any>>(fetch: Fetch): Calls<App> {
  const at = (path: string): object =>
    new Proxy(
      {},
      {
        get: (_, name: string) =>
          name[0] === '$'
            ? (input?: CallInput, options?: CallOptions) =>
                call(fetch, name.slice(1).toUpperCase(), path, input, options)
            : at(`${path}/${name}`),
      },
    );
  return at('/api') as Calls<App>;
}

function call(
  fetch: Fetch,
  method: string,
  path: string,
  { param = {}, query, json }: CallInput = {},
  { headers, init }: CallOptions = {},
): Promise<Response> {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(param[name] ?? ''));
  const asked = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return fetch(filled + asked, {
    ...init,
    method,
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
}
