import { useEffect } from 'react';
import { redirect, useLocation } from 'react-router';
import { pageContext } from '../../../page-context.ts';
import type { Fetch } from '../../../shared/api-client.ts';
import { type Loading, outcomeOf, settledSoon } from '../../../shared/outcome.ts';
import { safeReturnUrl } from '../../../shared/return-url.ts';
import { Loads } from '../../../ui/loads.tsx';
import { PageSpinner } from '../../../ui/page-spinner.tsx';
import { accountsClient, type CurrentUser } from '../client.ts';
import { LoginCard } from '../ui/login-card.tsx';
import { goBack, type LoginState, useWayBack } from '../ui/way-back.ts';
import type { Route } from './+types/login';

const ask = (fetch?: Fetch) => outcomeOf(accountsClient(fetch).me(), 'Failed to fetch user');

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ user: Loading<CurrentUser> }> {
  const user = await settledSoon(ask(context.get(pageContext).api));
  if ('value' in user && user.value)
    throw redirect(safeReturnUrl(new URL(request.url).searchParams.get('returnUrl')));
  return { user };
}

export const clientLoader = (): { user: Loading<CurrentUser> } => ({ user: ask() });

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in | PCB Beach Rentals' },
  {
    name: 'description',
    content: 'Sign in to see your bookings with PCB Beach Rentals.',
  },
  { name: 'robots', content: 'noindex' },
];

export default function Login({ loaderData }: Route.ComponentProps) {
  const state = useLocation().state as LoginState | null;
  const wayBack = useWayBack();
  const leave = () => goBack(wayBack());
  const card = <LoginCard returnUrl={wayBack} failure={state?.failure ?? ''} signedIn={leave} />;
  return (
    <Loads from={loaderData.user} pending={<PageSpinner />} failed={() => card}>
      {(user) => (user ? <Leaving leave={leave} /> : card)}
    </Loads>
  );
}

/** Somebody who is signed in already has no business here. */
function Leaving({ leave }: { leave(): void }) {
  useEffect(leave);
  return <PageSpinner />;
}
