import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded, RetryAlert } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Row, TableForm } from '../schema/table.ts';
import { restoreVersion } from './calls.ts';
import type { HistoryEntry, VersionSide } from './contract.server.ts';
import { Entry, RestoreButton, type Version } from './history-entry.tsx';
import { historyQuery } from './queries.ts';

interface HistoryPanelProps {
  table: string;
  row: Row;
  schema: TableForm;
  onRestored(row: Row): void;
  onClose(): void;
}

/** The versions of an entry that can be restored: not the current one, and none where there was no row. */
function restorableSides({ action }: HistoryEntry, isNewest: boolean): VersionSide[] {
  if (action === 'delete') return [];
  if (action === 'create') return isNewest ? [] : ['after'];
  return isNewest ? ['before'] : ['after', 'before'];
}

const focus = (element: HTMLElement | null) => element?.focus();

export function HistoryPanel({ table, row, schema, onRestored, onClose }: HistoryPanelProps) {
  const history = useInfiniteQuery(historyQuery(table, row.id));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = history;
  /** The place of the first of the older changes, which takes the focus when they are there. */
  const [firstOlder, setFirstOlder] = useState<number>();
  const restoring = useMutation({
    mutationFn: (version: Version) => restoreVersion(table, row, version),
    onSuccess: onRestored,
  });
  return (
    <Dialog
      title="History"
      size="wide"
      onClose={onClose}
      footer={
        <>
          {restoring.error && (
            <p role="alert" className="grow text-danger">
              {restoring.error.message}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Loaded
        query={history}
        pending={<Spinner />}
        failed={RetryAlert}
        reloadError={isFetchNextPageError ? 'hidden' : 'instead'}
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-slate">Nothing has been changed since this item was made.</p>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <ol
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
                tabIndex={0}
                aria-label="Changes"
                className="grid gap-4"
              >
                {entries.map((entry, index) => (
                  <li
                    key={entry.id}
                    ref={index === firstOlder ? focus : undefined}
                    tabIndex={-1}
                    className="rounded-xl border border-dune p-3 sm:p-4"
                  >
                    <Entry entry={entry} schema={schema} />
                    <div className="mt-3 flex flex-wrap items-center gap-2">
                      {index === 0 && <p className="mr-2 text-sm text-slate">This is how it is now.</p>}
                      {schema.verbs.update &&
                        restorableSides(entry, index === 0).map((side) => (
                          <RestoreButton
                            key={side}
                            entry={entry}
                            side={side}
                            running={restoring.isPending ? restoring.variables : undefined}
                            restore={restoring.mutate}
                          />
                        ))}
                    </div>
                  </li>
                ))}
              </ol>
              {isFetchNextPageError && <ErrorAlert>{history.error?.message}</ErrorAlert>}
              {hasNextPage && (
                <Button
                  variant="quiet"
                  className="justify-self-center"
                  disabled={isFetchingNextPage}
                  onClick={() => {
                    setFirstOlder(entries.length);
                    void history.fetchNextPage();
                  }}
                >
                  {isFetchingNextPage ? 'Loading...' : 'Show older changes'}
                </Button>
              )}
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}
