import { redirect, redirectDocument } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { tripReview } from '../calls.ts';
import type { Route } from './+types/trip-review';

/** Leads from a trip to the review of its stay. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<never> {
  const { api } = context.get(pageContext);
  const { path } = await orNotFound(tripReview.read({ code: params.code, fetch: api }));
  throw redirect(path);
}

/** The browser does not know the URL of the review, so it loads the page from the server, which redirects. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs): never => {
  throw redirectDocument(request.url);
};

export default function TripReview() {
  return null;
}
