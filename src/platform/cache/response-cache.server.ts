import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../http/app-env.server.ts';
import type { ContentCache } from './content-cache.server.ts';

/** The `Cache-Control` of a response that only depends on the hosts' content. */
export const untilContentChanges = 'public, no-cache';

/** Marks a route whose response only depends on the hosts' content, and so is the same for everyone. */
export const cacheUntilContentChanges: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (c.res.status === 200) c.res.headers.set('Cache-Control', untilContentChanges);
};

/**
 * Calls the API for our pages. Responses of marked routes are cached until content changes, as frozen objects that all
 * pages share.
 */
export async function readThroughCache(
  content: Pick<ContentCache, 'version' | 'get' | 'set'>,
  url: string,
  call: () => Promise<Response>,
): Promise<Response> {
  const key = `GET ${url}`;
  const cached = content.get(key);
  if (cached !== undefined) return toResponse(cached);
  const version = content.version();
  const response = await call();
  if (response.status !== 200 || response.headers.get('Cache-Control') !== untilContentChanges)
    return response;
  const value: unknown = JSON.parse(await response.text(), (_, part) => Object.freeze(part));
  content.set(key, value, version);
  return toResponse(value);
}

const toResponse = (value: unknown): Response =>
  Object.defineProperty(new Response(null), 'json', { value: () => Promise.resolve(value) });
