import { data, redirect } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { toResult } from '../../../shared/result.ts';
import { messageKey, type UnsentMessage } from '../messages/conversation.tsx';
import { tripsClient } from '../trips/client.ts';
import { loadTrip } from '../trips/load-trip.ts';
import { holdPath, pathOfTrip, tripPath } from '../trips/trip.ts';
import { TripView } from '../trips/trip-view.tsx';
import type { Route } from './+types/trip';

async function load(code: string, fetch?: Fetch) {
  const [loaded, messages] = await Promise.all([
    loadTrip(code, fetch),
    toResult(tripsClient(fetch).messages(code), 'Your messages cannot be shown just now.'),
  ]);
  return { ...loaded, messages };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const loaded = await load(params.code, context.get(pageContext).api);
  if (pathOfTrip(loaded.trip) === holdPath(loaded.trip.code)) throw redirect(holdPath(params.code));
  return loaded;
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(params.code);

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const text = String(form.get('text') ?? '');
  const kind = form.get('kind') === 'change' ? 'change' : 'message';
  const key = messageKey(params.code, Number(form.get('count')), text);
  try {
    await tripsClient(context.get(pageContext).api).sendMessage(params.code, { text, kind }, key);
    return redirect(`${tripPath(params.code)}#messages`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<UnsentMessage>({ typed: text, kind, failure: error.message }, { status: error.status });
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Your stay | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function TripPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28">
      <TripView {...loaderData} unsent={actionData ?? null} />
    </div>
  );
}
