import { redirectDocument, useRouteLoaderData } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { accessDays } from '../../bookings/record/access-days.ts';
import { BookingErrorPage } from '../../bookings/trips/booking-error-page.tsx';
import { loadTrip } from '../../bookings/trips/load-trip.ts';
import { bookingGuide } from '../calls.ts';
import { GuideView } from '../ui/guide-view.tsx';
import type { Route } from './+types/guide';

/** Read in the house on any connection, and printed: the page loads no scripts but the one that copies. */
export const handle = { withoutScripts: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  const { trip, property } = await loadTrip(params.code, api);
  const guide = await bookingGuide.read({ code: params.code, fetch: api });
  const firstDay = addDays(trip.checkin, -accessDays);
  const isWaiting =
    trip.status === 'confirmed' && trip.now !== '' && todayAtProperty(new Date(trip.now)) < firstDay;
  return { guide, trip, property, accessOn: isWaiting ? firstDay : null };
}

/** Only the server renders this page. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs): never => {
  throw redirectDocument(request.url);
};

export const meta: Route.MetaFunction = () => [
  { title: 'Your guide | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function GuidePage({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<{ nonce?: string }>('root');
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28 print:p-0">
      <GuideView {...loaderData} />
      <script src="/copy-text.js" defer nonce={root?.nonce} />
    </div>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <BookingErrorPage error={error} />;
