import type { ErrorBody } from './errors.ts';

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

interface JsonAnswer<T> {
  ok: boolean;
  status: number;
  json(): Promise<T>;
}

/**
 * The body of a successful answer.
 * @param fallback words for a refusal that brings none of its own
 * @throws ApiError with the message of the body, or its `error`, else `fallback`
 */
export async function bodyOf<T>(answer: Promise<JsonAnswer<T>>, fallback: string): Promise<T> {
  const response = await answer;
  if (response.ok) return response.json();
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw new ApiError(response.status, body.message || body.error || fallback, body.fields);
}
