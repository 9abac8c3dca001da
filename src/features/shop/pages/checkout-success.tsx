import { pageContext } from '../../../page-context.ts';
import { type Loading, outcomeOf } from '../../../shared/outcome.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loads } from '../../../ui/loads.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type ConfirmedPurchase, noSessionId } from '../purchase.ts';
import { Confirmation } from '../ui/confirmation.tsx';
import { confirmSoon, lookUpPurchase } from '../ui/look-up-purchase.ts';
import { WentWrong } from '../ui/went-wrong.tsx';
import type { Route } from './+types/checkout-success';

const failed = 'Failed to load purchase details';

const sessionIdIn = (request: Request) => new URL(request.url).searchParams.get('sessionId');

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ purchase: Loading<ConfirmedPurchase> }> {
  const sessionId = sessionIdIn(request);
  if (!sessionId) return { purchase: { failure: noSessionId } };
  return { purchase: await confirmSoon(context.get(pageContext).api, sessionId, failed) };
}

export function clientLoader({ request }: Route.ClientLoaderArgs): { purchase: Loading<ConfirmedPurchase> } {
  const sessionId = sessionIdIn(request);
  if (!sessionId) return { purchase: { failure: noSessionId } };
  return { purchase: outcomeOf(lookUpPurchase(sessionId), failed) };
}

/** The address carries the session, so it is not for search engines. */
export const meta: Route.MetaFunction = () => [
  { title: 'Your Booking | PCB Beach Rentals' },
  { name: 'description', content: 'The confirmation of a booking with PCB Beach Rentals.' },
  { name: 'robots', content: 'noindex' },
];

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  return (
    <Loads
      from={loaderData.purchase}
      pending={
        <div className="page-width py-24">
          <Spinner label="Processing your purchase..." />
        </div>
      }
      failed={(message) => (
        <WentWrong message={message}>
          <ButtonLink to="/shop">Back to Shop</ButtonLink>
          <ButtonLink to="/" look="quiet">
            Go Home
          </ButtonLink>
        </WentWrong>
      )}
    >
      {(purchase) => <Confirmation purchase={purchase} />}
    </Loads>
  );
}
