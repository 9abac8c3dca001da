import { ArrowLeft, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { FailedLogout, useFailedLogout } from '../../auth/session/failed-logout.tsx';
import { logOut } from '../../auth/session/logout.ts';

/** `children` name the screen, or the site. */
export function AdminHeader({ email, children }: { email: string; children: ReactNode }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const hasFailedLogout = useFailedLogout(true);
  return (
    <header className="border-b border-dune bg-white">
      {hasFailedLogout && <FailedLogout />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
        <div className="flex min-w-0 items-center gap-3">
          <BrandMark className="size-9 shrink-0 text-gulf" />
          <div className="min-w-0">{children}</div>
        </div>
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-2 sm:grow-0">
          <p className="mr-1 min-w-0 basis-full truncate text-sm text-slate sm:basis-auto" title={email}>
            {`Welcome, ${email}`}
          </p>
          <SmallButtonLink to="/">
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Site
          </SmallButtonLink>
          <SmallButton
            disabled={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void logOut('/login');
            }}
          >
            <LogOut aria-hidden="true" className="size-4" />
            Sign Out
          </SmallButton>
        </div>
      </div>
    </header>
  );
}
