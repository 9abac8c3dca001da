import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { loginUrl } from '../../../shared/http/return-url.ts';
import { Redirect } from '../../../ui/browser/redirect.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import type { AccessResult, AdminViewer } from './access.ts';
import { AccessCheckFailed, AccessDenied } from './access-states.tsx';

/** Shows its children to admins, and says to everyone else why not. */
export function AdminAccess({
  access,
  children,
}: {
  access: AccessResult;
  children: (viewer: AdminViewer) => ReactNode;
}) {
  const location = useLocation();
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
        if (!viewer) return <Redirect to={loginUrl(location)} />;
        if (viewer.isAdmin) return children(viewer);
        return (
          <CenteredMain>
            <AccessDenied />
          </CenteredMain>
        );
      }}
    </AsyncContent>
  );
}

export const CenteredMain = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1} className="grid grow place-items-center outline-none">
    {children}
  </main>
);
