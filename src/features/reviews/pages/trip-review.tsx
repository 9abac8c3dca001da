import { data, redirect, redirectDocument } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { tripReview } from '../calls.ts';
import type { Route } from './+types/trip-review';

/** Leads from a trip to the review of its stay. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<never> {
  const { api } = context.get(pageContext);
  try {
    const { path } = await tripReview.read({ code: params.code, fetch: api });
    throw redirect(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(null, { status: 404, statusText: 'Not Found' });
    throw error;
  }
}

/** The server alone knows the way. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs): never => {
  throw redirectDocument(request.url);
};

export default function TripReview() {
  return null;
}
