import { redirect } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { loadTrip } from '../trips/load-trip.ts';
import { holdPath, pathOfTrip } from '../trips/trip.ts';
import { TripView } from '../trips/trip-view.tsx';
import type { Route } from './+types/trip';

export async function loader({ params, context }: Route.LoaderArgs) {
  const loaded = await loadTrip(params.code, context.get(pageContext).api);
  if (pathOfTrip(loaded.trip) === holdPath(loaded.trip.code)) throw redirect(holdPath(params.code));
  return loaded;
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadTrip(params.code);

export const meta: Route.MetaFunction = () => [
  { title: 'Your stay | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function TripPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28">
      <TripView {...loaderData} />
    </div>
  );
}
