import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TableSummary } from '../calls/contract.server.ts';

interface SidebarProps {
  tables: readonly TableSummary[];
  current: string;
}

/** The groups by their titles; a table of a server without groups has none. */
const groups: readonly [group: TableSummary['group'], title: string][] = [
  ['sell', 'Homes and prices'],
  ['work', 'Stays and guests'],
  ['money', 'Money'],
  ['site', 'Site'],
  ['', ''],
];

/** All tables: beside the open one on a wide page, otherwise collapsed behind its name. */
export function Sidebar({ tables, current }: SidebarProps) {
  const [open, setOpen] = useState(false);
  const title = tables.find(({ tableName }) => tableName === current)?.title;
  return (
    <nav
      aria-labelledby="tables"
      className="border-dune bg-white max-lg:border-b lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:border-r lg:pb-6"
    >
      <div className="flex min-h-12 items-center justify-between gap-3 px-4 sm:px-6 lg:pt-5 lg:pr-4 lg:pb-2">
        <h2 id="tables" className="font-sans text-base font-semibold tracking-normal text-deep">
          Database Tables
        </h2>
        <span className="rounded-full bg-mist px-2.5 py-0.5 text-sm font-semibold text-gulf">
          {tables.length}
          <span className="unseen"> tables</span>
        </span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="table-list"
          onClick={() => setOpen(!open)}
          className="ml-auto flex min-h-11 min-w-0 items-center gap-1.5 font-semibold text-gulf lg:hidden"
        >
          <span className="truncate">{title ?? 'Choose a table'}</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      <div id="table-list" className={`grid gap-5 px-2 pb-3 sm:px-4 lg:px-2 ${open ? '' : 'max-lg:hidden'}`}>
        {groups.map(([group, title]) => (
          <TableGroup
            key={group}
            title={title}
            tables={tables.filter((table) => table.group === group)}
            current={current}
            onChoose={() => setOpen(false)}
          />
        ))}
      </div>
    </nav>
  );
}

interface TableGroupProps {
  title: string;
  tables: readonly TableSummary[];
  current: string;
  onChoose(): void;
}

function TableGroup({ title, tables, current, onChoose }: TableGroupProps) {
  if (tables.length === 0) return null;
  return (
    <section aria-label={title || undefined}>
      {title && (
        <h3 className="px-4 pb-1 font-sans text-sm font-semibold tracking-normal text-slate">{title}</h3>
      )}
      <ul className="grid gap-1 sm:max-lg:grid-cols-2">
        {tables.map((table) => (
          <li key={table.tableName}>
            <Link
              to={`/admin?table=${encodeURIComponent(table.tableName)}`}
              onClick={onChoose}
              aria-current={table.tableName === current ? 'page' : undefined}
              className="block rounded-lg border-l-4 border-transparent px-3 py-2 hover:bg-mist focus-visible:-outline-offset-2 aria-[current=page]:border-lagoon aria-[current=page]:bg-mist"
            >
              <span className="block font-semibold text-deep">{table.title}</span>
              <span className="block text-sm text-slate">{table.description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
