import { expectOk, type Fetch, type MessageField, readJson } from './api-error.ts';
import type { Parse } from './parse-response.ts';

/** `json`, or what `fetch` itself takes. */
export interface RequestOptions extends RequestInit {
  query?: Record<string, string> | URLSearchParams;
  json?: unknown;
  messageField?: MessageField;
}

/**
 * Calls the API and returns the JSON of its response.
 * @param path begins with `/api/`; its variable parts are encoded
 * @param fallback the message where the response has none
 * @param parse checks and completes the body, or throws
 * @throws ApiError for an error response, and 502 for a body that cannot be read
 */
export const request = <T>(
  fetch: Fetch,
  path: string,
  fallback: string,
  { parse, ...options }: RequestOptions & { parse?: Parse<T> } = {},
): Promise<T> =>
  readJson<unknown, T>(requestOk(fetch, path, fallback, options), fallback, parse ?? ((body) => body as T));

/** Calls the API where the response may have any body, even none. @throws ApiError for an error response */
export function requestOk(
  fetch: Fetch,
  path: string,
  fallback: string,
  { query, json, messageField, ...init }: RequestOptions = {},
): Promise<Response> {
  const search = new URLSearchParams(query).toString();
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const call = fetch(search ? `${path}?${search}` : path, {
    ...init,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return expectOk(call, fallback, messageField);
}
