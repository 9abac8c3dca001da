import { Navigate, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { type AsyncResult, toResult, withServerTimeout } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { type AdminStatus, authClient, type SignedInUser } from '../../auth/client.ts';
import { ErrorPage } from '../../site/layout/error-page.tsx';
import { adminClient } from '../client.ts';
import type { TableSummary } from '../schema/table.ts';
import { AccessCheckFailed, AccessDenied, loginUrl } from '../shell/access-states.tsx';
import { Dashboard } from '../shell/dashboard.tsx';
import type { Route } from './+types/admin';

type Access = (AdminStatus & { user: SignedInUser }) | null;

interface AdminData {
  access: AsyncResult<Access>;
  tables: AsyncResult<readonly TableSummary[]>;
}

/** The page has its own layout in place of the site's. */
export const handle = { ownFrame: true };

const checkFailed = 'Failed to check admin status';

/** Loads the tables only for an admin who may see them. */
function load(fetch?: Fetch) {
  const accounts = authClient(fetch);
  const access = (async (): Promise<Access> => {
    const user = await accounts.me();
    return user && { ...(await accounts.adminStatus()), user };
  })();
  const tables = access.then(async (user) =>
    user?.isAdmin && !user.needsReauthentication ? adminClient(fetch).schemas() : [],
  );
  return {
    access: toResult(access, checkFailed),
    tables: toResult<readonly TableSummary[]>(tables, 'Failed to fetch schemas'),
  };
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<AdminData> {
  const loading = load(context.get(pageContext).api);
  const access = await withServerTimeout(loading.access);
  if ('value' in access && !access.value) throw redirect(loginUrl(new URL(request.url).search));
  return { access, tables: await withServerTimeout(loading.tables) };
}

export const clientLoader = (): AdminData => load();

/** Another table or page of rows does not load the user again. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [
  { title: 'Admin | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function AdminPage({ loaderData: { access, tables } }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <AsyncContent
      from={access}
      pending={
        <CenteredMain>
          <Spinner label="Loading admin dashboard..." />
        </CenteredMain>
      }
      failed={(message) => (
        <CenteredMain>
          <AccessCheckFailed message={message} />
        </CenteredMain>
      )}
    >
      {(viewer) => {
        if (!viewer) return <Navigate to={loginUrl(search)} replace />;
        if (viewer.isAdmin) return <Dashboard user={viewer.user} status={viewer} tables={tables} />;
        return (
          <CenteredMain>
            <AccessDenied />
          </CenteredMain>
        );
      }}
    </AsyncContent>
  );
}

const CenteredMain = ({ children }: { children: React.ReactNode }) => (
  <main id="main" tabIndex={-1} className="grid grow place-items-center outline-none">
    {children}
  </main>
);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <CenteredMain>
      <ErrorPage error={error} />
    </CenteredMain>
  );
}
