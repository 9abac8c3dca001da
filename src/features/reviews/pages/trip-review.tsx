import { redirect, redirectDocument } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { tripReview } from '../calls.ts';
import { ReviewConflict } from '../ui/review-conflict.tsx';
import type { Route } from './+types/trip-review';

/** Leads from a trip to the review of its stay, or says why it has none now. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<{ conflict: string }> {
  const { api } = context.get(pageContext);
  try {
    const { path } = await orNotFound(tripReview.read({ code: params.code, fetch: api }));
    throw redirect(path);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return { conflict: error.message };
  }
}

/** The browser does not know the URL of the review, so it loads the page from the server, which redirects. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs): never => {
  throw redirectDocument(request.url);
};

export const meta: Route.MetaFunction = () => [
  { title: 'Review your stay | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function TripReview({ loaderData }: Route.ComponentProps) {
  return <ReviewConflict message={loaderData.conflict} />;
}
