import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { type AsyncResult, toResult, withServerTimeout } from '../../../shared/result.ts';
import { ErrorPage } from '../../../ui/error-page.tsx';
import { tables as tableCalls } from '../../admin/calls/calls.ts';
import type { TableSummary } from '../../admin/calls/contract.server.ts';
import { Dashboard } from '../../admin/pages/dashboard.tsx';
import { type AccessResult, loadAccess, requireAccess } from '../../admin/shell/access.ts';
import { AdminAccess, CenteredMain } from '../../admin/shell/admin-access.tsx';
import { WaitingCount } from '../inbox/waiting-count.tsx';
import type { Route } from './+types/admin';

interface AdminData {
  access: AccessResult;
  tables: AsyncResult<readonly TableSummary[]>;
}

/** The page has its own layout in place of the site's. */
export const handle = { ownFrame: true };

/** Loads the tables only for an admin who may see them. */
function load(fetch?: Fetch) {
  const access = loadAccess(fetch);
  const tables = access.then(async (loaded) => {
    const viewer = 'value' in loaded ? loaded.value : null;
    return viewer?.isAdmin && !viewer.needsReauthentication ? tableCalls.list({ fetch }) : [];
  });
  return { access, tables: toResult<readonly TableSummary[]>(tables, 'Failed to fetch schemas') };
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<AdminData> {
  const loading = load(context.get(pageContext).api);
  const access = await requireAccess(loading.access, request);
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

/** The tables, in the frame of all hosts' screens: the count beside its link to the inbox is of this feature. */
export default function AdminPage({ loaderData: { access, tables } }: Route.ComponentProps) {
  return (
    <AdminAccess access={access}>
      {(viewer) => <Dashboard viewer={viewer} tables={tables} inboxBadge={<WaitingCount />} />}
    </AdminAccess>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <CenteredMain>
      <ErrorPage error={error} />
    </CenteredMain>
  );
}
