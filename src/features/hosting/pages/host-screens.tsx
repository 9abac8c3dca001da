import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ErrorPage } from '../../../ui/error-page.tsx';
import { type AccessResult, loadAccess, requireAccess } from '../../admin/shell/access.ts';
import { AdminAccess, CenteredMain } from '../../admin/shell/admin-access.tsx';
import { AdminFrame } from '../../admin/shell/admin-frame.tsx';
import { WaitingCount } from '../inbox/waiting-count.tsx';
import type { Route } from './+types/host-screens';

/** The screens have their own layout in place of the site's. */
export const handle = { ownFrame: true };

export const loader = async ({ request, context }: Route.LoaderArgs): Promise<{ access: AccessResult }> => ({
  access: await requireAccess(loadAccess(context.get(pageContext).api), request),
});

export const clientLoader = (): { access: AccessResult } => ({ access: loadAccess() });

/** Going from screen to screen does not load the user again. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => currentUrl.href === nextUrl.href && defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [
  { title: 'Admin | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

/** The frame of `/admin/…`: each screen inside renders its own heading and loads its data in the browser. */
export default function HostScreens({ loaderData: { access } }: Route.ComponentProps) {
  return (
    <AdminAccess access={access}>
      {(viewer) => (
        <AdminFrame
          viewer={viewer}
          inboxBadge={<WaitingCount />}
          title={<Title isHeading={viewer.needsReauthentication} />}
        >
          <main id="main" tabIndex={-1} className="min-w-0 grow outline-none">
            <Outlet />
          </main>
        </AdminFrame>
      )}
    </AdminAccess>
  );
}

/** @param isHeading whether no screen with a heading of its own stands below */
function Title({ isHeading }: { isHeading: boolean }) {
  const Name = isHeading ? 'h1' : 'p';
  return <Name className="font-display text-lg leading-normal text-deep sm:text-2xl">PCB Beach Rentals</Name>;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <CenteredMain>
      <ErrorPage error={error} />
    </CenteredMain>
  );
}
