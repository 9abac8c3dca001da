import { MousePointerClick } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { AsyncResult } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import type { AdminStatus, SignedInUser } from '../../auth/client.ts';
import { Reauthenticate } from '../../auth/passkeys/reauthenticate.tsx';
import { adminClient } from '../client.ts';
import type { TableSummary } from '../schema/table.ts';
import { LazyStatsPanel } from '../stats/lazy-stats-panel.tsx';
import { TablePage } from '../table-screen/table-page.tsx';
import { NoTables, Notice, SchemasFailed } from './access-states.tsx';
import { AdminHeader } from './admin-header.tsx';
import { TableList } from './sidebar.tsx';

interface DashboardProps {
  user: SignedInUser;
  status: AdminStatus;
  tables: AsyncResult<readonly TableSummary[]>;
}

const loadTables = () => adminClient().schemas();

/** The admin for somebody who is an administrator. */
export function Dashboard({ user, status, tables }: DashboardProps) {
  const { current, retry } = useReloadable(tables, loadTables, 'Failed to fetch schemas');
  return (
    <>
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
    </>
  );
}

const Main = ({ children }: { children: React.ReactNode }) => (
  <main id="main" tabIndex={-1} className="min-w-0 grow outline-none">
    {children}
  </main>
);

/** The list of tables and the one the address names; without a name it is the first. */
function TableRoutes({ tables }: { tables: readonly TableSummary[] }) {
  const [params] = useSearchParams();
  const current = params.get('table') ?? tables[0]?.tableName ?? '';
  return (
    <div className="flex min-w-0 grow flex-col lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <TableList tables={tables} current={current} />
      <Main>
        {!params.has('table') && <LazyStatsPanel />}
        {current === '' ? (
          <Notice icon={MousePointerClick} title="Select a table from the sidebar to get started" />
        ) : (
          <TablePage key={current} table={current} />
        )}
      </Main>
    </div>
  );
}
