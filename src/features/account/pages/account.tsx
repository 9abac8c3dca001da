import { LayoutDashboard, LogOut } from 'lucide-react';
import { useState } from 'react';
import { redirect } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { type AsyncResult, type Result, toResult, withServerTimeout } from '../../../shared/result.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/page-spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import {
  type AdminStatus,
  authClient,
  type CurrentUser,
  type PurchasedProduct,
  type SignedInBrowser,
  type SignedInUser,
} from '../../auth/client.ts';
import { RequireUser } from '../../auth/login/require-user.tsx';
import { returnUrlCookie } from '../../auth/login/use-return-url.ts';
import type { Passkey } from '../../auth/passkeys/passkey.ts';
import { PasskeyList } from '../../auth/passkeys/passkey-list.tsx';
import { Reauthenticate } from '../../auth/passkeys/reauthenticate.tsx';
import { NeedHelp } from '../ui/help-section.tsx';
import { YourData } from '../ui/privacy-section.tsx';
import { PurchaseHistory } from '../ui/purchase-history.tsx';
import { SessionList } from '../ui/session-list.tsx';
import { Tiles } from '../ui/summary-tiles.tsx';
import type { Route } from './+types/account';

interface AccountData {
  purchases: AsyncResult<PurchasedProduct[]>;
  sessions: AsyncResult<SignedInBrowser[] | null>;
  passkeys: AsyncResult<Passkey[] | null>;
  adminStatus: AsyncResult<AdminStatus>;
}

const noPurchases = 'Failed to load purchase history';

/** @param who is asked first: nobody else's browser asks for more than that */
function ask(who: Promise<CurrentUser>, fetch?: Fetch) {
  const client = authClient(fetch);
  const of = <T,>(call: () => Promise<T>, nobody: T, fallback: string): Promise<Result<T>> =>
    toResult(
      who.then((user) => (user ? call() : nobody)),
      fallback,
    );
  return {
    purchases: of(client.purchases, [], noPurchases),
    sessions: of(client.sessions, [], 'Failed to load your sessions'),
    passkeys: of(client.passkeys, [], 'Failed to load your passkeys'),
    adminStatus: of(
      client.adminStatus,
      { isAdmin: false, needsReauthentication: false },
      'Failed to check admin status',
    ),
  };
}

export async function loader({
  context,
}: Route.LoaderArgs): Promise<{ user: AsyncResult<CurrentUser> } & AccountData> {
  const { api } = context.get(pageContext);
  const user = await authClient(api).me();
  if (!user) throw redirect('/login', { headers: { 'Set-Cookie': returnUrlCookie('/account') } });
  const asked = ask(Promise.resolve(user), api);
  const [purchases, sessions, passkeys, adminStatus] = await Promise.all([
    withServerTimeout(asked.purchases),
    withServerTimeout(asked.sessions),
    withServerTimeout(asked.passkeys),
    withServerTimeout(asked.adminStatus),
  ]);
  return { user: { value: user }, purchases, sessions, passkeys, adminStatus };
}

export function clientLoader(): { user: AsyncResult<CurrentUser> } & AccountData {
  const who = authClient().me();
  return { user: toResult(who, 'Failed to fetch user'), ...ask(who) };
}

export const meta: Route.MetaFunction = () => [
  { title: 'My Account | PCB Beach Rentals' },
  { name: 'description', content: 'Your bookings with PCB Beach Rentals.' },
  { name: 'robots', content: 'noindex' },
];

export default function AccountPage({ loaderData: { user, ...data } }: Route.ComponentProps) {
  const [leaving, setLeaving] = useState(false);

  /** The person is gone from the screen at once, whatever the server says. */
  async function logOut() {
    setLeaving(true);
    await authClient()
      .logout()
      .catch((error: unknown) => console.error(error));
    window.location.assign('/');
  }

  if (leaving) {
    return <PageSpinner />;
  }
  return (
    <RequireUser user={user}>{(person) => <Account user={person} logOut={logOut} {...data} />}</RequireUser>
  );
}

interface AccountProps extends AccountData {
  user: SignedInUser;
  logOut(): void;
}

function Account({ user, logOut, purchases, sessions, passkeys, adminStatus }: AccountProps) {
  const { current, retry } = useReloadable(purchases, () => authClient().purchases(), noPurchases);
  return (
    <div className="page-width pt-10 pb-20 sm:pt-16 sm:pb-28">
      <div className="mx-auto flex max-w-4xl flex-col gap-6">
        <header className="mb-2 flex flex-col gap-5 sm:mb-4 sm:flex-row sm:items-end sm:justify-between">
          <div className="min-w-0">
            <h1 className="text-4xl text-deep sm:text-5xl">My Account</h1>
            <p className="mt-3 text-lg wrap-anywhere text-slate">{user.email}</p>
          </div>
          <div className="flex shrink-0 flex-wrap gap-3">
            <AdminLink adminStatus={adminStatus} />
            <Button look="quiet" onClick={logOut}>
              <LogOut aria-hidden="true" className="size-4.5" />
              Logout
            </Button>
          </div>
        </header>
        <Reauthenticate adminStatus={adminStatus} />
        <Tiles user={user} purchases={current} />
        <PurchaseHistory purchases={current} retry={retry} />
        <NeedHelp />
        <SessionList sessions={sessions} />
        <PasskeyList passkeys={passkeys} adminStatus={adminStatus} />
        <YourData />
      </div>
    </div>
  );
}

/** The way to the admin, for administrators alone. */
const AdminLink = ({ adminStatus }: Pick<AccountData, 'adminStatus'>) => (
  <AsyncContent from={adminStatus} pending={null} failed={() => null}>
    {({ isAdmin }) =>
      isAdmin && (
        <ButtonLink to="/admin" look="secondary">
          <LayoutDashboard aria-hidden="true" className="size-4.5" />
          Admin Dashboard
        </ButtonLink>
      )
    }
  </AsyncContent>
);
