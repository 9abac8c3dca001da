import { ArrowLeft, LogOut } from 'lucide-react';
import { useState } from 'react';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { logOut } from '../../auth/session/logout.ts';

/** The signed-in user, and links that leave the hosts' screens. */
export function SessionLinks({ email }: { email: string }) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <p
        className="mr-1 min-w-0 basis-full truncate text-sm text-slate sm:max-w-72 sm:basis-auto"
        title={email}
      >
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
  );
}
