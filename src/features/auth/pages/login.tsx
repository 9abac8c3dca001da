import { redirect, useLocation } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { safeReturnUrl } from '../../../shared/http/return-url.ts';
import { type AsyncResult, toResult, withServerTimeout } from '../../../shared/result.ts';
import { useOnce } from '../../../ui/browser/redirect.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/spinner.tsx';
import { type CurrentUser, fetchUser } from '../calls.ts';
import { landingPath } from '../login/landing-path.ts';
import { LoginCard } from '../login/login-card.tsx';
import { type LoginState, leaveLogin, useReturnUrl } from '../login/use-return-url.ts';
import type { Route } from './+types/login';

const loadUser = (fetch?: Fetch) => toResult(fetchUser(fetch), 'Failed to fetch user');

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ user: AsyncResult<CurrentUser> }> {
  const user = await withServerTimeout(loadUser(context.get(pageContext).api));
  if ('value' in user && user.value)
    throw redirect(safeReturnUrl(new URL(request.url).searchParams.get('returnUrl')));
  return { user };
}

export const clientLoader = (): { user: AsyncResult<CurrentUser> } => ({ user: loadUser() });

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
  const returnUrl = useReturnUrl();
  const leave = () => leaveLogin(returnUrl());
  const land = () => void landingPath(returnUrl()).then(leaveLogin);
  const card = (
    <>
      <LoginCard returnUrl={returnUrl} failure={state?.failure ?? ''} signedIn={land} />
      <section aria-labelledby="find-title" className="page-width -mt-10 pb-20 text-center sm:-mt-18">
        <h2 id="find-title" className="text-xl text-deep">
          Find my booking
        </h2>
        <p className="mx-auto mt-2 max-w-md text-slate">
          Sign in with the e-mail address you booked with: your trips stand on your account.
        </p>
      </section>
    </>
  );
  return (
    <AsyncContent from={loaderData.user} pending={<PageSpinner />} failed={() => card}>
      {(user) => (user ? <RedirectAway leave={leave} /> : card)}
    </AsyncContent>
  );
}

function RedirectAway({ leave }: { leave(): void }) {
  useOnce(leave);
  return <PageSpinner />;
}
