import { data } from 'react-router';
import { ApiError } from '../../shared/http/api-error.ts';

/**
 * Waits for what a page shows.
 * @throws a 404 response, which the router shows as its page "Not Found", where the API answers 404; every other error as it is
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
