import { redirect } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { movedUrl } from '../../../shared/http/moved-url.ts';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import type { DetailProblems } from '../../bookings/book/details.ts';
import { submitDetails } from '../../bookings/book/submit-details.ts';
import { tripPath } from '../../bookings/record/trip-paths.ts';
import { property as propertyCalls } from '../../listings/calls.ts';
import { guestOffer } from '../offers/calls.ts';
import { OfferView } from '../offers/offer-view.tsx';
import type { Route } from './+types/offer';

/** @throws a 404 response for an unknown link, a redirect for the guest who has booked the offer */
async function load(token: string, url: string, fetch?: Fetch) {
  const offer = await orNotFound(guestOffer.read({ token, fetch }));
  if (offer.state === 'booked' && offer.bookingCode)
    throw redirect(movedUrl(tripPath(offer.bookingCode), new URL(url)));
  const property = await propertyCalls.read({ slug: offer.property, fetch }).catch(() => null);
  return { offer, property };
}

export const loader = ({ params, request, context }: Route.LoaderArgs) =>
  load(params.token, request.url, context.get(pageContext).api);

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(params.token, request.url);

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submitDetails(request, context.get(pageContext).api, (fetch, { quoteId: _, ...json }) =>
    guestOffer.accept({ token: params.token, json, fetch }),
  );

export const meta: Route.MetaFunction = () => [
  { title: 'Your offer | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

const none: DetailProblems = {};

export default function OfferPage({ params, loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28">
      <OfferView
        {...loaderData}
        token={params.token}
        problems={actionData?.problems ?? none}
        typed={actionData?.typed}
      />
    </div>
  );
}
