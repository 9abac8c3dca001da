import { LayoutDashboard, LogOut, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { redirect, useLocation } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { type AsyncResult, type Result, toResult, withServerTimeout } from '../../../shared/result.ts';
import { Redirect } from '../../../ui/browser/redirect.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import {
  adminStatus,
  type CurrentUser,
  fetchUser,
  listSessions,
  type SignedInUser,
} from '../../auth/calls.ts';
import type { AdminStatus, SessionView } from '../../auth/contract.server.ts';
import { type LoginState, returnUrlCookie } from '../../auth/login/use-return-url.ts';
import { listPasskeys } from '../../auth/passkeys/calls.ts';
import type { Passkey } from '../../auth/passkeys/contract.server.ts';
import { PasskeyList } from '../../auth/passkeys/passkey-list.tsx';
import { Reauthenticate } from '../../auth/passkeys/reauthenticate.tsx';
import { logOut } from '../../auth/session/logout.ts';
import type { TripSummary } from '../../bookings/record/trip.schema.server.ts';
import { listTrips } from '../../bookings/trips/calls.ts';
import { MyTrips } from '../../bookings/trips/my-trips.tsx';
import type { PurchasedProduct } from '../../shop/contract.server.ts';
import { purchasedProducts } from '../calls.ts';
import { HelpSection } from '../ui/help-section.tsx';
import { PrivacySection } from '../ui/privacy-section.tsx';
import { PurchaseHistory } from '../ui/purchase-history.tsx';
import { SessionList } from '../ui/session-list.tsx';
import { SummaryTiles } from '../ui/summary-tiles.tsx';
import type { Route } from './+types/account';

interface AccountData {
  purchases: AsyncResult<PurchasedProduct[]>;
  trips: AsyncResult<TripSummary[] | null>;
  sessions: AsyncResult<SessionView[] | null>;
  passkeys: AsyncResult<Passkey[] | null>;
  adminStatus: AsyncResult<AdminStatus>;
}

type LoaderData = { user: AsyncResult<CurrentUser> } & AccountData;

const purchasesFailed = 'Failed to load purchase history';

/** @param user awaited first: for anonymous visitors nothing else is requested */
function loadAccount(user: Promise<CurrentUser>, fetch?: Fetch) {
  const ifSignedIn = <T,>(load: () => Promise<T>, anonymous: T, fallback: string): Promise<Result<T>> =>
    toResult(
      user.then((signedIn) => (signedIn ? load() : anonymous)),
      fallback,
    );
  return {
    purchases: ifSignedIn(() => purchasedProducts.list({ fetch }), [], purchasesFailed),
    trips: ifSignedIn(() => listTrips(fetch), null, 'Failed to load your trips'),
    sessions: ifSignedIn(() => listSessions(fetch), [], 'Failed to load your sessions'),
    passkeys: ifSignedIn(() => listPasskeys(fetch), [], 'Failed to load your passkeys'),
    adminStatus: ifSignedIn(
      () => adminStatus.read({ fetch }),
      { isAdmin: false, needsReauthentication: false },
      'Failed to check admin status',
    ),
  };
}

export async function loader({ context }: Route.LoaderArgs): Promise<LoaderData> {
  const { api } = context.get(pageContext);
  const user = await fetchUser(api);
  if (!user) throw redirect('/login', { headers: { 'Set-Cookie': returnUrlCookie('/account') } });
  const account = loadAccount(Promise.resolve(user), api);
  const [purchases, trips, sessions, passkeys, adminStatus] = await Promise.all([
    withServerTimeout(account.purchases),
    withServerTimeout(account.trips),
    withServerTimeout(account.sessions),
    withServerTimeout(account.passkeys),
    withServerTimeout(account.adminStatus),
  ]);
  return { user: { value: user }, purchases, trips, sessions, passkeys, adminStatus };
}

export function clientLoader(): LoaderData {
  const user = fetchUser();
  return { user: toResult(user, 'Failed to fetch user'), ...loadAccount(user) };
}

export const meta: Route.MetaFunction = () => [
  { title: 'My Account | PCB Beach Rentals' },
  { name: 'description', content: 'Your bookings with PCB Beach Rentals.' },
  { name: 'robots', content: 'noindex' },
];

export default function AccountPage({ loaderData: { user, ...data } }: Route.ComponentProps) {
  const [leaving, setLeaving] = useState(false);

  /** Hides the account immediately, before the server responds. */
  function leave() {
    setLeaving(true);
    void logOut('/');
  }

  if (leaving) return <PageSpinner />;
  return (
    <RequireUser user={user}>
      {(signedIn) => <Account user={signedIn} logOut={leave} {...data} />}
    </RequireUser>
  );
}

interface RequireUserProps {
  user: AsyncResult<CurrentUser>;
  children: (user: SignedInUser) => ReactNode;
}

function RequireUser({ user, children }: RequireUserProps) {
  const { pathname, search } = useLocation();
  const state: LoginState = { returnUrl: pathname + search };
  const toLogin = (
    <>
      <PageSpinner />
      <Redirect to="/login" state={state} />
    </>
  );
  return (
    <AsyncContent from={user} pending={<PageSpinner />} failed={() => toLogin}>
      {(signedIn) => (signedIn ? children(signedIn) : toLogin)}
    </AsyncContent>
  );
}

interface AccountProps extends AccountData {
  user: SignedInUser;
  logOut(): void;
}

function Account({ user, logOut, purchases, trips, sessions, passkeys, adminStatus }: AccountProps) {
  const { current, retry } = useReloadable(purchases, () => purchasedProducts.list(), purchasesFailed);
  return (
    <div className="page-width pt-10 pb-20 sm:pt-16 sm:pb-28">
      <div className="mx-auto flex max-w-4xl flex-col gap-6">
        <header className="mb-2 flex flex-wrap items-start justify-between gap-x-3 gap-y-5 sm:mb-4 sm:items-end">
          <div className="min-w-0 grow basis-40">
            <h1 className="text-4xl text-deep sm:text-5xl">My Account</h1>
            <p className="mt-3 text-lg wrap-anywhere text-slate">{user.email}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <AdminLink adminStatus={adminStatus} />
            <Button variant="quiet" onClick={logOut}>
              <LogOut aria-hidden="true" className="size-4.5" />
              Logout
            </Button>
          </div>
        </header>
        <Reauthenticate adminStatus={adminStatus} />
        <SummaryTiles user={user} purchases={current} />
        <MyTrips trips={trips} today={todayAtProperty(new Date())} />
        <PurchaseHistory purchases={current} trips={trips} retry={retry} />
        <HelpSection />
        <SessionList sessions={sessions} />
        <PasskeyList passkeys={passkeys} adminStatus={adminStatus} />
        <PrivacySection />
      </div>
    </div>
  );
}

const AdminLink = ({ adminStatus }: Pick<AccountData, 'adminStatus'>) => (
  <AsyncContent from={adminStatus} pending={null} failed={() => null}>
    {({ isAdmin }) =>
      isAdmin && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/today" variant="secondary">
            <Sun aria-hidden="true" className="size-4.5" />
            Today
          </ButtonLink>
          <ButtonLink to="/admin" variant="quiet">
            <LayoutDashboard aria-hidden="true" className="size-4.5" />
            Admin Dashboard
          </ButtonLink>
        </div>
      )
    }
  </AsyncContent>
);
