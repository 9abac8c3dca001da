import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createQueryClient } from '../../../ui/loading/query-client.ts';
import { Reauthenticate } from '../../auth/passkeys/reauthenticate.tsx';
import type { AdminViewer } from './access.ts';
import { AdminHeader } from './admin-header.tsx';
import { AdminNav } from './admin-nav.tsx';
import { MailNotice } from './mail-notice.tsx';

interface AdminFrameProps {
  viewer: AdminViewer;
  title: ReactNode;
  /** Shown beside the link to the inbox. */
  inboxBadge: ReactNode;
  children: ReactNode;
}

/** The frame of the hosts' screens: header, navigation and contexts. It requires a passkey first if one is due. */
export function AdminFrame({ viewer, title, inboxBadge, children }: AdminFrameProps) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale="en-US">
        <AdminHeader email={viewer.user.email}>{title}</AdminHeader>
        {/* Who has to show a passkey first may not read anything yet. */}
        {!viewer.needsReauthentication && <MailNotice />}
        <AdminNav email={viewer.user.email} inboxBadge={viewer.needsReauthentication ? null : inboxBadge} />
        {viewer.needsReauthentication ? (
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl grow p-4 outline-none sm:p-10">
            <Reauthenticate adminStatus={{ value: viewer }} />
          </main>
        ) : (
          children
        )}
        <div aria-hidden="true" className="h-[calc(3.5rem+env(safe-area-inset-bottom))] lg:hidden" />
      </I18nProvider>
    </QueryClientProvider>
  );
}
