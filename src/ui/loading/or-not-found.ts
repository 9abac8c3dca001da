import { data } from 'react-router';
import { ApiError } from '../../shared/http/api-error.ts';

/**
 * Awaits a response of the API for a page.
 * @throws a `Response` 404 for an API error 404, so that the router shows its page "Not Found"; other errors unchanged
 */
export async function orNotFound<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(null, { status: 404, statusText: 'Not Found' });
    throw error;
  }
}
