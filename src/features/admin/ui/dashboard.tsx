import { MousePointerClick } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { AsyncResult } from '../../../shared/outcome.ts';
import { AsyncContent } from '../../../ui/loads.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { AdminStatus, SignedInUser } from '../../accounts/client.ts';
import { Reauthenticate } from '../../accounts/ui/passkey-renewal.tsx';
import { useReloadable } from '../../accounts/ui/use-reload.ts';
import { adminClient } from '../client.ts';
import type { TableSummary } from '../table.ts';
import { NoTables, Notice, SchemasFailed } from './access.tsx';
import { AdminHeader } from './admin-header.tsx';
import { LazyStatsPanel } from './numbers-later.tsx';
import { TableList } from './table-list.tsx';
import { TablePage } from './table-page.tsx';

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
