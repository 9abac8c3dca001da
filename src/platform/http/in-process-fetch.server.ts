import type { ContentCache } from '../cache/content-cache.server.ts';
import { readThroughCache } from '../cache/response-cache.server.ts';
import type { ApiEnv } from './app-env.server.ts';

export type CallApi = (request: Request, env: ApiEnv['Bindings']) => Response | Promise<Response>;

export interface CallStatus {
  failed: boolean;
  unfinished: number;
  /** A response was for one visitor only: a viewer is signed in, or a limit is used up. */
  personal: boolean;
  /** The `Retry-After` of a rejected request, in seconds. */
  retryAfter: string | null;
  /** Seconds for which all responses may be cached. */
  maxAge: number;
}

interface InProcessOptions {
  callApi: CallApi;
  content: ContentCache;
  appUrl: string;
}

/** The `fetch` of a page's loaders: calls the API in process with the visitor's cookie, and records how the calls end. */
export function inProcessFetch(
  { callApi, content, appUrl }: InProcessOptions,
  page: Request,
  env: ApiEnv['Bindings'],
  calls: CallStatus,
): typeof fetch {
  const cookie = page.headers.get('Cookie');
  const onViewer = () => {
    calls.personal = true;
  };
  const send = async (path: string, init: RequestInit | undefined): Promise<Response> => {
    const headers = new Headers(init?.headers);
    if (cookie) headers.set('Cookie', cookie);
    calls.unfinished += 1;
    try {
      const response = await callApi(new Request(new URL(path, appUrl), { ...init, headers }), {
        ...env,
        // The page that makes this call is open itself.
        isClosed: false,
        onViewer,
      });
      calls.failed ||= response.status >= 500;
      if (response.status === 429) {
        calls.personal = true;
        calls.retryAfter = response.headers.get('Retry-After');
      }
      const [, maxAge] = /\bmax-age=(\d+)/.exec(response.headers.get('Cache-Control') ?? '') ?? [];
      if (maxAge !== undefined) calls.maxAge = Math.min(calls.maxAge, Number(maxAge));
      return response;
    } catch (error) {
      calls.failed = true;
      throw error;
    } finally {
      calls.unfinished -= 1;
    }
  };
  return (input, init) => {
    const path = String(input);
    const isRead = init?.method === undefined || init.method === 'GET';
    return isRead ? readThroughCache(content, path, () => send(path, init)) : send(path, init);
  };
}
