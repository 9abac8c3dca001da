import { data, redirect } from 'react-router';
import { nullInOutage, pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { movedUrl } from '../../../shared/http/moved-url.ts';
import { toResult } from '../../../shared/result.ts';
import { bookPath } from '../book/stay-search.ts';
import { redirectToPayment } from '../book/submit-details.ts';
import { type HoldOutcome, toSold } from '../hold/hold-actions.tsx';
import { HoldView } from '../hold/hold-view.tsx';
import { toStaySearch } from '../record/trip.ts';
import { holdPath, tripPath } from '../record/trip-paths.ts';
import { BookingErrorPage } from '../trips/booking-error-page.tsx';
import { trip as tripCalls, tripMessages } from '../trips/calls.ts';
import { cacheLastLoaded } from '../trips/last-loaded.ts';
import { LateUnsentForm } from '../trips/late-unsent-form.tsx';
import { loadTrip } from '../trips/load-trip.ts';
import { submitMessage } from '../trips/submit-message.ts';
import type { Route } from './+types/hold';

async function load(code: string, fetch?: Fetch) {
  const loaded = await loadTrip(code, fetch);
  const messages = loaded.trip.can.includes('message')
    ? await toResult(tripMessages.list({ code, fetch }), 'Your messages cannot be shown just now.')
    : null;
  return { ...loaded, messages };
}

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const loaded = await nullInOutage(context.get(pageContext), (api) => load(params.code, api));
  if (loaded?.trip.status === 'confirmed')
    throw redirect(movedUrl(tripPath(params.code), new URL(request.url)));
  return loaded;
}

const { loadOrLast, useLastLoaded } = cacheLastLoaded(load);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadOrLast(params.code);

const nothingSent: HoldOutcome = { paymentUrl: null, failure: '', sold: null, unsent: null };

export async function action({ request, params: { code }, context }: Route.ActionArgs) {
  const { api } = context.get(pageContext);
  const form = await request.formData();
  const intent = form.get('intent');
  if (intent === null) return submitMessage(form, api, { code, path: holdPath(code) });
  try {
    if (intent === 'pay') return redirectToPayment((await tripCalls.checkout({ code, fetch: api })).url);
    if (intent === 'confirm-email') await tripCalls.confirmEmail({ code, fetch: api });
    if (intent !== 'change' && intent !== 'release') return redirect(holdPath(code), 303);
    const trip = await tripCalls.read({ code, fetch: api });
    await tripCalls.release({ code, fetch: api });
    return redirect(intent === 'change' ? bookPath(toStaySearch(trip)) : holdPath(code), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ failure: error.message, sold: toSold(error) }, { status: error.status });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = () => [
  { title: 'Your booking | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function HoldPage({ loaderData, actionData, params }: Route.ComponentProps) {
  useLastLoaded(loaderData);
  const outcome = { ...nothingSent, ...actionData };
  return (
    <div className="page-width pt-8 pb-20 sm:pt-14 sm:pb-28">
      {loaderData ? (
        <HoldView
          trip={loaderData.trip}
          messages={loaderData.messages}
          title={loaderData.property?.title ?? loaderData.trip.property.title}
          outcome={outcome}
        />
      ) : (
        <LateUnsentForm code={params.code} path={holdPath(params.code)} outcome={outcome} />
      )}
    </div>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <BookingErrorPage error={error} />;
