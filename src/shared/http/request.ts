import { isRecord } from '../is-record.ts';
import { expectOk, type Fetch, type MessageField, readJson } from './api-error.ts';
import { setClockByResponse } from './server-clock.ts';

/** `json`, or the body that `fetch` takes. */
export interface RequestOptions extends RequestInit {
  query?: Record<string, string> | URLSearchParams;
  json?: unknown;
  messageField?: MessageField;
}

/**
 * Calls the API and returns the JSON of its response.
 * @param path begins with `/api/`; its variable parts are encoded
 * @param fallback the message if the response has none
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

/** Calls the API and accepts any body of the response, even none. @throws ApiError for an error response */
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
    body: json === undefined ? init.body : JSON.stringify(json),
  });
  // The server calls itself in process, so its own responses set no clock.
  const clocked = call.then((response) => {
    if (typeof document !== 'undefined') setClockByResponse(response);
    return response;
  });
  return expectOk(clocked, fallback, messageField);
}

/** An older server may send only the specified fields; defaults for the others are set only here. */

/** Parses a response; throws if it is invalid. */
export type Parse<T> = (body: unknown) => T;

/** Completes an object with defaults for the fields that are not specified. */
export const objectWith =
  <Specified extends object, T extends Specified>(defaults: Omit<T, keyof Specified>): Parse<T> =>
  (body) => {
    if (!isRecord(body)) throw new TypeError('not an object');
    return { ...defaults, ...body } as unknown as T;
  };

export const listOf =
  <T>(parseItem: Parse<T>): Parse<T[]> =>
  (body) => {
    if (!Array.isArray(body)) throw new TypeError('not a list');
    return body.map(parseItem);
  };

export const orNull =
  <T>(parse: Parse<T>): Parse<T | null> =>
  (body) =>
    body === null ? null : parse(body);

/** Returns a non-empty text field; throws otherwise. */
export function textIn(body: unknown, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`);
  return value;
}
