import { QueryClientProvider } from '@tanstack/react-query';
import { MousePointerClick } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useSearchParams } from 'react-router';
import type { AsyncResult } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { createQueryClient } from '../../../ui/loading/query-client.ts';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import type { AdminStatus, SignedInUser } from '../../auth/client.ts';
import { Reauthenticate } from '../../auth/passkeys/reauthenticate.tsx';
import { adminClient } from '../client.ts';
import type { TableSummary } from '../schema/table.ts';
import { TableScreen } from '../table-screen/table-screen.tsx';
import { NoTables, Notice, SchemasFailed } from './access-states.tsx';
import { AdminHeader } from './admin-header.tsx';
import { Sidebar } from './sidebar.tsx';

interface DashboardProps {
  user: SignedInUser;
  status: AdminStatus;
  tables: AsyncResult<readonly TableSummary[]>;
}

const loadTables = () => adminClient().schemas();

export function Dashboard({ user, status, tables }: DashboardProps) {
  const { current, retry } = useReloadable(tables, loadTables, 'Failed to fetch schemas');
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale="en-US">
        <AdminHeader email={user.email} />
        {status.needsReauthentication ? (
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl grow p-4 outline-none sm:p-10">
            <Reauthenticate adminStatus={{ value: status }} />
          </main>
        ) : (
          <AsyncContent
            from={current}
            pending={
              <Main>
                <Spinner label="Loading admin dashboard..." />
              </Main>
            }
            failed={(message) => (
              <Main>
                <SchemasFailed message={message} retry={retry} />
              </Main>
            )}
          >
            {(list) => (list.length === 0 ? <Main>{<NoTables />}</Main> : <TableRoutes tables={list} />)}
          </AsyncContent>
        )}
      </I18nProvider>
    </QueryClientProvider>
  );
}

const Main = ({ children }: { children: React.ReactNode }) => (
  <main id="main" tabIndex={-1} className="min-w-0 grow outline-none">
    {children}
  </main>
);

function TableRoutes({ tables }: { tables: readonly TableSummary[] }) {
  const [params] = useSearchParams();
  const current = params.get('table') ?? tables[0]?.tableName ?? '';
  return (
    <div className="flex min-w-0 grow flex-col lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <Sidebar tables={tables} current={current} />
      <Main>
        {!params.has('table') && <LazyStatsPanel />}
        {current === '' ? (
          <Notice icon={MousePointerClick} title="Select a table from the sidebar to get started" />
        ) : (
          <TableScreen key={current} table={current} />
        )}
      </Main>
    </div>
  );
}

/** The stats load by themselves, in a file of their own, beside the first table. */
function LazyStatsPanel() {
  const [Panel, setPanel] = useState<ComponentType>();
  useEffect(() => {
    import('../stats/stats-panel.tsx').then(
      ({ StatsPanel }) => setPanel(() => StatsPanel),
      () => {},
    );
  }, []);
  return Panel ? <Panel /> : <div className="h-[43rem] sm:h-[33.5rem] xl:h-[19.75rem]" />;
}
