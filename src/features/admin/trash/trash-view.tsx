import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import { adminClient } from '../client.ts';
import { Pager } from '../grid/pagination.tsx';
import { pageSize } from '../list/url-state.ts';
import type { TrashEntry } from '../schema/table.ts';
import { Notice } from '../shell/access-states.tsx';
import { TableFailure } from '../table-screen/error-state.tsx';
import { RowSkeleton } from '../table-screen/skeleton.tsx';

interface TrashViewProps {
  table: string;
  page: number;
  goTo(page: number): void;
  /** Says to the person that a row is back. */
  say(text: string): void;
}

/** The deleted rows of a table that can still be had back. */
export function TrashView({ table, page, goTo, say }: TrashViewProps) {
  const { value, failure, refresh, retry } = useQuery(`${table} ${page}`, (signal) =>
    adminClient().trash(table, page, { signal }),
  );
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');

  async function restore(entry: TrashEntry) {
    setBusy(entry.trashId);
    setProblem('');
    try {
      await adminClient().restore(entry.trashId);
      say(`${entry.label} is back.`);
      refresh();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy('');
  }

  if (failure) return <TableFailure failure={failure} retry={retry} />;
  if (!value) return <RowSkeleton />;
  if (value.data.length === 0 && page === 1) {
    return (
      <Notice icon={Trash2} title="The trash is empty">
        <p>What is deleted here can be had back for 30 days.</p>
      </Notice>
    );
  }
  return (
    <div className="grid gap-4">
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      <ul
        aria-label="Deleted rows"
        className="divide-y divide-dune/70 rounded-xl border border-dune bg-white"
      >
        {value.data.map((entry) => (
          <li key={entry.trashId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 grow basis-56">
              <p className="line-clamp-2 font-semibold wrap-anywhere text-deep">{entry.label}</p>
              <p className="text-sm wrap-anywhere text-slate">
                {`Deleted ${formatDateTime(entry.deletedAt)} by ${entry.deletedBy}. Kept until ${formatDate(entry.expiresAt)}.`}
              </p>
            </div>
            <SmallButton disabled={busy !== ''} onClick={() => void restore(entry)}>
              <RotateCcw aria-hidden="true" className="size-4" />
              Restore<span className="unseen">{` ${entry.label}`}</span>
            </SmallButton>
          </li>
        ))}
      </ul>
      {value.total > pageSize && (
        <Pager
          page={page}
          shown={value.data.length}
          total={{ total: value.total, totalIs: 'exact' }}
          goTo={goTo}
        />
      )}
    </div>
  );
}
