import type { ErrorBody } from '../errors.ts';
import { isRecord } from '../is-record.ts';

/** The browser's `fetch`, or the one that hands a call to the API in process. */
export type Fetch = typeof fetch;

/** A refusal by the API, with its words and its messages by field. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
  }
}

interface JsonResponse<T> {
  ok: boolean;
  status: number;
  json(): Promise<T>;
}

/** Which field of an error body a call shows; the specification names one for each call. */
type MessageField = 'message' | 'error';

/** A successful response whose body nobody can read: nobody knows what the call did. */
const unreadableStatus = 502;

/**
 * A response that is no error; for calls whose body the specification leaves open, which may be empty.
 * @throws ApiError with the message of an error body, else `fallback`
 */
export async function expectOk<R extends JsonResponse<unknown>>(
  call: Promise<R>,
  fallback: string,
  messageField: MessageField = 'message',
): Promise<R> {
  const response = await call;
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  const { [messageField]: message, fields } = (isRecord(body) ? body : {}) as Partial<ErrorBody>;
  throw new ApiError(response.status, (typeof message === 'string' && message) || fallback, fields);
}

/**
 * The body of a successful response.
 * @param parse checks and completes it; throws for what it cannot be
 * @throws ApiError as `expectOk`, and with `fallback` for a body that cannot be read
 */
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
