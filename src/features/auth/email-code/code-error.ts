import { ApiError } from '../../../shared/http/api-error.ts';

/** Returns a rate limit's own message, which says how long to wait, and the screen's for every other error. */
export const codeErrorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status === 429 ? error.message : fallback;
