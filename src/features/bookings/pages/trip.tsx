import { data, redirect } from 'react-router';
import { nullInOutage, pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { movedUrl } from '../../../shared/http/moved-url.ts';
import { toResult } from '../../../shared/result.ts';
import { submitArrival } from '../arrival-details/submit-arrival.ts';
import { redirectToPayment } from '../book/submit-details.ts';
import { isSharing, submitSharing } from '../companions/submit-sharing.ts';
import { bookingExtras } from '../extras/calls.ts';
import type { BookingExtras } from '../extras/contract.server.ts';
import { isOrdering, submitOrder } from '../extras/submit-order.ts';
import { pathOfTrip } from '../record/trip.ts';
import { holdPath, tripPath } from '../record/trip-paths.ts';
import { BookingErrorPage } from '../trips/booking-error-page.tsx';
import { trip as tripCalls, tripMessages } from '../trips/calls.ts';
import { cacheLastLoaded } from '../trips/last-loaded.ts';
import { LateUnsentForm } from '../trips/late-unsent-form.tsx';
import { loadTrip } from '../trips/load-trip.ts';
import { isNewRefund, submitCancellation } from '../trips/submit-cancellation.ts';
import { submitMessage } from '../trips/submit-message.ts';
import type { TripOutcome } from '../trips/trip-money.tsx';
import { TripView } from '../trips/trip-view.tsx';
import type { Route } from './+types/trip';

const noExtras: BookingExtras = { offered: [], added: [] };

async function load(code: string, fetch?: Fetch) {
  const [loaded, messages, extras] = await Promise.all([
    loadTrip(code, fetch),
    toResult(tripMessages.list({ code, fetch }), 'Your messages cannot be shown just now.'),
    bookingExtras.list({ code, fetch }).catch(() => noExtras),
  ]);
  return { ...loaded, messages, extras };
}

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const loaded = await nullInOutage(context.get(pageContext), (api) => load(params.code, api));
  if (loaded && pathOfTrip(loaded.trip) === holdPath(loaded.trip.code))
    throw redirect(movedUrl(holdPath(params.code), new URL(request.url)));
  return loaded;
}

const { loadOrLast, useLastLoaded } = cacheLastLoaded(load);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadOrLast(params.code);

const nothingSent: TripOutcome = {
  unsent: null,
  unsaved: null,
  sharing: null,
  ordering: null,
  paymentUrl: null,
  cancellation: null,
  failure: '',
  failed: null,
};

export async function action({ request, params: { code }, context }: Route.ActionArgs) {
  const { api } = context.get(pageContext);
  const form = await request.formData();
  const intent = form.get('intent');
  if (intent === null) return submitMessage(form, api, { code, path: tripPath(code) });
  if (intent === 'arrival-details') return submitArrival(form, api, code);
  if (isSharing(intent)) return submitSharing(form, api, code);
  if (isOrdering(intent)) return submitOrder(form, api, code);
  try {
    if (intent === 'pay') return redirectToPayment((await tripCalls.checkout({ code, fetch: api })).url);
    const cancellation = await submitCancellation(form, code, api);
    return cancellation ? { cancellation } : redirect(tripPath(code), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const cancellation = isNewRefund(error)
      ? await tripCalls.cancellation({ code, fetch: api }).catch(() => null)
      : null;
    const failed: TripOutcome['failed'] = intent === 'pay' ? 'pay' : 'cancel';
    return data({ failure: error.message, failed, cancellation }, { status: error.status });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = () => [
  { title: 'Your stay | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function TripPage({ loaderData, actionData, params }: Route.ComponentProps) {
  useLastLoaded(loaderData);
  const outcome = { ...nothingSent, ...actionData };
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28">
      {loaderData ? (
        <TripView {...loaderData} outcome={outcome} />
      ) : (
        <LateUnsentForm code={params.code} path={tripPath(params.code)} outcome={outcome} />
      )}
    </div>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <BookingErrorPage error={error} />;
