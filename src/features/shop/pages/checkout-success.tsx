import { pageContext } from '../../../load-context.ts';
import { type AsyncResult, toResult } from '../../../shared/result.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Confirmation } from '../purchases/confirmation.tsx';
import { loadPurchase, pollPurchase } from '../purchases/load-purchase.ts';
import { noSessionId } from '../purchases/messages.ts';
import type { ConfirmedPurchase } from '../purchases/purchase.ts';
import { PageError } from '../ui/page-error.tsx';
import type { Route } from './+types/checkout-success';

const loadFailed = 'Failed to load purchase details';

const readSessionId = (request: Request) => new URL(request.url).searchParams.get('sessionId');

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ purchase: AsyncResult<ConfirmedPurchase> }> {
  const sessionId = readSessionId(request);
  if (!sessionId) return { purchase: { failure: noSessionId } };
  return { purchase: await loadPurchase(context.get(pageContext).api, sessionId, loadFailed) };
}

export function clientLoader({ request }: Route.ClientLoaderArgs): {
  purchase: AsyncResult<ConfirmedPurchase>;
} {
  const sessionId = readSessionId(request);
  if (!sessionId) return { purchase: { failure: noSessionId } };
  return { purchase: toResult(pollPurchase(sessionId), loadFailed) };
}

/** The URL carries the session, so it is not for search engines. */
export const meta: Route.MetaFunction = () => [
  { title: 'Your Booking | PCB Beach Rentals' },
  { name: 'description', content: 'The confirmation of a booking with PCB Beach Rentals.' },
  { name: 'robots', content: 'noindex' },
];

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  return (
    <AsyncContent
      from={loaderData.purchase}
      pending={
        <div className="page-width py-24">
          <Spinner label="Processing your purchase..." />
        </div>
      }
      failed={(message) => (
        <PageError message={message}>
          <ButtonLink to="/shop">Back to Shop</ButtonLink>
          <ButtonLink to="/" variant="quiet">
            Go Home
          </ButtonLink>
        </PageError>
      )}
    >
      {(purchase) => <Confirmation purchase={purchase} />}
    </AsyncContent>
  );
}
