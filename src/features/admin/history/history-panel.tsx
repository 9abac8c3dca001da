import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { adminClient } from '../client.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import type { HistoryAction, HistoryEntry, Row, RowId, TableForm, VersionSide } from '../schema/table.ts';
import { ValueDiff } from './value-diff.tsx';

interface HistoryPanelProps {
  table: string;
  id: RowId;
  schema: TableForm;
  onRestored(row: Row): void;
  onClose(): void;
}

const did: Record<HistoryAction, string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  import: 'Imported',
};

const restoreLabel: Record<VersionSide, string> = {
  after: 'Restore this version',
  before: 'Restore as it was before this change',
};

/** The states that an entry leads back to: not the present one, and none where there was no row. */
function restorableSides({ action }: HistoryEntry, isNewest: boolean): VersionSide[] {
  if (action === 'delete') return [];
  if (action === 'create') return isNewest ? [] : ['after'];
  return isNewest ? ['before'] : ['after', 'before'];
}

/** Who changed what of a row, when, and the way back to each earlier state. */
export function HistoryPanel({ table, id, schema, onRestored, onClose }: HistoryPanelProps) {
  const { value, failure, retry } = useQuery(`${table} ${id}`, (signal) =>
    adminClient().history(table, id, { signal }),
  );
  const [busy, setBusy] = useState('');
  const [refused, setRefused] = useState('');

  async function restore(entry: string, side: VersionSide) {
    setBusy(`${entry} ${side}`);
    setRefused('');
    try {
      onRestored(await adminClient().restoreVersion(table, id, { entry, side }));
    } catch (error) {
      setBusy('');
      setRefused(error instanceof Error ? error.message : 'Failed to update row');
    }
  }
  return (
    <Dialog
      title="History"
      size="wide"
      onClose={onClose}
      footer={
        <>
          {refused && (
            <p role="alert" className="grow text-danger">
              {refused}
            </p>
          )}
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {failure ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {failure.message}
          <Button look="quiet" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : !value ? (
        <Spinner />
      ) : value.data.length === 0 ? (
        <p className="text-slate">Nothing has been changed since this item was made.</p>
      ) : (
        <ol className="grid gap-4">
          {value.data.map((entry, index) => (
            <li key={entry.id} className="rounded-xl border border-dune p-3 sm:p-4">
              <Entry entry={entry} schema={schema} />
              <div className="mt-3 flex flex-wrap items-center gap-2">
                {index === 0 && <p className="mr-2 text-sm text-slate">This is how it is now.</p>}
                {schema.verbs.update &&
                  restorableSides(entry, index === 0).map((side) => (
                    <SmallButton
                      key={side}
                      disabled={busy !== ''}
                      onClick={() => void restore(entry.id, side)}
                    >
                      {busy === `${entry.id} ${side}` ? 'Restoring...' : restoreLabel[side]}
                      <span className="unseen">{` of ${formatDateTime(entry.at)}`}</span>
                    </SmallButton>
                  ))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Entry({ entry, schema }: { entry: HistoryEntry; schema: TableForm }) {
  const changes = Object.entries(entry.changes);
  const isNew = entry.action === 'create';
  return (
    <>
      <h3 className="font-sans text-base font-semibold wrap-anywhere">{`${did[entry.action]} by ${entry.by}`}</h3>
      <p className="text-sm text-slate">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </p>
      {changes.length > 0 && (
        <dl className="mt-3 grid gap-3">
          {changes.map(([name, { before, after }]) => (
            <div key={name} className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
              <dt className="font-medium wrap-anywhere">{fieldTitle(name, schema.properties[name])}</dt>
              <dd className={`grid min-w-0 gap-2 ${isNew ? '' : 'sm:grid-cols-2'}`}>
                {!isNew && (
                  <div className="min-w-0 rounded-lg bg-sand p-2">
                    <p className="text-xs text-slate">Before</p>
                    <ValueDiff
                      name={name}
                      field={schema.properties[name]}
                      value={before ?? null}
                      other={after ?? null}
                    />
                  </div>
                )}
                <div className="min-w-0 rounded-lg bg-mist p-2">
                  {!isNew && <p className="text-xs text-slate">After</p>}
                  <ValueDiff
                    name={name}
                    field={schema.properties[name]}
                    value={after ?? null}
                    other={isNew ? undefined : (before ?? null)}
                  />
                </div>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
