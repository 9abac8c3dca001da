import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import { FailedLogout, useFailedLogout } from '../../auth/session/failed-logout.tsx';
import { SessionLinks } from './session-links.tsx';

/** The admin's header. `children` is the name of the screen or the site. Phones have the session's links under “More”. */
export function AdminHeader({ email, children }: { email: string; children: ReactNode }) {
  const hasFailedLogout = useFailedLogout(true);
  return (
    <header className="border-b border-dune bg-white">
      {hasFailedLogout && <FailedLogout />}
      <div className="flex items-center justify-between gap-x-6 px-4 py-1.5 sm:px-6 sm:py-2">
        <div className="flex min-w-0 items-center gap-3">
          <Link
            to="/"
            aria-label="Back to Site"
            className="-m-1.5 grid size-11 shrink-0 place-items-center sm:hidden"
          >
            <BrandMark className="size-8 text-gulf" />
          </Link>
          <BrandMark className="size-9 shrink-0 text-gulf max-sm:hidden" />
          <div className="min-w-0">{children}</div>
        </div>
        <div className="max-sm:hidden">
          <SessionLinks email={email} />
        </div>
      </div>
    </header>
  );
}
