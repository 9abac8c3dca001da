import type { ErrorBody } from '../errors.ts';
import { isRecord } from '../is-record.ts';

/** The browser's `fetch`, or the server's, which calls the API in process. */
export type Fetch = typeof fetch;

export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  /** The whole error body, such as a conflict's `current`. */
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    message: string,
    fields: Record<string, string> = {},
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.details = details;
  }

  /** Whether the server rejected the request, which would be in vain again. */
  get isRejection(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** The specification names one for each call. */
export type MessageField = 'message' | 'error';

/** The message for a call that has none of its own. */
const defaultMessage = (status: number, body: unknown): string =>
  isRecord(body) ? 'Request failed' : `HTTP ${status}`;

/** Turns an error body into an `ApiError` with its message, else with `fallback`, which may be empty. */
export function toApiError(
  status: number,
  body: unknown,
  fallback: string,
  messageField: MessageField = 'message',
): ApiError {
  const details = isRecord(body) ? body : {};
  const { [messageField]: message, fields } = details as Partial<ErrorBody>;
  const text = (typeof message === 'string' && message) || fallback || defaultMessage(status, body);
  return new ApiError(status, text, fields, details);
}

interface JsonResponse<T> {
  ok: boolean;
  status: number;
  json(): Promise<T>;
}

/** A success whose body cannot be read: its effect is unknown. */
const unreadableStatus = 502;

/** Browsers reject with a TypeError, whose message is for developers, when there is no response. */
const orUnreachable = (error: unknown, fallback: string): unknown =>
  error instanceof TypeError ? new TypeError(fallback || 'Request failed', { cause: error }) : error;

/** @throws ApiError with the message of an error body, else `fallback`; TypeError without a response */
export async function expectOk<R extends JsonResponse<unknown>>(
  call: Promise<R>,
  fallback: string,
  messageField: MessageField = 'message',
): Promise<R> {
  const response = await call.catch((error: unknown) => {
    throw orUnreachable(error, fallback);
  });
  if (response.ok) return response;
  throw toApiError(response.status, await response.json().catch(() => null), fallback, messageField);
}

/** @throws ApiError as `expectOk`, and 502 with `fallback` for a body that cannot be read */
export async function readJson<Body, T = Body>(
  call: Promise<JsonResponse<Body>>,
  fallback: string,
  parse?: (body: unknown) => T,
): Promise<T> {
  const response = await expectOk(call, fallback);
  try {
    const body = await response.json();
    return parse ? parse(body) : (body as unknown as T);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(unreadableStatus, fallback);
  }
}

/** Returns the response of a call; null for a 404, also from an older server without the call. */
export const nullIfMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
