import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Loaded, RowSkeleton } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { invalidateData } from '../calls/queries.ts';
import { Pagination } from '../grid/pagination.tsx';
import { pageSize } from '../query/url-state.ts';
import { trashEntry } from './calls.ts';
import type { TrashEntry } from './contract.server.ts';
import { trashQuery } from './queries.ts';

interface TrashViewProps {
  table: string;
  page: number;
  goTo(page: number): void;
  onRestored(label: string): void;
}

export function TrashView({ table, page, goTo, onRestored }: TrashViewProps) {
  const client = useQueryClient();
  const trash = useQuery(trashQuery(table, page));
  const restoring = useMutation({
    mutationFn: ({ trashId }: TrashEntry) => trashEntry.restore({ entry: trashId }),
    onSuccess: (_, { label }) => {
      onRestored(label);
      void invalidateData(client);
    },
  });

  return (
    <Loaded query={trash} pending={<RowSkeleton />}>
      {({ data: entries, total }) =>
        entries.length === 0 && page === 1 ? (
          <Notice icon={Trash2} title="The trash is empty">
            <p>What is deleted here can be had back for 30 days.</p>
          </Notice>
        ) : (
          <div className="grid gap-4">
            {restoring.error && <ErrorAlert>{restoring.error.message}</ErrorAlert>}
            <ul
              aria-label="Deleted rows"
              className="divide-y divide-dune/70 rounded-xl border border-dune bg-white"
            >
              {entries.map((entry) => (
                <li key={entry.trashId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                  <div className="min-w-0 grow basis-56">
                    <p className="line-clamp-2 font-semibold wrap-anywhere text-deep">{entry.label}</p>
                    <p className="text-sm wrap-anywhere text-slate">
                      {`Deleted ${formatDateTime(entry.deletedAt)} by ${entry.deletedBy}. Kept until ${formatDate(entry.expiresAt)}.`}
                    </p>
                  </div>
                  <SmallButton disabled={restoring.isPending} onClick={() => restoring.mutate(entry)}>
                    <RotateCcw aria-hidden="true" className="size-4" />
                    Restore<span className="unseen">{` ${entry.label}`}</span>
                  </SmallButton>
                </li>
              ))}
            </ul>
            {total > pageSize && (
              <Pagination
                page={page}
                rowCount={entries.length}
                total={{ total, totalIsEstimate: false }}
                goTo={goTo}
              />
            )}
          </div>
        )
      }
    </Loaded>
  );
}
