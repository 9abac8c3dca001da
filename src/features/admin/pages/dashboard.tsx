import { MousePointerClick } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AsyncResult } from '../../../shared/result.ts';
import { Notice } from '../../../ui/lists/notice.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import { tables as tableCalls } from '../calls/calls.ts';
import type { TableSummary } from '../calls/contract.server.ts';
import type { AdminViewer } from '../shell/access.ts';
import { NoTables, SchemasFailed } from '../shell/access-states.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { Sidebar } from '../shell/sidebar.tsx';
import { TableScreen } from '../table-screen/table-screen.tsx';

interface DashboardProps {
  viewer: AdminViewer;
  tables: AsyncResult<readonly TableSummary[]>;
  /** Shown beside the link to the inbox. */
  inboxBadge: ReactNode;
}

const loadTables = () => tableCalls.list();

export function Dashboard({ viewer, tables, inboxBadge }: DashboardProps) {
  const { current, retry } = useReloadable(tables, loadTables, 'Failed to fetch schemas');
  return (
    <AdminFrame
      viewer={viewer}
      inboxBadge={inboxBadge}
      title={
        <>
          <h1 className="text-lg leading-tight text-deep sm:text-2xl">Admin Dashboard</h1>
          <p className="text-xs text-slate sm:text-sm">Manage your database tables</p>
        </>
      }
    >
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
    </AdminFrame>
  );
}

const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none">
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
        {!params.has('table') && (
          // The rows and their tools come first on phones.
          <div className="max-lg:order-last">
            <LazyStatsPanel />
          </div>
        )}
        {current === '' ? (
          <Notice icon={MousePointerClick} title="Select a table from the sidebar to get started" />
        ) : (
          <TableScreen key={current} table={current} />
        )}
      </Main>
    </div>
  );
}

/** The stats load separately, in a file of their own, beside the first table. */
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
