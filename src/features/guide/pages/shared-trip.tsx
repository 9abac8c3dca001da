import { redirectDocument, useRouteLoaderData } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { sharedTrip } from '../calls.ts';
import { SharedTripView } from '../ui/shared-trip-view.tsx';
import type { Route } from './+types/shared-trip';

/** Read in the house on any connection, and printed: the page loads no scripts but the one that copies. */
export const handle = { withoutScripts: true };

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  orNotFound(sharedTrip.read({ token, fetch: context.get(pageContext).api }));

/** Only the server renders this page. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs): never => {
  throw redirectDocument(request.url);
};

export const meta: Route.MetaFunction = () => [
  { title: 'Your stay | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function SharedTripPage({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<{ nonce?: string }>('root');
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28 print:p-0">
      <SharedTripView trip={loaderData} />
      <script src="/copy-text.js" defer nonce={root?.nonce} />
    </div>
  );
}
