import { MousePointerClick } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Loading } from '../../../shared/outcome.ts';
import { Loads } from '../../../ui/loads.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { AdminStatus, SignedInUser } from '../../accounts/client.ts';
import { PasskeyRenewal } from '../../accounts/ui/passkey-renewal.tsx';
import { useReload } from '../../accounts/ui/use-reload.ts';
import { adminClient } from '../client.ts';
import type { TableSummary } from '../table.ts';
import { NoTables, Notice, SchemasFailed } from './access.tsx';
import { AdminHeader } from './admin-header.tsx';
import { NumbersLater } from './numbers-later.tsx';
import { TableList } from './table-list.tsx';
import { TablePage } from './table-page.tsx';

interface DashboardProps {
  user: SignedInUser;
  status: AdminStatus;
  tables: Loading<readonly TableSummary[]>;
}

const loadTables = () => adminClient().schemas();

/** The admin for somebody who is an administrator. */
export function Dashboard({ user, status, tables }: DashboardProps) {
  const { current, retry } = useReload(tables, loadTables, 'Failed to fetch schemas');
  return (
    <>
      <AdminHeader email={user.email} />
      {status.needsRenewal ? (
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl grow p-4 outline-none sm:p-10">
          <PasskeyRenewal adminStatus={{ value: status }} />
        </main>
      ) : (
        <Loads
          from={current}
          pending={
            <Body>
              <Spinner label="Loading admin dashboard..." />
            </Body>
          }
          failed={(message) => (
            <Body>
              <SchemasFailed message={message} retry={retry} />
            </Body>
          )}
        >
          {(list) => (list.length === 0 ? <Body>{<NoTables />}</Body> : <Tables tables={list} />)}
        </Loads>
      )}
    </>
  );
}

const Body = ({ children }: { children: React.ReactNode }) => (
  <main id="main" tabIndex={-1} className="min-w-0 grow outline-none">
    {children}
  </main>
);

/** The list of tables and the one the address names; without a name it is the first. */
function Tables({ tables }: { tables: readonly TableSummary[] }) {
  const [params] = useSearchParams();
  const current = params.get('table') ?? tables[0]?.tableName ?? '';
  return (
    <div className="flex min-w-0 grow flex-col lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <TableList tables={tables} current={current} />
      <Body>
        {!params.has('table') && <NumbersLater />}
        {current === '' ? (
          <Notice icon={MousePointerClick} title="Select a table from the sidebar to get started" />
        ) : (
          <TablePage key={current} table={current} />
        )}
      </Body>
    </div>
  );
}
